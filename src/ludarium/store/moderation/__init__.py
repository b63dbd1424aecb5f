"""Rows of reports, of what moderators decide, and of what the site itself notices."""
