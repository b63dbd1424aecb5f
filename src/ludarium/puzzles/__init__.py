"""Puzzles: positions with turns that are right by proof, how they are found, and how they are proved again."""
