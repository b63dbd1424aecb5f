"""Tournaments: configuration, pairing, execution, journal and ratings."""
