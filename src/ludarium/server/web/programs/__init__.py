"""What programs ask for that has no page, and the page of their tokens."""
