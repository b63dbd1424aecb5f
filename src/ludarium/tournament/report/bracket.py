"""The bracket of an elimination tournament as SVG: a box for each encounter, a column for each round."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from html import escape
from itertools import chain

from ludarium.tournament.elimination import FINAL, LOSERS, WINNERS
from ludarium.tournament.results import Results

_WIDE, _APART, _HIGH = 220, 46, 56
"""The width of a box, the gap between columns, and the height of an encounter."""

Encounters = Mapping[tuple[int, int], Mapping[int, float]]
"""The points of each player, by round and encounter."""


def brackets(results: Results) -> Iterator[tuple[str, str]]:
    """Yield the title and the SVG of each part of the bracket."""
    sections: dict[str, dict[tuple[int, int], dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    scale = results.config.loaded.payoff_range
    played = ((pairing, scale.parts(result.payoffs)) for pairing, result in results.games)
    for pairing, payoffs in chain(played, ((bye, (1.0,)) for bye in results.byes)):
        box = sections[pairing.section][pairing.round, pairing.encounter]
        for player, payoff in zip(pairing.seating, payoffs, strict=True):
            box[player] = box.get(player, 0.0) + payoff
    titles = {"": "Bracket", WINNERS: "Winners", LOSERS: "Losers", FINAL: "Final"}
    for section, title in titles.items():
        if section in sections:
            yield title, _draw([*results.config.players], sections[section], section)


def _draw(names: list[str], boxes: Encounters, section: str) -> str:
    """Return one part of the bracket as SVG."""
    size = 1 << (len(names) - 1).bit_length()
    rounds = 1 + max(number for number, _ in boxes)
    # for each round of the winners the losers play two: among themselves, then against the winners' losers
    rows = [
        1 if section == FINAL else size // 4 >> n // 2 if section == LOSERS else size >> n + 1 for n in range(rounds)
    ]
    height = rows[0] * _HIGH
    parts = []
    for (number, place), points in boxes.items():
        x, y = number * (_WIDE + _APART), (place + 0.5) * height / rows[number]
        parts.append(_box(names, points, x, y))
        following = (number + 1, place if number + 1 == rounds or rows[number + 1] == rows[number] else place // 2)
        if following in boxes and section != FINAL:
            end = (following[1] + 0.5) * height / rows[number + 1]
            parts.append(f'<path class="tick" d="M{x + _WIDE} {y:g}h{_APART // 2}V{end:g}h{_APART // 2}"/>')
    width = rounds * (_WIDE + _APART) - _APART
    label = escape(f"bracket of {len(boxes)} encounters")
    return (
        f'<svg class="bracket" viewBox="-1 -1 {width + 2} {height + 2}" style="width:{width}px" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _box(names: list[str], points: Mapping[int, float], x: float, y: float) -> str:
    """Return the box of an encounter: its players and their points, the winner in bold."""
    ranked = sorted(points, key=lambda player: (-points[player], player))
    parts = [f'<rect class="box" x="{x}" y="{y - 22:g}" width="{_WIDE}" height="44" rx="5"/>']
    for line, player in enumerate(sorted(points)):
        middle = y + (22 * line - 11 if len(points) > 1 else 0)
        name = names[player] if len(names[player]) <= 20 else f"{names[player][:19]}…"
        kind = "first" if player == ranked[0] else "second"
        score = f"{points[player]:g}" if len(points) > 1 else "bye"
        parts.append(
            f'<text class="{kind}" x="{x + 8}" y="{middle:g}">{escape(name)}'
            f"<title>{escape(names[player])}</title></text>"
            f'<text class="{kind} end" x="{x + _WIDE - 8}" y="{middle:g}">{score}</text>'
        )
    return "".join(parts)
