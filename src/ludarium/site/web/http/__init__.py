"""The HTTP layer of all pages: requests are checked, responses delivered."""
