"""Programs that act for people: their tokens, and the events that they receive."""
