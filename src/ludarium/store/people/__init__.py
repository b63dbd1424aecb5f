"""Rows of people: accounts, sessions, passkeys, vacations."""
