"""Rows of what bots work on."""
