"""The tables of the store, as SQL: migrations that never change once released (design/store.md §3).

Those of the front ends are in `frontends`, those of tournaments in `tournaments`, triggers in `checksums`.
"""

from __future__ import annotations

from . import checksums, frontends, tournaments

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

_POSTS = """
ALTER TABLE outbox ADD COLUMN content INTEGER;
UPDATE outbox SET content = id WHERE id IN (SELECT post FROM content);
UPDATE content SET said = squeezed('[' || CAST(said AS TEXT) || ']');
CREATE INDEX outbox_campaign ON outbox (campaign);
CREATE INDEX outbox_waiting ON outbox (id) WHERE reference IS NULL;
"""
"""Posts stay readable: `content` has a row for each command, the squeezed list of what its posts say."""

_TIME = """
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
"""
"""Time: pace, clocks (seat "" is a window's), what is left to whom, when time stands (seat "": of all)."""

_PEOPLE = """
ALTER TABLE campaign ADD COLUMN neutral INTEGER NOT NULL DEFAULT 0;

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
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;
"""
"""Teams and their former members, officers' suggestions, the referee's rulings."""

_CONSENT = """
ALTER TABLE proposal ADD COLUMN id TEXT NOT NULL DEFAULT '';
ALTER TABLE former ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
"""
"""By what a proposal is known; 1 for who left a seat last, and may come back to it."""

_REVOKED = (
    f"ALTER TABLE ruling ADD COLUMN revoked TEXT NOT NULL DEFAULT ''; {checksums.covering(checksums.LATER)}"
)
"""The reason for which a ruling no longer holds; "" while it does."""

_SWEPT = """
ALTER TABLE inbox ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sheet ADD COLUMN met INTEGER NOT NULL DEFAULT 0;
"""
"""The time of the first sweep (`retention.sweep`), in UNIX seconds; 0 before."""

_KEYLESS = f"""
PRAGMA secure_delete = ON;
DELETE FROM inbox WHERE message GLOB '*local/{"[0-9a-f]" * 64}';
PRAGMA secure_delete = OFF;
"""
"""Receipts of those who sat down by a link were named by its key, which the file is not to know."""

_LOOKED = """
ALTER TABLE former ADD COLUMN looked INTEGER NOT NULL DEFAULT 0;
"""
"""1 for a former referee who knows what a seat hides from a look, and never belonged to it."""

_DELIVERIES = """
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

INSERT INTO front_end SELECT 'discord' WHERE EXISTS (SELECT 1 FROM surface);
INSERT INTO delivery
  SELECT id, 'discord', '', iif(reference IS NULL, 'waiting', 'delivered'), coalesce(reference, '')
  FROM outbox WHERE campaign IN (SELECT campaign FROM surface);

INSERT INTO read
  SELECT 'hotseat', campaign, audience,
         coalesce(min(id) FILTER (WHERE reference IS NULL) - 1, max(id))
  FROM outbox GROUP BY campaign, audience;

CREATE INDEX delivery_waiting ON delivery (front_end, post) WHERE state = 'waiting';
DROP INDEX outbox_waiting;
ALTER TABLE outbox DROP COLUMN reference;
"""
"""The deliveries of each front end. Before, a post had one reference for all of them: Discord's, or
the terminal's, which now remembers how far it has read."""

_RECEIPTS = """
CREATE TEMP TABLE old AS SELECT message, CAST(receipt AS TEXT) AS r FROM inbox;
UPDATE old SET r = json_set(r, '$.said.type', 'batch') WHERE r -> '$.said.how' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'founded') WHERE r -> '$.said.card' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'undone') WHERE r -> '$.said.taken' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'rolled') WHERE r -> '$.said.got' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'ruled') WHERE r -> '$.said.number' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'edited') WHERE r -> '$.said.changes' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'suggested',
  '$.said.tried', json(iif(r ->> '$.said.tried', 'true', 'false'))) WHERE r -> '$.said.tried' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said.type', 'reconciled',
  '$.said.agree', json(iif(r ->> '$.said.agree', 'true', 'false'))) WHERE r -> '$.said.agree' IS NOT NULL;
UPDATE old SET r = json_set(r, '$.said', json('null')) WHERE r -> '$.said.type' IS NULL;
UPDATE old SET r = json_remove(json_set(r, '$.result', r -> '$.said'), '$.said');
UPDATE inbox SET receipt = (SELECT CAST(r AS BLOB) FROM old WHERE old.message = inbox.message);
DROP TABLE old;
"""
"""Receipts say by a tag which kind of result they have."""

_CLOSED = """
DROP INDEX campaign_state;
ALTER TABLE campaign RENAME COLUMN state TO was;
ALTER TABLE campaign ADD COLUMN state TEXT NOT NULL DEFAULT 'joining'
  CHECK (state IN ('joining', 'salting', 'playing', 'closed', 'over', 'dead'));
UPDATE campaign SET state = was;
ALTER TABLE campaign DROP COLUMN was;
CREATE INDEX campaign_state ON campaign (state);
ALTER TABLE proposal RENAME TO proposed;
CREATE TABLE proposal (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw', 'open', 'resume')),
  by_seat TEXT NOT NULL,
  target INTEGER NOT NULL,
  why TEXT NOT NULL,
  consent TEXT NOT NULL,
  id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (campaign, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO proposal (campaign, kind, by_seat, target, why, consent, id)
  SELECT campaign, kind, by_seat, target, why, consent, id FROM proposed;
DROP TABLE proposed;
"""
"""The state of a campaign whose result is provisional, and the agreement to open or to resume it."""

_CLAIMED = """
ALTER TABLE clock ADD COLUMN claimed TEXT NOT NULL DEFAULT '[]';
"""
"""The seats that claim the game from an overdue seat, as a JSON list."""

