"""Exact values of games: positions, layers, tables, and the solvers that fill them."""
