"""Pages about games: the front page, rules, tutorials."""
