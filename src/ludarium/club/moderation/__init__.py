"""Moderation of a site: reports, decisions of moderators, and findings of the site itself."""
