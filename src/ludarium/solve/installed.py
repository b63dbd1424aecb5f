"""Installed tables: the files of one folder, where hints, reviews and the bot `exact` find the one of their game."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from ludarium.core.game import Game
from ludarium.solve.table import Table
from ludarium.solve.tablefile import ENDING, BadTable, read_header, tables_folder

_log = logging.getLogger(__name__)


def open_table(path: str | Path, game: Game) -> Table:
    """Return the table of a file, by its path or by its name in the folder of tables.

    It is opened again only when the file has changed. Raises `BadTable` if it is no table of the game.
    """
    path, folder = Path(path), tables_folder()
    if folder and not path.exists() and len(path.parts) == 1 and (folder / path).exists():
        path = folder / path
    return _open(path, _changed(path), game)


def installed_table(game: Game) -> Table | None:
    """Return the most exact installed table of a game with these options; None if there is none.

    One that cannot be used, such as a table cut short or of other rules, is named once in the log, with the reason.
    """
    tables = [table for path in _paths() if (table := _usable(path, _changed(path), game))]
    return min(tables, key=lambda table: (not table.is_proved, table.gap), default=None)


def require_table(game: Game) -> Table:
    """Return the most exact installed table of a game; raise `BadTable` if there is none that can be used."""
    found = installed_table(game)
    if found is None:
        raise BadTable(
            f"no table of {game.spec} is installed: expected one that ludarium solve has written, "
            "in the folder that LUDARIUM_TABLES names"
        )
    return found


def _paths() -> Iterator[Path]:
    folder = tables_folder()
    if folder and not folder.is_dir():
        _warn(f"LUDARIUM_TABLES names {folder}: expected a folder")
    elif folder:
        yield from sorted(folder.glob(f"*{ENDING}"))


def _changed(path: Path) -> tuple[int, int]:
    """Return what differs when a file has changed."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0  # opening it tells why
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=32)
def _open(path: Path, changed: tuple[int, int], game: Game) -> Table:
    return Table.open(path, game)


@lru_cache(maxsize=256)
def _usable(path: Path, changed: tuple[int, int], game: Game) -> Table | None:
    try:
        return _open(path, changed, game) if read_header(path)[0]["game"] == game.spec else None
    except BadTable as error:
        _warn(f"an installed table is not used: {error}")
        return None


@lru_cache(maxsize=256)
def _warn(sentence: str) -> None:
    """Say something once."""
    _log.warning(sentence)
