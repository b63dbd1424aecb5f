"""The pages of programs."""
