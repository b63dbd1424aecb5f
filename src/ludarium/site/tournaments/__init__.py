"""Tournaments of people and bots, from entering to the table."""
