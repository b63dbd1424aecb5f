"""Ratings and standings of people."""
