"""What people hear of their matches, and news for open pages."""
