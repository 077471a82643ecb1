"""Messages between the bot and a render process, through pipes: a length, then that many bytes."""

from __future__ import annotations

from struct import Struct as Form
from typing import IO

_LENGTH = Form(">Q")


def send(to: IO[bytes], content: bytes) -> None:
    """Write a whole message.

    Raises:
        OSError: if the other end is closed.
    """
    to.write(_LENGTH.pack(len(content)))
    to.write(content)
    to.flush()


def receive(source: IO[bytes]) -> bytes:
    """Read a message.

    Raises:
        EOFError: if the other end is closed.
    """
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = source.read(length)
    if len(content) < length:
        raise EOFError
    return content
