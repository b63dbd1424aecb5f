"""Pages about people: accounts, sign-in, notices, vacation."""
