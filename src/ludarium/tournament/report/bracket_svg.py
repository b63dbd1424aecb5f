"""The drawing of a bracket as SVG: a box for each encounter, a column for each round."""

from collections.abc import Collection, Mapping, Sequence
from html import escape

from ludarium.core.text import counted
from ludarium.tournament.elimination import FINAL, LOSERS

_WIDE, _APART, _HIGH = 220, 46, 56
"""The width of a box, the gap between columns, and the height of an encounter."""

Encounters = Mapping[tuple[int, int], Mapping[int, float]]
"""The points of each player, by round and encounter."""


def draw_bracket(
    names: Sequence[str], boxes: Encounters, section: str = "", undecided: Collection[tuple[int, int]] = ()
) -> str:
    """Return one part of a bracket as SVG; encounters that are `undecided` have no winner yet.

    Where losers are out, or lose for the first time, those that are still to come are empty boxes.
    """
    size = 1 << (len(names) - 1).bit_length()
    rounds = 1 + max(number for number, _ in boxes)
    if section not in (LOSERS, FINAL):
        rounds = size.bit_length() - 1
        boxes = {(n, place): boxes.get((n, place), {}) for n in range(rounds) for place in range(size >> n + 1)}
    # for each round of the winners the losers play two: among themselves, then against the winners' losers
    rows = [
        1 if section == FINAL else size // 4 >> n // 2 if section == LOSERS else size >> n + 1 for n in range(rounds)
    ]
    height = rows[0] * _HIGH
    parts = []
    for (number, place), points in boxes.items():
        x, y = number * (_WIDE + _APART), (place + 0.5) * height / rows[number]
        parts.append(_box(names, points, x, y, decided=(number, place) not in undecided))
        following = (number + 1, place if number + 1 == rounds or rows[number + 1] == rows[number] else place // 2)
        if following in boxes and section != FINAL:
            end = (following[1] + 0.5) * height / rows[number + 1]
            parts.append(f'<path class="tick" d="M{x + _WIDE} {y:g}h{_APART // 2}V{end:g}h{_APART // 2}"/>')
    width = rounds * (_WIDE + _APART) - _APART
    label = escape(f"bracket of {counted(len(boxes), 'encounter')}")
    return (
        f'<svg class="bracket" viewBox="-1 -1 {width + 2} {height + 2}" width="{width}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _box(names: Sequence[str], points: Mapping[int, float], x: float, y: float, *, decided: bool) -> str:
    """Return the box of an encounter: its players and their points, the winner in bold."""
    ranked = sorted(points, key=lambda player: (-points[player], player))
    parts = [f'<rect class="box" x="{x}" y="{y - 22:g}" width="{_WIDE}" height="44" rx="5"/>']
    for line, player in enumerate(sorted(points)):
        middle = y + (22 * line - 11 if len(points) > 1 else 0)
        name = names[player] if len(names[player]) <= 20 else f"{names[player][:19]}…"
        kind = "first" if player == ranked[0] and decided else "second"
        score = ("bye" if len(points) == 1 else f"{points[player]:g}") if decided else ""
        parts.append(
            f'<text class="{kind}" x="{x + 8}" y="{middle:g}">{escape(name)}'
            f"<title>{escape(names[player])}</title></text>"
            f'<text class="{kind} end" x="{x + _WIDE - 8}" y="{middle:g}">{score}</text>'
        )
    return "".join(parts)
