"""What bots do for others: reviews, hints, live turns and searches."""
