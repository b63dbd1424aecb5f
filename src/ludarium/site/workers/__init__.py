"""Threads that work for a site: bots that play, analyse, adjudicate and climb ladders."""
