"""A match as a value: turns, clocks, dice, orders, offers, and the verification of records."""
