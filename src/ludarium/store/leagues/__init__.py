"""Leagues, and the players of their next seasons."""
