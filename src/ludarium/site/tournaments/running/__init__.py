"""Tournaments begin and go on by themselves."""
