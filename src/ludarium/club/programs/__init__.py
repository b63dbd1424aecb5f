"""Programs that act for people: their tokens, and what they are told."""
