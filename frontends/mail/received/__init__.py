"""Mails that come, before their text counts: charsets, reports of delivery, mails of programs."""
