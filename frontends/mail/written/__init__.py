"""Text that the sender of a mail wrote: plain characters, the text of a page, without what is quoted."""
