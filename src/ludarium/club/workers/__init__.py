"""Threads that work for a site: bots that play, analyse, adjudicate and try programs."""
