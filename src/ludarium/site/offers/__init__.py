"""Offers of people to play with those who fit, and the lobby."""
