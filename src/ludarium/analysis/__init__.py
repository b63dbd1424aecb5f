"""Measurements, tables and pictures of games and tournaments."""
