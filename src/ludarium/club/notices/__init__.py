"""Notices to people about their matches, and news for open pages."""
