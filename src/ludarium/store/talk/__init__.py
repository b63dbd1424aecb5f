"""What is said in matches, and notes on positions."""
