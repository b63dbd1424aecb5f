"""The pages of matches that begin."""
