"""Notices to people about their matches, on pages, by mail and by push."""
