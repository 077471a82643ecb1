"""Plain libraries of boards, shared by the games and the renderer."""
