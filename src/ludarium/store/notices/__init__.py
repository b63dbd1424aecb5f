"""Rows of notices and of how people want to hear of them."""
