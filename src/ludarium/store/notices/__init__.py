"""Rows of notices and of people's notification settings."""
