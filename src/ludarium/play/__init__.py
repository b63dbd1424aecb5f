"""People and bots at a table; this layer knows no game by name."""
