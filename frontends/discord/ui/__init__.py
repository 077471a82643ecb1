"""Messages, buttons, menus and forms of Discord."""
