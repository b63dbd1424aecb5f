"""What a game is like, in numbers: its size, how it is decided, how much skill counts, and what its options change."""
