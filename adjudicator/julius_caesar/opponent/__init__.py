"""The computer on worlds: a fast policy, plans of a phase, and the worth of a world (design/computer.md §5).

Worlds here are imagined: of the enemy only what the seat may see is used, the number of backs and the faces
in battle.
"""
