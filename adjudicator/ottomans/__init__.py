"""Ottomans: the rise of the Ottoman Empire, 1450 to 1571, turns of ten years; two to four coalitions."""