_CONTENTS = """
UPDATE content SET said = tagged(said, (
  SELECT json_group_object(o.id - content.post, o.kind) FROM outbox o WHERE o.content = content.post));
"""
"""Contents of posts say by a tag which kind they are of (`posts`)."""

_LOST = """
ALTER TABLE campaign ADD COLUMN lost_entry INTEGER NOT NULL DEFAULT -1;
ALTER TABLE campaign ADD COLUMN lost_epoch INTEGER NOT NULL DEFAULT 0;
"""
"""The last entry and epoch of a campaign that were shown, and lost when a backup was restored."""

_LOST_ASIDE = """
ALTER TABLE campaign ADD COLUMN lost_aside INTEGER NOT NULL DEFAULT 0;
"""
"""The last of the referee's dice that was shown, and lost when a backup was restored."""

_COMPUTER = """
UPDATE member SET user = 'computer' WHERE user = 'house';
UPDATE person SET user = 'computer' WHERE user = 'house';
UPDATE former SET user = 'computer' WHERE user = 'house';
"""
"""The computer player is called so."""

_GUARDED = """
ALTER TABLE rest ADD COLUMN guard BLOB NOT NULL DEFAULT x'';
UPDATE rest SET guard = guarded(campaign, n, stage, schema, world);
ALTER TABLE outbox ADD COLUMN guard BLOB NOT NULL DEFAULT x'';
UPDATE outbox SET guard = guarded(id, campaign, n, epoch, audience, kind, content);
ALTER TABLE content ADD COLUMN guard BLOB NOT NULL DEFAULT x'';
UPDATE content SET guard = guarded(post, said);
ALTER TABLE inbox ADD COLUMN guard BLOB NOT NULL DEFAULT x'';
UPDATE inbox SET guard = guarded(message, receipt);
"""
"""By what a flipped bit in a row is noticed (`store.guarded`)."""

_PAUSE = f"""
DROP VIEW in_checksum;
CREATE TABLE proposed (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  kind TEXT NOT NULL CHECK (kind IN ('undo', 'draw', 'open', 'resume', 'pause')),
  by_seat TEXT NOT NULL,
  target INTEGER NOT NULL,
  why TEXT NOT NULL,
  consent TEXT NOT NULL,
  id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (campaign, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO proposed (campaign, kind, by_seat, target, why, consent, id)
  SELECT campaign, kind, by_seat, target, why, consent, id FROM proposal;
DROP TABLE proposal;
ALTER TABLE proposed RENAME TO proposal;
{checksums.VIEW}
{checksums.triggers("proposal")}
"""
"""The agreement to pause. The rows, and so the checksums, stay as they are."""

_CONTENTLESS = """
DELETE FROM delivery WHERE post IN (
  SELECT o.id FROM outbox o LEFT JOIN content c ON c.post = o.content WHERE c.post IS NULL
);
DELETE FROM outbox WHERE content IS NULL OR content NOT IN (SELECT post FROM content);
"""
"""Posts that had arrived when an early release dropped what they said: from here on such a row is damage."""

_REMINDED = """
CREATE TABLE reminded (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  since INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  nudged INTEGER NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO reminded SELECT campaign, seat, since, 2, 0 FROM asked;
"""
"""Reminders where there are no deadlines; a question that was asked before this gets none."""

_SPARED = """
CREATE TABLE spared (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  turn TEXT NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
"""
"""The turn in which a player is asked no reactions."""

SCRIPTS = {
    "first": _FIRST,
    "posts": _POSTS,
    "people": _PEOPLE,
    "rooms": frontends.ROOMS,
    "surface": frontends.SURFACE,
    "time": _TIME,
    "drafts": frontends.DRAFTS,
    "consent": _CONSENT,
    "swept": _SWEPT,
    "keyless": _KEYLESS,
    "looked": _LOOKED,
    "deliveries": _DELIVERIES,
    "receipts": _RECEIPTS,
    "closed": _CLOSED,
    "contents": _CONTENTS,
    "claimed": _CLAIMED,
    "lost": _LOST,
    "computer": _COMPUTER,
    "mail": frontends.MAIL,
    "mailbox": frontends.MAILBOX,
    "press": frontends.PRESS,
    "seat-access": frontends.SEAT_ACCESS,
    "channels": frontends.CHANNELS,
    "lost-aside": _LOST_ASIDE,
    "servers": frontends.SERVERS,
    "tournaments": tournaments.TOURNAMENTS,
    "attention": frontends.ATTENTION,
    "guarded": _GUARDED,
    "checksums": checksums.CHECKSUMS,
    "tournament-told": tournaments.TOLD,
    "tournament-post": tournaments.POSTS,
    "mail-quiet": frontends.MAIL_QUIET,
    "tournament-mail": tournaments.MAIL,
    "mail-arrived": frontends.MAIL_ARRIVED,
    "pause": _PAUSE,
    "seat-recovery": frontends.SEAT_RECOVERY,
    "private-notes": frontends.PRIVATE_NOTES,
    "mail-zone": frontends.MAIL_ZONE,
    "mail-linked": frontends.MAIL_LINKED,
    "tournament-replaced": tournaments.REPLACED,
    "mail-reports": frontends.MAIL_REPORTS,
    "mail-text": frontends.MAIL_TEXT,
    "mail-written": frontends.MAIL_WRITTEN,
    "post-columns": _CONTENTLESS + checksums.covering(checksums.LATER[:1]),
    "reminded": _REMINDED,
    "server-board": frontends.SERVER_BOARD,
    "board-choice": frontends.BOARD_CHOICE,
    "activity": frontends.ACTIVITY,
    "ruling-revoked": _REVOKED,
    "spared": _SPARED,
}
"""Every migration by its name, in the order in which they are applied."""
