"""Exact values of dice races."""
