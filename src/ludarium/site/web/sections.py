"""The sections of the site, as its header names them, and which of them a page belongs to."""

SECTIONS = {
    "/play": "Play",
    "/learn": "Learn",
    "/watch": "Watch",
    "/compete": "Compete",
    "/workshop": "Workshop",
}
"""The names of the sections by their addresses, in order."""
_FIRST = {
    "offers": "/play", "challenges": "/play", "puzzles": "/learn", "analysis": "/learn", "tournaments": "/compete",
    "leagues": "/compete", "rankings": "/compete",
}  # fmt: skip
_OF_GAME = {
    "new": "/play", "tutorial": "/learn", "workshop": "/workshop", "ladder": "/compete", "best": "/compete",
    "challenge-ladder": "/compete",
}  # fmt: skip


def section_of(path: str) -> str:
    """Return the address of the section to which the page at an address belongs; empty for none.

    >>> section_of("/compete"), section_of("/tournaments/new"), section_of("/games/orion/tutorial/3")
    ('/compete', '/compete', '/learn')
    >>> section_of("/matches"), section_of("/matches/pR3kQ7")
    ('/watch', '')
    >>> section_of("/games/orion"), section_of("/about")
    ('', '')
    """
    parts = path.split("/")
    first = parts[1] if len(parts) > 1 else ""
    if path == "/matches":
        return "/watch"
    if first == "games":
        return _OF_GAME.get(parts[3], "") if len(parts) > 3 else ""
    return f"/{first}" if f"/{first}" in SECTIONS else _FIRST.get(first, "")
