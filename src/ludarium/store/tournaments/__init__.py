"""Tournaments, their players, and their games."""
