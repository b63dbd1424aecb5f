"""Messages in matches, and notes on positions."""
