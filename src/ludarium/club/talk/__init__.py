"""What people say to each other in a match, and what they note on its positions for themselves."""
