"""The tokens of programs."""
