"""Self-play, compiled: how positions and their values are gathered for training."""
