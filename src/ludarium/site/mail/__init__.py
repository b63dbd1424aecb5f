"""Mails: those that come are read and carried out, those that go are written and sent."""
