"""The store: rows of the database as plain values. Only this package contains SQL."""
