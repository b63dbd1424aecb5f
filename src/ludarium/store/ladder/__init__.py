"""Ladders, in the database."""
