"""Players of matches: bots, functions, programs and scripts, and whole games between them."""
