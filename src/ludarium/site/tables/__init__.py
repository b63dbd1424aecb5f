"""Positions of games with a table of exact values, looked up."""
