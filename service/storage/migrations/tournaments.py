"""The tables of tournaments, as SQL (design/tournaments.md)."""

from __future__ import annotations

TOURNAMENTS = """
CREATE TABLE tournament (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('entries', 'playing', 'over', 'dead')),
  director TEXT NOT NULL,
  zone TEXT NOT NULL,
  due INTEGER NOT NULL,
  n INTEGER NOT NULL,
  head TEXT NOT NULL
) STRICT;
CREATE INDEX tournament_state ON tournament (state);

CREATE TABLE tournament_secret (
  tournament INTEGER PRIMARY KEY REFERENCES tournament (id),
  root BLOB NOT NULL,
  seeds BLOB NOT NULL
) STRICT;

CREATE TABLE tournament_entry (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  n INTEGER NOT NULL,
  body BLOB NOT NULL,
  head TEXT NOT NULL,
  PRIMARY KEY (tournament, n)
) STRICT;
CREATE TRIGGER tournament_entry_is_never_updated BEFORE UPDATE ON tournament_entry
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER tournament_entry_is_never_deleted BEFORE DELETE ON tournament_entry
  BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE tournament_player (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  player TEXT NOT NULL,
  user TEXT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (tournament, player),
  UNIQUE (tournament, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_player_user ON tournament_player (user);

CREATE TABLE tournament_replaced (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  player TEXT NOT NULL,
  user TEXT NOT NULL,
  who TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (tournament, player, until)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_replaced_user ON tournament_replaced (user);

CREATE TABLE tournament_staff (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  user TEXT NOT NULL,
  who TEXT NOT NULL,
  PRIMARY KEY (tournament, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_sealed (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  game TEXT NOT NULL,
  player TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('bid', 'statement')),
  nonce BLOB NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (tournament, game, player, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_game (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  game TEXT NOT NULL,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  PRIMARY KEY (tournament, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_game_campaign ON tournament_game (campaign);

CREATE TABLE tournament_told (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  game TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (tournament, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocked (
  user TEXT NOT NULL,
  other TEXT NOT NULL,
  PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;
"""
"""Tournaments: their logs, who plays, who directs, what is sealed, the campaigns of their games, and up to
which entry each game has been told. Whom a substitute has replaced is kept with their time until they are
erased.
"""

ACCESS = """
CREATE TABLE tournament_access (
  token TEXT PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  user TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_access_tournament ON tournament_access (tournament);

CREATE TABLE tournament_session (
  session TEXT NOT NULL,
  token TEXT NOT NULL REFERENCES tournament_access (token),
  PRIMARY KEY (session, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_post (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  channel INTEGER NOT NULL,
  message INTEGER NOT NULL,
  language TEXT NOT NULL,
  digest TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (tournament, channel)
) STRICT, WITHOUT ROWID;

CREATE TABLE tournament_mail (
  token TEXT PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  address TEXT NOT NULL,
  language TEXT NOT NULL,
  told INTEGER NOT NULL,
  UNIQUE (tournament, address)
) STRICT, WITHOUT ROWID;
"""
"""Links and sessions, the channels on Discord that show the standings, and places by mail."""
