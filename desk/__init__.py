"""The umpire's desk: all input and output."""
