"""Rows of ratings and results."""
