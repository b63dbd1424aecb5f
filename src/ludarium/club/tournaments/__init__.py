"""Tournaments of people and bots over days."""
