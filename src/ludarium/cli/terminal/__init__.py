"""A match in a terminal: the person who types, and matches of a site."""
