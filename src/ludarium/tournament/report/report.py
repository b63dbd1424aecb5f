"""The report of a tournament as one self-contained HTML file: tables, charts, and the games to replay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from importlib.resources import files
from itertools import chain, groupby
from statistics import fmean

from ludarium import __version__
from ludarium.core.arguments import check_whole
from ludarium.core.extras import extra
from ludarium.core.record import Record
from ludarium.scenes import replay
from ludarium.tournament.elimination import FINAL, LOSERS, WINNERS
from ludarium.tournament.executors import Inline
from ludarium.tournament.report.bracket_svg import draw_bracket
from ludarium.tournament.report.tables import by_game, games, standings
from ludarium.tournament.results import Results

_MOST_TURNS = 100_000
"""The maximum number of turns, in all games together, that the report can replay by default."""
_MOST_LISTED = 2_000
"""The maximum length of the list of games, unless more of them can be replayed."""
_MOST_CURVES = 12
"""The maximum number of players in the chart of the ratings."""


def report(results: Results, replays: int | None = None, executor: Executor | None = None) -> str:
    """Return the report as HTML.

    `replays` is the number of games that it can replay; None for all, up to a total number of turns that a page can
    hold. The executor draws them.

    Raises `MissingExtra`, and `InvalidOption` for a number below 0.
    """
    if replays is not None:
        check_whole("replays", replays, 0)
    with extra("tournament", "a report"):
        import jinja2

        from ludarium.tournament.report.charts import curves, histogram, inline_svg
    env = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    template = env.from_string(files(__package__).joinpath("report.html").read_text("utf-8"))
    table = standings(results).to_dicts()
    lengths = [result.turns for _, result in results.games]
    drawn = [*brackets(results)] if "elimination" in results.config.system else []
    return template.render(
        config=results.config,
        version=__version__,
        standings=table,
        seconds=_seconds(results),
        brackets=drawn,
        by_game=_by_game(results),
        cross=[] if drawn else _cross(results, [row["player"] for row in table]),
        ratings=inline_svg(curves(_rating_curves(results), "games"), "Ratings after each game"),
        lengths=inline_svg(histogram(lengths, "turns"), "Games by their number of turns") if lengths else "",
        forfeits=[(name, cause, count) for (name, cause), count in results.forfeits.items()],
        count=len(results.games),
        byes=any(row["byes"] for row in table),
        games=_games(results, _replays(results, replays, executor)),
        script=replay.script(),
    )


def _seconds(results: Results) -> dict[str, tuple[float, float]]:
    """Return each player's thinking time in a game in seconds: the mean and the maximum."""
    return {player.name: (fmean(player.seconds), max(player.seconds)) for player in results.players if player.seconds}


def _cross(results: Results, order: Sequence[str]) -> list[list[tuple[float, int] | None]]:
    """Return the cross table, rows and columns in this order: points and number of games; None for no games."""
    return [[results.cross_table.get((player, other)) for other in order] for player in order]


def _by_game(results: Results) -> list[tuple[str, list[dict[str, object]]]]:
    """Return the spec and the table of each of several games."""
    rows = by_game(results).to_dicts() if results.tables else []
    return [(spec, [*group]) for spec, group in groupby(rows, lambda row: row["spec"])]


def _rating_curves(results: Results) -> dict[str, list[float]]:
    """Return the ratings of the best players, before the first game and after each game."""
    return {player.name: results.rating_curve(player.name) for player in results.players[:_MOST_CURVES]}


def _games(results: Results, replays: Iterator[str]) -> list[dict[str, object]]:
    """Return the rows of the list of games."""
    names = [*results.config.players]
    return [
        {**row, "players": [names[player] for player in pairing.seating], "replay": made}
        for row, (pairing, _), made in zip(games(results).to_dicts(), results.games, replays, strict=False)
    ]


def _replays(results: Results, count: int | None, executor: Executor | None) -> Iterator[str]:
    """Yield the replay of each listed game as HTML; an empty text for games that cannot be replayed."""
    chosen, turns = list[str](), 0
    for _, result in results.games:
        turns += result.turns
        if turns > _MOST_TURNS if count is None else len(chosen) >= count:
            break
        chosen.append(result.record)
    yield from (executor or Inline()).map(_replay, chosen)
    yield from [""] * (min(len(results.games), _MOST_LISTED) - len(chosen))


def _replay(record: str) -> str:
    """Return the replay of a record as HTML."""
    return replay.player(Record.parse(record))


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
