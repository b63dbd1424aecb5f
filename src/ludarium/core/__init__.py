"""What any game is; this layer knows no game."""
