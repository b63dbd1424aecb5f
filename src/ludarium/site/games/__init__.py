"""Pages about games: rules, tutorials, bots."""
