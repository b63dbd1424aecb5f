"""Ladders: published bots and our own levels, ranked by matches in spare time."""
