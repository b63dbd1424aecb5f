"""Leagues of people and bots by correspondence, season after season."""
