"""Rows of mails that came in or wait to be sent."""
