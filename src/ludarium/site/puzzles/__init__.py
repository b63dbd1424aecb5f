"""Puzzles: positions in which the right turn is proved, one a day for each game."""
