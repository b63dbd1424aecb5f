"""Challenge ladders: people challenge those above them for their places, in each game."""
