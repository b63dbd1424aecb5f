"""Mails that go out: written and sent."""
