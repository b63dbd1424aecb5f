"""Installed tables: where hints, reviews and the bot `exact` find the one of their game.

They are the files of one folder, or those that a list on another machine names.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from ludarium.core.game import Game
from ludarium.solve.remote import Unreachable, fetch_text, open_remote
from ludarium.solve.table import Table
from ludarium.solve.tablefile import ENDING, BadTable, is_address, read_header, tables_address, tables_folder

_log = logging.getLogger(__name__)
T = TypeVar("T")
_LIST = "tables.txt"
"""The file beside tables on another machine that names them, one a line."""


def open_table(path: str | Path, game: Game) -> Table:
    """Return the table of a file, by its path, its address, or its name in the folder of tables.

    It is opened again only when the file has changed. Raises `BadTable` if it is no table of the game.
    """
    if isinstance(path, str) and is_address(path):
        return _open(path, _ONCE, game)
    path, folder = Path(path), tables_folder()
    if folder and not path.exists() and len(path.parts) == 1 and (folder / path).exists():
        path = folder / path
    return _open(path, _changed(path), game)


def installed_table(game: Game) -> Table | None:
    """Return the most exact installed table of a game with these options; None if there is none.

    One that cannot be used, such as a table cut short or of other rules, is named once in the log, with the reason.
    """
    tables = [table for path in _paths() if (table := _if_it_answers(partial(_usable, path, _changed(path), game)))]
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


def _paths() -> Iterator[Path | str]:
    folder, address = tables_folder(), tables_address()
    if address:
        yield from _if_it_answers(partial(_listed, address)) or ()
    elif folder and not folder.is_dir():
        _warn(f"LUDARIUM_TABLES names {folder}: expected a folder")
    elif folder:
        yield from sorted(folder.glob(f"*{ENDING}"))


_ONCE = (0, 0)
"""Stands for a file on another machine, which is opened once: `RemoteFile` says so if it has changed."""


def _changed(path: Path | str) -> tuple[int, int]:
    """Return what differs when a file has changed."""
    if isinstance(path, str):
        return _ONCE
    try:
        found = path.stat()
    except OSError:
        return 0, 0  # opening it tells why
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=4)
def _listed(address: str) -> tuple[str, ...]:
    """Return the addresses of the tables that the list beside them names."""
    lines = fetch_text(f"{address.rstrip('/')}/{_LIST}").splitlines()
    return tuple(f"{address.rstrip('/')}/{name}" for line in lines if (name := line.strip()).endswith(ENDING))


@lru_cache(maxsize=32)
def _open(path: Path | str, changed: tuple[int, int], game: Game) -> Table:
    return Table.open(path, game)


@lru_cache(maxsize=256)
def _usable(path: Path | str, changed: tuple[int, int], game: Game) -> Table | None:
    try:
        header = read_header(path)[0] if isinstance(path, Path) else _remote_header(path)
        return _open(path, changed, game) if header["game"] == game.spec else None
    except Unreachable:
        raise
    except BadTable as error:
        _warn(f"an installed table is not used: {error}")
        return None


@lru_cache(maxsize=256)
def _remote_header(address: str) -> Mapping[str, Any]:
    return open_remote(address).header


def _if_it_answers(ask: Callable[[], T]) -> T | None:
    """Return what a server says; None if it does not answer, of which the log has a line."""
    with suppress(Unreachable):
        return ask()
    return None


@lru_cache(maxsize=256)
def _warn(sentence: str) -> None:
    """Say something once."""
    _log.warning(sentence)
