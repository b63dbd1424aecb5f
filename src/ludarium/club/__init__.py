"""The club: matches, seats, live play and bot workers, used by every interface of the server."""
