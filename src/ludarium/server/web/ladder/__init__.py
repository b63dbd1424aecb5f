"""Ladders, as pages."""
