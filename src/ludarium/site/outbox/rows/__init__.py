"""The rows of mails in the database."""
