"""Talk in matches, and notes on positions."""
