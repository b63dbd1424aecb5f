"""Rows of challenges."""
