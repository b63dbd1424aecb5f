"""Ladders of bots: which play, how they are paired and ranked."""
