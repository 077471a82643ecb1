"""The tables of the front ends, as SQL: channels, links, half-filled forms.

They contain nothing of a game; `migrations.SCRIPTS` says in which order they are applied.
"""

from __future__ import annotations

ROOMS = """
CREATE TABLE room (
  lock TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  UNIQUE (campaign, seat, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE holding (
  purse TEXT NOT NULL,
  room TEXT NOT NULL REFERENCES room (lock),
  PRIMARY KEY (purse, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX holding_room ON holding (room);

CREATE TABLE purse (
  lock TEXT PRIMARY KEY,
  word TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""The table in a browser: seat access by the hash of its token, and the sessions that have it."""

SEAT_ACCESS = """
ALTER TABLE room RENAME TO seat_access;
ALTER TABLE seat_access RENAME COLUMN lock TO token_hash;
ALTER TABLE holding RENAME TO session_access;
ALTER TABLE session_access RENAME COLUMN purse TO session_hash;
ALTER TABLE session_access RENAME COLUMN room TO token_hash;
DROP INDEX holding_room;
CREATE INDEX session_access_token ON session_access (token_hash);
ALTER TABLE purse RENAME TO session_password;
ALTER TABLE session_password RENAME COLUMN lock TO session_hash;
ALTER TABLE session_password RENAME COLUMN word TO proof;
"""
"""The tables of seat access are called by what they hold."""

SEAT_RECOVERY = """
CREATE TABLE seat_recovery (
  token_hash TEXT PRIMARY KEY REFERENCES seat_access (token_hash),
  code_hash TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
"""
"""The hash of the code by which a seat access is got back without its link."""

SURFACE = """
CREATE TABLE surface (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  guild INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  language TEXT NOT NULL,
  strict INTEGER NOT NULL,
  stage TEXT NOT NULL,
  status INTEGER NOT NULL,
  said TEXT NOT NULL,
  gone TEXT NOT NULL
) STRICT;
CREATE INDEX surface_channel ON surface (channel);

CREATE TABLE thread (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  name TEXT NOT NULL,
  thread INTEGER NOT NULL,
  PRIMARY KEY (campaign, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_thread ON thread (thread);

CREATE TABLE letter (
  post INTEGER NOT NULL REFERENCES outbox (id),
  user TEXT NOT NULL,
  part INTEGER NOT NULL,
  place INTEGER NOT NULL,
  message INTEGER NOT NULL,
  PRIMARY KEY (post, user, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE read (
  user TEXT NOT NULL,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  audience TEXT NOT NULL,
  post INTEGER NOT NULL,
  PRIMARY KEY (user, campaign, audience)
) STRICT, WITHOUT ROWID;

CREATE TABLE reader (
  user TEXT PRIMARY KEY,
  language TEXT NOT NULL,
  chosen INTEGER NOT NULL,
  way TEXT NOT NULL CHECK (way IN ('dm', 'thread', 'hand')),
  closed INTEGER NOT NULL,
  silent INTEGER NOT NULL,
  pictures INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sheet (
  id TEXT NOT NULL,
  user TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (id, user)
) STRICT, WITHOUT ROWID;
"""
"""Front ends with channels: the channel of each campaign, messages sent, ways to each reader."""

CHANNELS = """
ALTER TABLE surface RENAME TO channel_binding;
ALTER TABLE channel_binding RENAME COLUMN said TO digest;
DROP INDEX surface_channel;
CREATE INDEX channel_binding_channel ON channel_binding (channel);
ALTER TABLE letter RENAME TO sent_message;
"""
"""Channels and sent messages are called so."""

SERVERS = """
CREATE TABLE server (
  guild INTEGER PRIMARY KEY,
  founders TEXT NOT NULL,
  channels TEXT NOT NULL,
  language TEXT NOT NULL,
  quiet INTEGER NOT NULL
) STRICT;
"""
"""The settings of Discord servers; `founders` and `channels` are lists of ids as JSON."""

SERVER_BOARD = """
CREATE TABLE server_board (
  guild INTEGER PRIMARY KEY,
  channel INTEGER NOT NULL,
  message INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT;
"""
"""The message that lists the games of a Discord server."""

BOARD_CHOICE = """
CREATE TABLE board_choice (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  board TEXT NOT NULL,
  channel INTEGER NOT NULL
) STRICT;
"""
"""The map that a campaign's group sees: a folder's name, "" for the first installed, "/" for ours."""

ACTIVITY = """
CREATE TABLE activity_session (
  session_hash TEXT PRIMARY KEY,
  user TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE activity_opened (
  user TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id)
) STRICT, WITHOUT ROWID;
"""
"""The board inside Discord: sessions by their hashes, and the game that somebody opened last."""

ATTENTION = """
ALTER TABLE reader ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reader ADD COLUMN quiet TEXT NOT NULL DEFAULT '';

CREATE TABLE attention (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  user TEXT NOT NULL,
  seen INTEGER NOT NULL,
  digest INTEGER,
  rung TEXT NOT NULL,
  mapped TEXT NOT NULL,
  rest INTEGER NOT NULL,
  PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;
"""
"""Settings of calls and quiet hours, and the last calls and maps of each reader."""

