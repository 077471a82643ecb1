"""Tournaments: pairings, sides and standings, without knowledge of campaigns, the store or clocks.

A tournament is its log (`log`): a card, entries of players, rounds, results. `state.replay` reads it,
`pairing` proposes the next round by a lot that anybody can verify, `standings` and `ratings` count. The page
design/tournaments.md has the details, and `verify` checks an export with Python's standard library alone.
"""
