"""Bots that play any game, the evaluation of positions, and random play."""
