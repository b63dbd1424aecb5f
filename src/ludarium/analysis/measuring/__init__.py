"""Measures of games: size, how they are decided, how much skill counts, and what their options change."""
