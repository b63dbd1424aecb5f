"""Rows of reports, of decisions of moderators, and of findings of the site."""
