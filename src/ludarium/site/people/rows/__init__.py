"""The rows of people in the database."""
