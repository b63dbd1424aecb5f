"""Learning a game by self-play, without knowing it."""
