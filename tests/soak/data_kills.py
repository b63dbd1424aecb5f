"""Kill migrations, backups and restores again and again, and check that none leaves half of anything.

    python -m tests.soak.data_kills [migrate backup restore] --kills 250

Each round forks a process from this one, which has imported everything and has one thread, and kills it by SIGKILL
after a random time, up to a little more than the work takes. A database that was to be migrated must then be migrated
by the next process with all its rows; a backup must be whole or not there; a database that is restored must be empty
or whole. SQLite alone: PostgreSQL's transactions are those of its server.

Size: one program, its kinds of work and what must hold after each.
"""

import argparse
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine, func, select

from ludarium.site.check import check_database
from ludarium.site.ground.backup import restore_backup, write_backup
from ludarium.site.ground.engine import open_engine
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.ground.test_migrations import fill

_MATCHES = 40
_FIRST = 0.05
"""Seconds within which a process is killed before it is known how long the work takes."""


class Fault(Exception):
    """Something was left half done."""


class Work(NamedTuple):
    """What is killed: it is prepared, done in a process of its own, and checked; `check` returns what it has found."""

    prepare: Callable[[Path], None]
    run: Callable[[Path], object]
    check: Callable[[Path], str]


def _url(path: Path) -> str:
    return f"sqlite:///{path}"


def count(path: Path) -> int:
    """Return the number of matches in a database."""
    engine = create_engine(_url(path))
    with engine.connect() as connection:
        found = connection.execute(select(func.count()).select_from(matches)).scalar_one()
    engine.dispose()
    return int(found)


def _require(holds: object, what: str) -> None:
    if not holds:
        raise Fault(what)


def make_former(folder: Path) -> None:
    """Make a database of the first revision, with matches: a copy of one that is made once."""
    made = folder.parent / "former.sqlite"
    if not made.exists():
        fill(_url(made))
    shutil.copy(made, folder / "site.sqlite")


def _migrate(folder: Path) -> None:
    open_engine(_url(folder / "site.sqlite")).dispose()


def _check_migrated(expected: int) -> Callable[[Path], str]:
    def check(folder: Path) -> str:
        path = folder / "site.sqlite"
        connection = sqlite3.connect(path)
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.close()
        done = version != "0063"
        _migrate(folder)
        _require(count(path) == expected, f"{count(path)} of {expected} matches are left")
        faults = check_database(_url(path))
        _require(not faults, f"after the migration: {faults}")
        return "done" if done else "begun again"

    return check


def make_site(folder: Path) -> None:
    """Make a database with matches, once for all rounds."""
    kept = folder.parent / "whole.sqlite"
    if not kept.exists():
        store = Store(_url(kept))
        service = Service(store)
        ann = service.people.create_guest()
        for _ in range(_MATCHES):
            seats = [SeatAssignment("person", ann.name, ann.id)] * 2
            view = service.create("orion", seats)
            service.bots.submit(view.id, 0, "u+", view.revision)
        store.close()
    shutil.copy(kept, folder / "site.sqlite")


def _back_up(folder: Path) -> None:
    write_backup(_url(folder / "site.sqlite"), folder / "backup.sqlite")


def _check_backup(folder: Path) -> str:
    file = folder / "backup.sqlite"
    done = file.exists()
    if not done:
        _back_up(folder)
    _require(count(file) == _MATCHES, "the backup has not all matches")
    _require(not check_database(_url(file)), "the backup is damaged")
    _require(not check_database(_url(folder / "site.sqlite")), "the site is damaged")
    return "done" if done else "begun again"


def _make_backup(folder: Path) -> None:
    make_site(folder)
    kept = folder.parent / "backup.sqlite"
    if not kept.exists():
        write_backup(_url(folder / "site.sqlite"), kept)
    shutil.copy(kept, folder / "backup.sqlite")


def _restore(folder: Path) -> None:
    restore_backup(folder / "backup.sqlite", _url(folder / "new.sqlite"))


def _check_restored(folder: Path) -> str:
    new = folder / "new.sqlite"
    open_engine(_url(new)).dispose()
    found = count(new)
    _require(found in (0, _MATCHES), f"{found} of {_MATCHES} matches were restored")
    if not found:
        _restore(folder)
    _require(count(new) == _MATCHES, "it cannot be restored again")
    _require(not check_database(_url(new)), "what was restored is damaged")
    return "done" if found else "begun again"


WORK = {
    "migrate": Work(make_former, _migrate, _check_migrated(9)),
    "backup": Work(make_site, _back_up, _check_backup),
    "restore": Work(_make_backup, _restore, _check_restored),
}


def run(name: str, kills: int, folder: Path, seed: int = 1) -> Counter[str]:
    """Do a kind of work so many times, each killed at a random moment; return what was found. Raises `Fault`."""
    work, chance, counted = WORK[name], random.Random(seed), Counter[str]()
    longest = _FIRST
    for number in range(kills):
        place = folder / str(number)
        place.mkdir()
        work.prepare(place)
        child = os.fork()
        if not child:
            work.run(place)
            os._exit(0)
        time.sleep(chance.random() * longest)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        counted["killed" if os.WIFSIGNALED(status) else "ended before"] += 1
        began = time.monotonic()
        found = work.check(place)
        if found == "begun again":  # and done to its end, which took a little more than the work alone
            longest = time.monotonic() - began
        counted[found] += 1
        shutil.rmtree(place)
    return counted


def main() -> None:
    """Kill what is named, or everything, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("work", nargs="*", default=[*WORK])
    parser.add_argument("--kills", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.work:
        with tempfile.TemporaryDirectory() as folder:
            counted = run(name, given.kills, Path(folder), given.seed)
        print(f"{name}: {', '.join(f'{number:,} {what}' for what, number in sorted(counted.items()))}", flush=True)


if __name__ == "__main__":
    main()