DRAFTS = """
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
"""
"""Half-filled decisions; `asked` is the fingerprint of the question, "" under a key of a front end's own."""

MAIL = """
CREATE TABLE mail_seat (
  token TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('invited', 'joined')),
  language TEXT NOT NULL,
  delivery TEXT NOT NULL CHECK (delivery IN ('events', 'asked', 'daily')),
  code TEXT NOT NULL,
  command TEXT NOT NULL,
  UNIQUE (campaign, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_in (
  digest TEXT PRIMARY KEY,
  sender TEXT NOT NULL,
  raw BLOB NOT NULL,
  at INTEGER NOT NULL,
  answered INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_unread ON mail_in (at) WHERE answered = 0;
CREATE INDEX mail_sender ON mail_in (sender, at);

CREATE TABLE mail_out (
  id INTEGER PRIMARY KEY,
  recipient TEXT NOT NULL,
  message_id TEXT NOT NULL,
  raw BLOB NOT NULL,
  tries INTEGER NOT NULL,
  due INTEGER NOT NULL
) STRICT;

CREATE TABLE mail_sent (
  message_id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""Play by e-mail: seats with their addresses and tokens, mails as they came in, mails that are to go out."""

MAILBOX = """
CREATE TABLE mail_place (
  name TEXT PRIMARY KEY,
  validity INTEGER NOT NULL,
  uid INTEGER NOT NULL,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_failing (
  address TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_wait (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  since INTEGER NOT NULL
) STRICT;
"""
"""The umpire's mailbox: how far it was read, addresses whose mails come back, campaigns that wait for it."""

MAIL_QUIET = """
ALTER TABLE mail_seat ADD COLUMN quiet TEXT NOT NULL DEFAULT '';
"""
"""Quiet hours of a seat by mail."""

MAIL_ARRIVED = """
CREATE TABLE mail_arrived (
  hash TEXT PRIMARY KEY,
  raw BLOB NOT NULL,
  at INTEGER NOT NULL,
  tries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_offer (
  token TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  address TEXT NOT NULL,
  state TEXT NOT NULL,
  language TEXT NOT NULL,
  delivery TEXT NOT NULL,
  code TEXT NOT NULL,
  command TEXT NOT NULL,
  quiet TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE mail_in ADD COLUMN hash TEXT NOT NULL DEFAULT '';
ALTER TABLE mail_in ADD COLUMN campaign INTEGER REFERENCES campaign (id);
ALTER TABLE mail_in ADD COLUMN signers TEXT NOT NULL DEFAULT '';
UPDATE mail_in SET campaign = (SELECT campaign FROM mail_seat WHERE token = substr(mail_in.sender, 1, 16));
CREATE INDEX mail_kept ON mail_in (campaign, at) WHERE answered = 1 AND raw != x'';

CREATE TABLE mail_signed (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id)
) STRICT;

CREATE TABLE mail_spare (
  address TEXT PRIMARY KEY,
  spare TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""Mails that nobody has looked into yet; invitations to a seat that is played; whose campaign a mail is, and
which domains have signed it; campaigns that demand signatures (DKIM); second addresses of people.
"""

MAIL_ZONE = """
CREATE TABLE mail_zone (
  address TEXT PRIMARY KEY,
  zone TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""The time zone in which somebody wants the times of their mails."""

MAIL_LINKED = """
CREATE TABLE mail_linked (
  token TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
"""
"""Seats whose mails have a link to the table in place of pictures."""

MAIL_REPORTS = """
CREATE TABLE mail_delayed (
  address TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE mail_in ADD COLUMN text TEXT NOT NULL DEFAULT '';
ALTER TABLE mail_in ADD COLUMN idle INTEGER NOT NULL DEFAULT 0;
"""
"""Addresses to which mails are late; the hash of what was written, and whether that held no command."""

MAIL_TEXT = """
CREATE TABLE mail_text (
  message_id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  said BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_text_recipient ON mail_text (recipient, at);
CREATE INDEX mail_text_at ON mail_text (at);
"""
"""The texts of mails, compressed, by which quotations of them are known."""

MAIL_WRITTEN = "ALTER TABLE mail_in ADD COLUMN written INTEGER NOT NULL DEFAULT 0;"
"""The time at which a mail was written by its own account, in UNIX seconds, 0 if that is not known."""

PRIVATE_NOTES = """
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
"""Notes of a person at a seat on places and turns, for nobody else."""

PRESS = """
CREATE TABLE press (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX press_of ON press (campaign, seat, at);

CREATE TABLE press_block (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  other TEXT NOT NULL,
  PRIMARY KEY (campaign, seat, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE press_silence (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
"""
"""Messages between players: who wrote when, who does not read whom, who was silenced."""
