"""Mails that wait to be sent, and the addresses that take answers."""
