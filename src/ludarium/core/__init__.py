"""What every game consists of; this layer knows no particular game."""
