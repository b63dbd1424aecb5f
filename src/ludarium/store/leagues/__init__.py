"""Leagues, and who plays in their next seasons."""
