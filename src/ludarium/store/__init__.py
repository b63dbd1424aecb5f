"""Where matches are kept; the only part that knows SQL."""
