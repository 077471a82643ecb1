"""The tables of play by e-mail, as SQL."""

from __future__ import annotations

SEATS = """
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
  quiet TEXT NOT NULL,
  UNIQUE (campaign, seat)
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

CREATE TABLE mail_linked (
  token TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_signed (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id)
) STRICT;

CREATE TABLE mail_spare (
  address TEXT PRIMARY KEY,
  spare TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_zone (
  address TEXT PRIMARY KEY,
  zone TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""Seats by mail with their addresses and tokens, invitations to a seat that is played, seats whose mails
have a link in place of pictures, campaigns that demand signatures (DKIM), second addresses and time zones
of people.
"""

MAILS = """
CREATE TABLE mail_arrived (
  hash TEXT PRIMARY KEY,
  raw BLOB NOT NULL,
  at INTEGER NOT NULL,
  tries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_in (
  digest TEXT PRIMARY KEY,
  sender TEXT NOT NULL,
  raw BLOB NOT NULL,
  at INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  hash TEXT NOT NULL,
  campaign INTEGER REFERENCES campaign (id),
  signers TEXT NOT NULL,
  text TEXT NOT NULL DEFAULT '',
  idle INTEGER NOT NULL DEFAULT 0,
  written INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_unread ON mail_in (at) WHERE answered = 0;
CREATE INDEX mail_sender ON mail_in (sender, at);
CREATE INDEX mail_kept ON mail_in (campaign, at) WHERE answered = 1 AND raw != x'';

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

CREATE TABLE mail_text (
  message_id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  said BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_text_recipient ON mail_text (recipient, at);
CREATE INDEX mail_text_at ON mail_text (at);
"""
"""Mails that nobody has looked into yet, mails read (`signers`: the domains that have signed, `text`: the
hash of what was written, `idle`: that held no command, `written`: the time by their own account in UNIX
seconds, 0 if unknown), mails to be sent and sent, and the texts by which quotations are known.
"""

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

CREATE TABLE mail_delayed (
  address TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mail_wait (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  since INTEGER NOT NULL
) STRICT;
"""
"""The place up to which the umpire's mailbox was read, addresses whose mails come back or are late,
campaigns that wait for it.
"""
