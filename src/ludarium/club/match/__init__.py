"""A match while it is played: views, seats, clocks, plans, changes."""
