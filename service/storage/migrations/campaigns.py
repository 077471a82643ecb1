"""The tables of campaigns, as SQL (design/store.md)."""

from __future__ import annotations

CAMPAIGNS = """
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
  state TEXT NOT NULL CHECK (state IN ('joining', 'salting', 'playing', 'closed', 'over', 'dead')),
  n INTEGER NOT NULL,
  head TEXT NOT NULL,
  umpire TEXT NOT NULL,
  held TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  asides INTEGER NOT NULL,
  stage TEXT NOT NULL,
  neutral INTEGER NOT NULL,
  lost_entry INTEGER NOT NULL,
  lost_epoch INTEGER NOT NULL,
  lost_aside INTEGER NOT NULL
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

CREATE TABLE board_choice (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  board TEXT NOT NULL,
  channel INTEGER NOT NULL
) STRICT;
"""
"""Campaigns and their secrets: `state` is `closed` while a result is provisional, and `lost_` is the last
of entries, epochs and referee's dice that was shown and then lost when a backup was restored. `board` is
the map that its group sees: a folder's name, "" for the first installed, "/" for ours.
"""

PEOPLE = """
CREATE TABLE member (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  who TEXT NOT NULL,
  own_salt INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_user ON member (user);

CREATE TABLE person (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  user TEXT NOT NULL,
  seat TEXT NOT NULL,
  who TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('officer', 'observer')),
  PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_user ON person (user);

CREATE TABLE former (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  user TEXT NOT NULL,
  seat TEXT NOT NULL,
  last INTEGER NOT NULL DEFAULT 0,
  looked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign, user, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE suggestion (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  who TEXT NOT NULL,
  head TEXT NOT NULL,
  language TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX suggestion_seat ON suggestion (campaign, seat);

CREATE TABLE ruling (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL,
  n INTEGER NOT NULL,
  time INTEGER NOT NULL,
  question TEXT NOT NULL,
  ruling TEXT NOT NULL,
  revoked TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE private_note (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('place', 'turn')),
  about TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat, user, kind, about)
) STRICT, WITHOUT ROWID;
"""
"""Players, members of teams, former ones (`last`: who left a seat last, and may come back; `looked`: a
former referee who knows what a seat hides), officers' suggestions, the referee's rulings, private notes.
"""

LOG = """
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
  guard BLOB NOT NULL,
  PRIMARY KEY (campaign, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  id INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  n INTEGER NOT NULL,
  lines BLOB NOT NULL
) STRICT;
CREATE INDEX journal_campaign ON journal (campaign, id);
"""
"""The log, which is append-only, the positions at rest and the journal."""

POSTS = """
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY,
  campaign INTEGER NOT NULL,
  n INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  audience TEXT NOT NULL,
  kind TEXT NOT NULL,
  content INTEGER,
  guard BLOB NOT NULL,
  FOREIGN KEY (campaign, n) REFERENCES entry (campaign, n)
) STRICT;
CREATE INDEX outbox_campaign ON outbox (campaign);

CREATE TABLE content (
  post INTEGER PRIMARY KEY REFERENCES outbox (id),
  said BLOB NOT NULL,
  guard BLOB NOT NULL
) STRICT;

CREATE TABLE front_end (
  name TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery (
  post INTEGER NOT NULL REFERENCES outbox (id),
  front_end TEXT NOT NULL REFERENCES front_end (name),
  recipient TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'delivered')),
  reference TEXT NOT NULL,
  PRIMARY KEY (post, front_end, recipient)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_waiting ON delivery (front_end, post) WHERE state = 'waiting';

CREATE TABLE inbox (
  message TEXT PRIMARY KEY,
  receipt BLOB NOT NULL,
  met INTEGER NOT NULL DEFAULT 0,
  guard BLOB NOT NULL,
  campaign INTEGER NOT NULL DEFAULT 0,
  tournament INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_campaign ON inbox (campaign);
CREATE INDEX inbox_tournament ON inbox (tournament);
"""
"""Posts (`content` has a row for each command: the list of what its posts say), to whom it has been
delivered, and receipts. `met` is the time of the first sweep (`retention.sweep`) in UNIX seconds, 0
before.
"""

QUESTIONS = """
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

CREATE TABLE draft (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  user TEXT NOT NULL,
  seat TEXT NOT NULL,
  key TEXT NOT NULL,
  filled TEXT NOT NULL,
  question INTEGER NOT NULL,
  asked TEXT NOT NULL,
  updated INTEGER NOT NULL,
  PRIMARY KEY (campaign, user, seat, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposal (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw', 'open', 'resume', 'pause')),
  by_seat TEXT NOT NULL,
  target INTEGER NOT NULL,
  why TEXT NOT NULL,
  consent TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (campaign, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE spared (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  turn TEXT NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
"""
"""Questions, orders given before they are asked for, half-filled decisions (`asked` is the fingerprint of
the question, "" under a key of a front end's own), agreements, and the turn in which a player is asked no
reactions.
"""

TIME = """
CREATE TABLE pace (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  terms TEXT NOT NULL,
  outage INTEGER NOT NULL
) STRICT;

CREATE TABLE clock (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  rule TEXT NOT NULL,
  entry INTEGER NOT NULL,
  seats TEXT NOT NULL,
  since INTEGER NOT NULL,
  allowance INTEGER NOT NULL,
  extra INTEGER NOT NULL,
  due INTEGER,
  reminded INTEGER NOT NULL,
  lapsed TEXT NOT NULL CHECK (lapsed IN ('', 'referee', 'claim')),
  wake INTEGER,
  claimed TEXT NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX clock_wake ON clock (wake);

CREATE TABLE bank (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  seconds INTEGER,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE halt (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE outage (
  id INTEGER PRIMARY KEY,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT;

CREATE TABLE pulse (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  time INTEGER NOT NULL
) STRICT;

CREATE TABLE absence (
  user TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (user, since)
) STRICT, WITHOUT ROWID;

CREATE TABLE reminded (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  since INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  nudged INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
"""
"""Time: pace, clocks (seat "" is a window's; `claimed`: the seats that claim the game), what is left to
whom, when time stands (seat "": of all), and reminders where there are no deadlines.
"""
