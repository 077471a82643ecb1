"""One reply in the shapes that mail programs give it: the new text, then the umpire's mail quoted."""

from __future__ import annotations

import base64

ORDERS = "ORDERS JC-1 caesar\n{order}\nEND"
HEAD = (
    "From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\n"
    "Message-ID: <{id}@example.net>\r\nMIME-Version: 1.0\r\n"
)


def shapes(order: str) -> dict[str, bytes]:
    """Return the bytes of each shape behind its own headers, with `{to}` and so on to be filled in."""
    plain = ORDERS.format(order=order)
    quoted = "\n".join(f"> {line}" for line in ("Your decision", "ORDERS JC-1 caesar", "discard 9/9", "END"))
    html = (
        "<html><head><style>p{margin:0}</style></head><body><div dir='auto'>"
        + "".join(f"<div>{line}</div>" for line in plain.splitlines())
        + "</div><br><blockquote type='cite'><div>ORDERS JC-1 caesar</div><div>discard 9/9</div>"
        "<div>END</div></blockquote></body></html>"
    )
    odd = plain.replace(" ", "\u00a0").replace("/", "\uff0f").replace("discard", "dis\u00adcard")
    answered = "On Sun, 22 Nov 2026 at 10:00, Tabellarius <u@example.org> wrote:"
    flowed = plain.replace(f"\n{order}", f"\n{order[:4]} \n{order[4:]}")
    japanese = f"命令 JC-1 caesar\n{order.replace('/', '／')}\n終わり"
    both = [
        b"Content-Type: text/plain\r\n\r\n" + plain.encode(),
        b"Content-Type: text/html\r\n\r\n" + html.encode(),
    ]
    parts = b"\r\n".join(b"--b\r\n" + part for part in both)
    return {
        "gmail": _text(f"{plain}\n\n{answered}\n\n{quoted}"),
        "outlook": _text(
            f"{plain}\r\n\r\n-----Original Message-----\r\nFrom: u@example.org\r\nORDERS\r\nEND"
        ),
        "thunderbird, below the quotation": _text(f"{quoted}\n\n{plain}"),
        "mutt, signed": _text(f"{plain}\n-- \nAnna\nORDERS JC-1 caesar\nEND"),
        "flowed": _text(flowed, "; format=flowed; delsp=yes"),
        "base64": _encoded(plain, "utf-8"),
        "windows-1252": _encoded(f"Hi \u201cumpire\u201d\n{plain}", "windows-1252"),
        "a Japanese telephone": _encoded(japanese, "iso-2022-jp"),
        "odd spaces and soft hyphens": _encoded(odd, "utf-8"),
        "html only": b"Content-Type: text/html; charset=utf-8\r\n\r\n" + html.encode(),
        "alternative": b"Content-Type: multipart/alternative; boundary=b\r\n\r\n" + parts + b"\r\n--b--\r\n",
        "quoted printable": (
            b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
            + plain.replace("/", "=2F").encode()
        ),
        "no type at all": b"\r\n" + plain.encode(),
    }


def _text(body: str, more: str = "") -> bytes:
    return f"Content-Type: text/plain; charset=utf-8{more}\r\n\r\n{body}".encode()


def _encoded(body: str, charset: str) -> bytes:
    head = f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    return head.encode() + base64.encodebytes(body.encode(charset, errors="replace"))
