"""The rows of tournaments in the database."""
