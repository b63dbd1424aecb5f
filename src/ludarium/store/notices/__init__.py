"""Notices, who gets them and how: settings, browsers with web push, watchers of matches, and broadcasts."""
