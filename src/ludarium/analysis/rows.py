"""The positions of a table of exact values as rows, for other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium.core.errors import LudariumError
from ludarium.core.extras import extra
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rolls import roller
from ludarium.solve.table import Table, open_source
from ludarium.solve.tablefile import read_table

if TYPE_CHECKING:
    import polars as pl

MOST_ROWS = 500_000
"""Positions that a table may have to be written as rows; a file of rows takes far longer to write than to solve."""


def exact_rows(path: str | Path, progress: Callable[[int, int], None] = lambda done, of: None) -> pl.DataFrame:
    """Return a row for every position of a table; of a dice race those in which the first seat is about to roll.

    | column        | meaning                                                                                     |
    | ------------- | ------------------------------------------------------------------------------------------- |
    | `position`    | the position, in the game's notation                                                        |
    | `seat`        | who must choose or roll; null for a draw that is for no seat                                |
    | `value`       | what the game's first seat can expect                                                       |
    | `low`, `high` | the proved bounds of this value; null if it is not proved                                   |
    | `best`        | the best action, by name; before a roll one for each outcome, in their order; null where    |
    |               | nothing can be chosen                                                                       |

    Raises `BadTable` if the file is no sound table of an installed game, `LudariumError` if it has too many positions,
    and `MissingExtra`.
    """
    with extra("analysis", "a table of rows"):
        import polars as pl
    path = Path(path)
    file = read_table(path)
    game = load(str(file.header["game"]))
    table, source = Table.open(path, game), open_source(file, game)
    if source.count > MOST_ROWS:
        raise LudariumError(
            f"{path} has {source.count:,} positions: expected at most {MOST_ROWS:,}; other programs read the file "
            "itself, as docs/reference/tables.md describes it"
        )
    file.check()
    names, least, greatest = game.setup.seat_names, game.payoff_range.least, game.payoff_range.greatest
    rows: dict[str, list[object]] = {name: [] for name in ("position", "seat", "value", "low", "high", "best")}
    for done, (state, value) in enumerate(source.positions(game)):
        seat = roller(state) if state.actors == (CHANCE,) else state.actors[0]
        bounds = (max(least, value - table.gap), min(greatest, value + table.gap)) if table.is_proved else (None, None)
        best = list(_best(table, state))
        row = (str(state), names[seat] if seat >= 0 else None, value, *bounds, best if any(best) else None)
        for column, one in zip(rows.values(), row, strict=True):
            column.append(one)
        if done % 1000 == 0:
            progress(done, source.count)
    numbers = dict.fromkeys(("value", "low", "high"), pl.Float64)
    return pl.DataFrame(rows, schema={"position": pl.String, "seat": pl.String, **numbers, "best": pl.List(pl.String)})


def _best(table: Table, state: State) -> Iterator[str | None]:
    """Yield the best action of a position, by name, or that after each roll; None where the table does not tell."""
    faces = [state.play_unchecked(roll) for roll in state.legal(CHANCE)] if state.actors == (CHANCE,) else [state]
    for face in faces:
        chooses = len(face.actors) == 1 and face.actors != (CHANCE,)
        found = table.best_action(face, face.actors[0]) if chooses else None
        yield face.action_name(found[0]) if found else None
