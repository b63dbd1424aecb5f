"""People: accounts, names, sign-in, vacation, blocks."""
