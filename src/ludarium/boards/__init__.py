"""Boards without rules: cells, their neighbours, names and coordinates."""
