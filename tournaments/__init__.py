"""Tournaments: who plays whom, on which side, and how they stand; no campaign, store or clock is known.

A tournament is its log (`log`): a card, entries of players, rounds, results. `state.replay` reads it,
`pairing` proposes the next round by a lot that anybody can verify, `standings` and `ratings` count. The page
design/tournaments.md says how, and `verify` checks an export with Python's standard library alone.
"""
