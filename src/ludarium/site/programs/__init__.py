"""Programs of people: tokens, events, records and the workshop."""
