"""The board of a match on a page, and a turn while it is composed."""
