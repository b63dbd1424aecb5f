"""The store: rows of the database as plain values. No other package knows SQL."""
