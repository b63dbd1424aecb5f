"""Offers of people to play, in the database."""
