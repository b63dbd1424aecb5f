"""The pages of talk in matches, and of notes on positions."""
