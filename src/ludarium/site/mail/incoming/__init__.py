"""Mails that come in: received, fetched and read."""
