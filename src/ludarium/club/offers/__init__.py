"""Offers of people to play with the people who fit, and the matches that they begin."""
