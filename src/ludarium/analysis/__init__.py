"""Numbers in, tables and pictures out."""
