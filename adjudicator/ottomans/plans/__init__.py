"""The computer's plans: strengths and worths, moves, battles, chits, answers."""
