"""The work of bots: turns, reviews and hints."""
