"""A moment of a match to share: its last turns as a moving picture, and a link that opens there."""
