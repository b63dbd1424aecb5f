"""Reviews of matches and hints: what each seat could expect, and what its turns gave away."""
