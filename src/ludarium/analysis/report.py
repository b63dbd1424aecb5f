"""What came of a tournament as one HTML file that needs nothing else: tables, charts, every game to be replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from importlib.resources import files
from statistics import fmean

from ludarium import __version__
from ludarium.analysis.bracket import brackets
from ludarium.analysis.charts import curves, histogram, whisker
from ludarium.analysis.results import games, standings
from ludarium.core.extras import extra
from ludarium.core.record import Record
from ludarium.scenes import replay
from ludarium.tournament.executors import Inline
from ludarium.tournament.ratings import ratings
from ludarium.tournament.tournament import Tournament, forfeits

_MOST_TURNS = 100_000
"""Turns in all games that can be replayed, where nobody says how many games."""
_MOST_LISTED = 2_000
"""Games in the list, apart from those that can be replayed."""
_MOST_CURVES = 12


def report(cup: Tournament, replays: int | None = None, executor: Executor | None = None) -> str:
    """The report; so many of its games can be replayed, which the executor draws.

    Without a number all can be, as long as their turns are not too many for a page.

    Raises `MissingExtra`.
    """
    with extra("arena", "a report"):
        import jinja2
    env = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    template = env.from_string(files(__package__).joinpath("report.html").read_text("utf-8"))
    table = standings(cup).to_dicts()
    for row in table:
        row["whisker"] = whisker(row["low"], row["score"], row["high"]) if row["games"] else ""
    names = [*cup.plan.players]
    drawn = [*brackets(cup)] if "elimination" in cup.plan.system else []
    return template.render(
        plan=cup.plan,
        version=__version__,
        standings=table,
        seconds=_seconds(cup),
        brackets=drawn,
        cross=[] if drawn else _cross(cup, [row["player"] for row in table]),
        ratings=_rating_curves(cup),
        lengths=histogram([result.turns for _, result in cup.played()], "turns") if cup.results else "",
        forfeits=[(names[player], cause, count) for (player, cause), count in forfeits(cup.played()).items()],
        count=len(cup.results),
        byes=any(row["byes"] for row in table),
        games=_games(cup, _films(cup, replays, executor)),
        script=replay.script(),
    )


def _seconds(cup: Tournament) -> dict[str, tuple[float, float]]:
    """The seconds that each player thought in a game: on average, and at most."""
    return {name: (fmean(seconds), max(seconds)) for name, seconds in cup.spent().items()}


def _cross(cup: Tournament, order: Sequence[str]) -> list[list[tuple[float, int] | None]]:
    """The points that each has made against each, in order, and of how many games."""
    met = cup.cross_table()
    return [[met.get((player, other)) for other in order] for player in order]


def _rating_curves(cup: Tournament) -> str:
    """How the ratings of the best changed from game to game."""
    names = [*cup.plan.players]
    told = [*ratings(len(names), ((fixture.seating, result.payoffs) for fixture, result in cup.played()))]
    best = [names.index(line.player) for line in cup.standings()[:_MOST_CURVES]]
    return curves({names[one]: [after[one].strength for after in told] for one in best}, "Ratings by game", "games")


def _games(cup: Tournament, films: Iterator[str]) -> list[dict[str, object]]:
    """What the list of games says of each."""
    names = [*cup.plan.players]
    return [
        {**row, "players": [names[player] for player in fixture.seating], "film": made}
        for row, (fixture, _), made in zip(games(cup).to_dicts(), cup.played(), films, strict=False)
    ]


def _films(cup: Tournament, replays: int | None, executor: Executor | None) -> Iterator[str]:
    """The players of the games that are listed, and nothing for those that are not drawn."""
    chosen, turns = list[str](), 0
    for _, result in cup.played():
        turns += result.turns
        if turns > _MOST_TURNS if replays is None else len(chosen) >= replays:
            break
        chosen.append(result.record)
    yield from (executor or Inline()).map(_film, chosen)
    yield from [""] * (min(len(cup.results), _MOST_LISTED) - len(chosen))


def _film(record: str) -> str:
    return replay.player(Record.parse(record))
