"""The package of a game whose module `exact` is wrong."""
