"""Leagues, as pages."""
