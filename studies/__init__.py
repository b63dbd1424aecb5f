"""Experiments: each module states its question; `results/` holds the results."""
