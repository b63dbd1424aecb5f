"""Talk between people in a match, and their private notes on its positions."""
