"""The brackets of an elimination tournament between bots."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from ludarium.tournament.elimination import FINAL, LOSERS, WINNERS
from ludarium.tournament.report.bracket_svg import draw_bracket
from ludarium.tournament.results import Results


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
            yield title, draw_bracket([*results.config.players], sections[section], section)
