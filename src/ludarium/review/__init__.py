"""Reviews of matches and hints: the expectations of each seat, and what its turns gave away."""
