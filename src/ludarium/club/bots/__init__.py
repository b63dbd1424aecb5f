"""What bots do for others: reviews, hints, the turns of live matches, and the queue of all searches."""
