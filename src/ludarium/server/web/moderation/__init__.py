"""Reports and moderation, as pages."""
