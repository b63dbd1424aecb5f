"""The board to analyse on: studies of a game with variations, kept in an address or by a person."""
