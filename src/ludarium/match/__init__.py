"""A match as a value: turns, clock, dice, orders, verification."""
