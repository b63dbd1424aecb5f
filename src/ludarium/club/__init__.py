"""The club: matches, seats, live play and bot workers, the same for every door of the server."""
