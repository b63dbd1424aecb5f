"""What came of a tournament, as tables that other programs read: CSV, Parquet and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium import __version__
from ludarium.core.extras import extra
from ludarium.core.record import format_result
from ludarium.core.registry import load
from ludarium.tournament.ratings import rate
from ludarium.tournament.tournament import Tournament, at_fault, cause

if TYPE_CHECKING:
    import polars as pl


def standings(cup: Tournament) -> pl.DataFrame:
    """A line a player, the best first; nothing in it depends on time, so that the same plan gives the same table.

    `low` and `high` bound the expected score with 95 % confidence; `rating` and its standard error `error` are those
    of Weng and Lin; `byes` are games that counted as won without being played, and not among `points`.

    Raises `MissingExtra`.
    """
    with extra("arena", "a table of results"):
        import polars as pl
    names = [*cup.plan.players]
    ratings = rate(len(names), ((fixture.seating, result.payoffs) for fixture, result in cup.played()))
    lost = [at_fault(fixture, result) for fixture, result in cup.played()]
    byes = [fixture.seating[0] for fixture in cup.byes]
    rows = []
    for rank, line in enumerate(cup.standings(), 1):
        player = names.index(line.player)
        low, high = line.interval
        rows.append({
            "rank": rank, "player": line.player, "bot": cup.plan.players[line.player], "games": line.games,
            "won": line.won, "drawn": line.shared, "lost": line.lost, "points": line.points,
            "score": line.points / line.games if line.games else None, "low": low, "high": high,
            "rating": ratings[player].strength, "error": ratings[player].error,
            "byes": byes.count(player), "forfeits": lost.count(player),
        })  # fmt: skip
    return pl.DataFrame(rows)


def games(cup: Tournament) -> pl.DataFrame:
    """A line a game: who sat where, what came of it and how, and the seconds that it took and each seat thought.

    Raises `MissingExtra`.
    """
    with extra("arena", "a table of results"):
        import polars as pl
    names = [*cup.plan.players]
    seats = load(cup.plan.game).setup.seat_names
    rows = []
    for fixture, result in cup.played():
        fault = at_fault(fixture, result)
        rows.append({
            "game": result.number + 1, "section": fixture.section, "round": fixture.round + 1,
            "encounter": fixture.encounter + 1,
            **{seat: names[player] for seat, player in zip(seats, fixture.seating, strict=True)},
            "result": format_result(result.payoffs), "ending": result.ending,
            "forfeit_by": None if fault is None else names[fault], "cause": cause(result) or None,
            "turns": result.turns, "seconds": result.seconds,
            **{f"{seat}_seconds": seconds for seat, seconds in zip(seats, result.spent, strict=True)},
            "seed": cup.plan.job(result.number, fixture).seed,
        })  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def write_tables(cup: Tournament, folder: Path, write: Callable[[Path, bytes], object]) -> None:
    """Write both tables in all forms: `standings` and `games` as CSV and Parquet, and all together as `results.json`.

    Raises `MissingExtra`, and what `write` raises.
    """
    tables = {"standings": standings(cup), "games": games(cup)}
    for name, table in tables.items():
        for kind, save in (("csv", table.write_csv), ("parquet", table.write_parquet)):
            made = BytesIO()
            save(made)
            write(folder / f"{name}.{kind}", made.getvalue())
    whole: dict[str, object] = {"ludarium": __version__, "tournament": cup.plan.to_dict()}
    whole |= {name: table.to_dicts() for name, table in tables.items()}
    write(folder / "results.json", f"{json.dumps(whole, indent=1, ensure_ascii=False)}\n".encode())
