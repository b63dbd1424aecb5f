"""Tournaments, who has entered them, and their games."""
