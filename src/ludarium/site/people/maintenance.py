"""Checks and backups of the database that an administrator asks for, each in a thread of its own."""

import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.text import counted
from ludarium.site.check import check_database
from ludarium.site.ground.backup import write_backup
from ludarium.site.ground.values import Act, Person
from ludarium.site.people.act_log import require_administrator
from ludarium.site.store import Store

CHECK, BACKUP = "check the database", "back up the database"
"""The acts in which the log tells how the last ones ended."""
_BACKUP = re.compile(r"[\w-]+\.sqlite")
_MOST_NAMED, _LONGEST = 3, 500
"""Faults that the log names, and the characters that it has for them."""
_log = logging.getLogger(__name__)


class BackupFile(NamedTuple):
    """A backup in the folder of backups, with when it was made, in seconds since 1970, and its bytes."""

    name: str
    made_at: float
    size: int


class Maintenance:
    """Maintenance of the database, which an administrator starts; one task at a time in a process.

    `database` is its URL, and `folder` where backups are.
    """

    def __init__(self, store: Store, database: str, folder: Path, now: Callable[[], float]) -> None:
        self._store, self._database, self._folder, self._now = store, database, folder, now
        self._lock = Lock()
        self._thread: Thread | None = None
        self._doing = ""

    @property
    def doing(self) -> str:
        """The task that runs in this process: `CHECK` or `BACKUP`, or empty."""
        return self._doing

    def check(self, person: Person | None) -> None:
        """Begin to check the database and to replay every match; the log tells the outcome.

        Raises `NotAdministrator`.
        """
        self._begin(person, CHECK, self._check)

    def back_up(self, person: Person | None) -> None:
        """Begin to write a backup into the folder of backups; the log tells the outcome.

        Raises `NotAdministrator`.
        """
        self._begin(person, BACKUP, self._back_up)

    def backups(self) -> tuple[BackupFile, ...]:
        """Return the backups in the folder, the latest first."""
        paths = self._folder.iterdir() if self._folder.is_dir() else ()
        found = ((path.name, path.stat()) for path in paths if _BACKUP.fullmatch(path.name))
        files = (BackupFile(name, stat.st_mtime, stat.st_size) for name, stat in found)
        return tuple(sorted(files, key=lambda file: file.made_at, reverse=True))

    def wait(self) -> None:
        """Wait until the running task is over."""
        if self._thread:
            self._thread.join()

    def _begin(self, person: Person | None, what: str, do: Callable[[], str]) -> None:
        actor = require_administrator(person)
        with self._lock:
            if self._doing:
                return
            self._doing = what
            self._thread = Thread(target=self._run, args=(actor.id, what, do), name="maintenance", daemon=True)
            self._thread.start()

    def _run(self, actor: str, what: str, do: Callable[[], str]) -> None:
        try:
            said = do()
        except LudariumError as error:
            said = f"it failed: {error}"
        except Exception as error:  # noqa: BLE001  # whatever went wrong, the page must say that it did
            _log.exception("%s", what)
            said = f"it failed: {type(error).__name__}"
        try:
            with self._store.write() as tx:
                tx.acts.add(Act(self._now(), actor, what, "", said))
        finally:
            self._doing = ""

    def _check(self) -> str:
        total = 0

        def count(checked: int, of: int) -> None:
            nonlocal total
            total = of

        faults = check_database(self._database, count)
        if not faults:
            return f"{counted(total, 'match')}: all correct"
        named = [f"match {fault.match_id}: {fault.cause}" if fault.match_id else fault.cause for fault in faults]
        return f"{counted(len(faults), 'fault')}: {'; '.join(named[:_MOST_NAMED])[:_LONGEST]}"

    def _back_up(self) -> str:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = f"{datetime.fromtimestamp(self._now(), UTC):%Y-%m-%d-%H%M%S}.sqlite"
        return f"{name}: {counted(write_backup(self._database, self._folder / name), 'match')}"
