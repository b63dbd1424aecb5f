"""Who plays a new match, by two presses: against whom, and who begins; or each seat is chosen by itself."""

import secrets
from collections.abc import Mapping

AGAINST, BEGINS, EACH = "against", "begins", "seats"
"""The fields, and what the first says if each seat is chosen by itself."""


def with_opponents(values: Mapping[str, str], seats: int, here: str) -> Mapping[str, str]:
    """Return the values of a form with its seats, if it says against whom the person `here` plays; else as they are.

    >>> with_opponents({"against": "easy", "begins": "them", "name-0": "Ann"}, 3, "here")
    {'against': 'easy', 'begins': 'them', 'seat-0': 'easy', 'seat-1': 'easy', 'seat-2': 'here'}
    >>> with_opponents({"against": "seats", "seat-1": "link"}, 2, "here")
    {'against': 'seats', 'seat-1': 'link'}
    """
    others = values.get(AGAINST, "")
    if others in ("", EACH):
        return values
    places = {"them": seats - 1, "lot": secrets.randbelow(seats)}
    mine = places.get(values.get(BEGINS, ""), 0)
    kept = {name: value for name, value in values.items() if not name.startswith(("seat-", "name-"))}
    return kept | {f"seat-{seat}": here if seat == mine else others for seat in range(seats)}
