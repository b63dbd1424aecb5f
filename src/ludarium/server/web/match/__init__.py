"""The page of a match: its panels, links, plans and events."""
