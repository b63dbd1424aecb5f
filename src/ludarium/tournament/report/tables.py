"""The results of a tournament as tables that other programs read: CSV, Parquet and JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium import __version__
from ludarium.core.extras import extra
from ludarium.core.record import format_result
from ludarium.tournament.results import Results
from ludarium.tournament.side_by_side import forfeit_cause, forfeiting_player

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
    names, config = [*results.config.players], results.config
    seats = config.loaded.setup.seat_names
    if config.several:  # the seats of each have other names
        seats = tuple(f"seat_{seat}" for seat in range(max(game.seats for game in config.all_games)))
    rows = []
    for pairing, result in results.games:
        loser = forfeiting_player(pairing, result)
        rows.append({
            "game": result.number + 1, **({"spec": config.several[pairing.game]} if config.several else {}),
            "section": pairing.section, "round": pairing.round + 1,
            "encounter": pairing.encounter + 1,
            **dict(zip_longest(seats, (names[player] for player in pairing.seating))),
            "result": format_result(result.payoffs), "ending": result.ending,
            "forfeit_by": None if loser is None else names[loser], "cause": forfeit_cause(result) or None,
            "turns": result.turns, "seconds": result.seconds,
            **{f"{seat}_seconds": seconds for seat, seconds in zip_longest(seats, result.seat_seconds)},
            "seed": results.config.job(result.number, pairing).seed,
        })  # fmt: skip
    return pl.DataFrame(rows, infer_schema_length=None)


def by_game(results: Results) -> pl.DataFrame:
    """Return a row for each player in each of several games, best first.

    Raises `MissingExtra`.
    """
    with extra("tournament", "a table of results"):
        import polars as pl
    rows = []
    for spec, scores in results.tables.items():
        for rank, score in enumerate(scores, 1):
            low, high = score.interval
            rows.append({
                "spec": spec, "rank": rank, "player": score.player, "games": score.games,
                "won": score.won, "drawn": score.drawn, "lost": score.lost, "points": score.points,
                "score": score.points / score.games if score.games else None, "low": low, "high": high,
            })  # fmt: skip
    return pl.DataFrame(rows)


def write_tables(results: Results, folder: Path, write: Callable[[Path, bytes], object]) -> None:
    """Write the tables `standings` and `games` as CSV and Parquet, and all together as `results.json`.

    A tournament of several games has the table `by_game`, too. `write` writes one file. Raises `MissingExtra`, and what
    `write` raises.
    """
    tables = {"standings": standings(results), "games": games(results)}
    if results.config.several:
        tables["by_game"] = by_game(results)
    for name, table in tables.items():
        for kind, save in (("csv", table.write_csv), ("parquet", table.write_parquet)):
            file = BytesIO()
            save(file)
            write(folder / f"{name}.{kind}", file.getvalue())
    whole: dict[str, object] = {"ludarium": __version__, "tournament": results.config.to_dict()}
    whole |= {name: table.to_dicts() for name, table in tables.items()}
    write(folder / "results.json", f"{json.dumps(whole, indent=1, ensure_ascii=False)}\n".encode())
