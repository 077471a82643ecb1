"""The tables of the front ends, as SQL: links, channels, ways to readers; nothing of a game."""

from __future__ import annotations

ACCESS = """
CREATE TABLE seat_access (
  token_hash TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  seat TEXT NOT NULL,
  user TEXT NOT NULL,
  UNIQUE (campaign, seat, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_access (
  session_hash TEXT NOT NULL,
  token_hash TEXT NOT NULL REFERENCES seat_access (token_hash),
  PRIMARY KEY (session_hash, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_access_token ON session_access (token_hash);

CREATE TABLE session_password (
  session_hash TEXT PRIMARY KEY,
  proof TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seat_recovery (
  token_hash TEXT PRIMARY KEY REFERENCES seat_access (token_hash),
  code_hash TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

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
"""The table in a browser: seat access by the hash of its token and of the code that recovers it, the
sessions that have it, and those inside Discord with the game that somebody opened last.
"""

CHANNELS = """
CREATE TABLE channel_binding (
  campaign INTEGER PRIMARY KEY REFERENCES campaign (id),
  guild INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  language TEXT NOT NULL,
  strict INTEGER NOT NULL,
  stage TEXT NOT NULL,
  status INTEGER NOT NULL,
  digest TEXT NOT NULL,
  gone TEXT NOT NULL
) STRICT;
CREATE INDEX channel_binding_channel ON channel_binding (channel);

CREATE TABLE thread (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  name TEXT NOT NULL,
  thread INTEGER NOT NULL,
  PRIMARY KEY (campaign, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_thread ON thread (thread);

CREATE TABLE sent_message (
  post INTEGER NOT NULL REFERENCES outbox (id),
  user TEXT NOT NULL,
  part INTEGER NOT NULL,
  place INTEGER NOT NULL,
  message INTEGER NOT NULL,
  PRIMARY KEY (post, user, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE server (
  guild INTEGER PRIMARY KEY,
  founders TEXT NOT NULL,
  channels TEXT NOT NULL,
  language TEXT NOT NULL,
  quiet INTEGER NOT NULL
) STRICT;

CREATE TABLE server_board (
  guild INTEGER PRIMARY KEY,
  channel INTEGER NOT NULL,
  message INTEGER NOT NULL,
  digest TEXT NOT NULL
) STRICT;
"""
"""The channel of each campaign, messages sent, the settings of Discord servers (`founders` and `channels`
are lists of ids as JSON), and the message that lists a server's games.
"""

READERS = """
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
  pictures INTEGER NOT NULL,
  digest INTEGER NOT NULL,
  quiet TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE attention (
  campaign INTEGER NOT NULL REFERENCES campaign (id),
  user TEXT NOT NULL,
  seen INTEGER NOT NULL,
  digest INTEGER,
  rung TEXT NOT NULL,
  mapped TEXT NOT NULL,
  rest INTEGER NOT NULL,
  part TEXT NOT NULL,
  silent INTEGER NOT NULL,
  PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE note (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sheet (
  id TEXT NOT NULL,
  user TEXT NOT NULL,
  content TEXT NOT NULL,
  met INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (id, user)
) STRICT, WITHOUT ROWID;
"""
"""The last post that each reader has read, the ways to them, their last calls and maps; half-filled forms."""

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
