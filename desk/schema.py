"""The tables of the store, as SQL: one migration after another, never changed once released (store.md)."""

from __future__ import annotations

_FIRST = """
CREATE TABLE campaign (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  game TEXT NOT NULL,
  scenario TEXT NOT NULL,
  title TEXT NOT NULL,
  options TEXT NOT NULL,
  modes TEXT NOT NULL,
  seats TEXT NOT NULL,
  tier TEXT NOT NULL,
  founder TEXT NOT NULL,
  referee TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('joining', 'salting', 'playing', 'over', 'dead')),
  n INTEGER NOT NULL,
  head TEXT NOT NULL,
  umpire TEXT NOT NULL,
  held TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  asides INTEGER NOT NULL,
  stage TEXT NOT NULL
) STRICT;
CREATE INDEX campaign_state ON campaign (state);

CREATE TABLE secret (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  root BLOB NOT NULL,
  hroot BLOB NOT NULL,
  seeds BLOB NOT NULL,
  asides BLOB NOT NULL,
  salts TEXT NOT NULL,
  joint BLOB NOT NULL
) STRICT;

CREATE TABLE member (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  who TEXT NOT NULL,
  own_salt INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_user ON member (user);

CREATE TABLE entry (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  n INTEGER NOT NULL,
  t TEXT NOT NULL,
  body BLOB NOT NULL,
  head BLOB NOT NULL,
  told BLOB NOT NULL,
  windows INTEGER NOT NULL,
  aside INTEGER NOT NULL,
  epoch INTEGER,
  PRIMARY KEY (campaign, n),
  UNIQUE (campaign, epoch)
) STRICT;
CREATE TRIGGER entry_is_never_updated BEFORE UPDATE ON entry
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE opening (
  campaign INTEGER NOT NULL,
  n INTEGER NOT NULL,
  parts BLOB NOT NULL,
  PRIMARY KEY (campaign, n),
  FOREIGN KEY (campaign, n) REFERENCES entry (campaign, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER opening_is_never_updated BEFORE UPDATE ON opening
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER opening_is_never_deleted BEFORE DELETE ON opening
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE book (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  id INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (campaign, id),
  UNIQUE (campaign, content)
) STRICT;

CREATE TABLE rest (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  n INTEGER NOT NULL,
  stage TEXT NOT NULL,
  opens INTEGER NOT NULL,
  schema INTEGER NOT NULL,
  world BLOB NOT NULL,
  PRIMARY KEY (campaign, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  id INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  n INTEGER NOT NULL,
  lines BLOB NOT NULL
) STRICT;
CREATE INDEX journal_campaign ON journal (campaign, id);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL,
  n INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  audience TEXT NOT NULL,
  kind TEXT NOT NULL,
  reference TEXT,
  FOREIGN KEY (campaign, n) REFERENCES entry (campaign, n)
) STRICT;

CREATE TABLE content (
  post INTEGER PRIMARY KEY REFERENCES outbox (id),
  said BLOB NOT NULL
) STRICT;

CREATE TABLE inbox (
  message TEXT PRIMARY KEY,
  receipt BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE asked (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  rule TEXT NOT NULL,
  entry INTEGER NOT NULL,
  optional INTEGER NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE standing_order (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  place INTEGER NOT NULL,
  line TEXT NOT NULL,
  used TEXT NOT NULL,
  lapsed INTEGER,
  noted TEXT NOT NULL,
  PRIMARY KEY (campaign, seat, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE queue (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  head TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'draft')),
  language TEXT NOT NULL,
  lines TEXT NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposal (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw')),
  by_seat TEXT NOT NULL,
  target INTEGER NOT NULL,
  why TEXT NOT NULL,
  consent TEXT NOT NULL,
  PRIMARY KEY (campaign, kind)
) STRICT, WITHOUT ROWID;
"""

SCRIPTS = {"first": _FIRST}
"""Every migration by its name, in the order in which they are applied."""
