"""Rows of matches: turns, plans, high scores."""
