"""A match on the site: its seats, clocks, commands, rows and page."""
