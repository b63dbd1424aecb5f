"""People: accounts, signing in, names, vacations, dice and their pages."""
