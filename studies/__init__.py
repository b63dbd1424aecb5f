"""Experiments with their results: each file says what it asks, and `results/` holds what it found."""
