"""Bots at work: their turns, reviews and hints."""
