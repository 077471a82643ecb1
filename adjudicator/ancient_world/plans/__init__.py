"""The computer's plans: sight and worths, battles, sieges, marches, operations, other answers."""
