"""The rows of matches in the database."""
