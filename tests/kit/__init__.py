"""The tests that every game has to pass: whole games, golden plays, two worlds, bad input, positions.

A game takes part by `tests/<game>/kit.py`, which says what is to be known of it:
`KIT = GameUnderTest(game=GAME, ..)`. Nothing else is to be written, and no test here names a game.
"""
