"""The results of a tournament as tables that other programs read: CSV, Parquet and JSON."""

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
from ludarium.tournament.forfeits import forfeit_cause, forfeiting_player
from ludarium.tournament.results import Results

if TYPE_CHECKING:
    import polars as pl


def standings(results: Results) -> pl.DataFrame:
    """Return a row for each player, best first; the same configuration gives the same table.

    `low` and `high` bound the expected score with 95 % confidence; `rating` has the standard error `error`; `byes`
    count as wins but are not part of `points`.

    Raises `MissingExtra`.
    """
    with extra("tournament", "a table of results"):
        import polars as pl
    rows = []
    for player in results.players:
        score = player.score
        low, high = score.interval
        rows.append({
            "rank": player.rank, "player": player.name, "bot": player.bot, "games": score.games,
            "won": score.won, "drawn": score.drawn, "lost": score.lost, "points": score.points,
            "score": score.points / score.games if score.games else None, "low": low, "high": high,
            "rating": player.rating.strength, "error": player.rating.error,
            "byes": player.byes, "forfeits": player.forfeits,
        })  # fmt: skip
    return pl.DataFrame(rows)


def games(results: Results) -> pl.DataFrame:
    """Return a row for each game: the player of each seat, the result, the ending, and seconds in all and by seat.

    Raises `MissingExtra`.
    """
    with extra("tournament", "a table of results"):
        import polars as pl
    names = [*results.config.players]
    seats = load(results.config.game).setup.seat_names
    rows = []
    for pairing, result in results.games:
        loser = forfeiting_player(pairing, result)
        rows.append({
            "game": result.number + 1, "section": pairing.section, "round": pairing.round + 1,
            "encounter": pairing.encounter + 1,
            **{seat: names[player] for seat, player in zip(seats, pairing.seating, strict=True)},
            "result": format_result(result.payoffs), "ending": result.ending,
            "forfeit_by": None if loser is None else names[loser], "cause": forfeit_cause(result) or None,
            "turns": result.turns, "seconds": result.seconds,
            **{f"{seat}_seconds": seconds for seat, seconds in zip(seats, result.seat_seconds, strict=True)},
            "seed": results.config.job(result.number, pairing).seed,
        })  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def write_tables(results: Results, folder: Path, write: Callable[[Path, bytes], object]) -> None:
    """Write the tables `standings` and `games` as CSV and Parquet, and both together as `results.json`.

    `write` writes one file. Raises `MissingExtra`, and what `write` raises.
    """
    tables = {"standings": standings(results), "games": games(results)}
    for name, table in tables.items():
        for kind, save in (("csv", table.write_csv), ("parquet", table.write_parquet)):
            file = BytesIO()
            save(file)
            write(folder / f"{name}.{kind}", file.getvalue())
    whole: dict[str, object] = {"ludarium": __version__, "tournament": results.config.to_dict()}
    whole |= {name: table.to_dicts() for name, table in tables.items()}
    write(folder / "results.json", f"{json.dumps(whole, indent=1, ensure_ascii=False)}\n".encode())
