"""The rows of notices in the database."""
