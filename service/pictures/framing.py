"""What goes between the bot and a painter, through pipes: a length, and so many bytes."""

from __future__ import annotations

from struct import Struct as Form
from typing import IO

_LENGTH = Form(">Q")


def send(to: IO[bytes], content: bytes) -> None:
    """Write something whole.

    Raises:
        OSError: if nobody reads it.
    """
    to.write(_LENGTH.pack(len(content)))
    to.write(content)
    to.flush()


def receive(source: IO[bytes]) -> bytes:
    """Read what was sent.

    Raises:
        EOFError: if whoever sends is gone.
    """
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    content = source.read(length)
    if len(content) < length:
        raise EOFError
    return content
