"""The lobby: offers of people to play, as pages."""
