"""Leagues: seasons in divisions, week after week."""
