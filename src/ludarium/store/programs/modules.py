"""The WebAssembly programs that people have uploaded: each is stored once, by its digest, while a version names it."""

from __future__ import annotations

from sqlalchemy import delete, exists, func, insert, select

from ludarium.store.database import Repository, lock
from ludarium.store.tables import modules, workshop_bots, workshop_versions

_row, _version = modules.c, workshop_versions.c


class ModuleTable(Repository):
    """The WebAssembly programs of one database."""

    def hold(self) -> None:
        """Let no other transaction store or delete programs before this one ends."""
        with self.database.begin() as connection:
            lock(connection, "modules")

    def add(self, digest: str, content: bytes) -> None:
        """Store a program, unless it is stored already; the programs are held meanwhile."""
        with self.database.begin() as connection:
            if connection.execute(select(_row.size).where(_row.digest == digest)).first() is None:
                connection.execute(insert(modules).values(digest=digest, size=len(content), content=content))

    def content(self, digest: str) -> bytes | None:
        """Return a program, or None."""
        with self.database.connect() as connection:
            found = connection.execute(select(_row.content).where(_row.digest == digest)).scalar()
            return None if found is None else bytes(found)

    def size(self, digest: str) -> int:
        """Return the bytes of a program; 0 if there is none."""
        with self.database.connect() as connection:
            return connection.execute(select(_row.size).where(_row.digest == digest)).scalar() or 0

    def used_by(self, person: str) -> dict[str, int]:
        """Return the programs that the versions of a person name, and the bytes of each."""
        chosen = select(_row.digest, _row.size).distinct().join(workshop_versions, _version.module == _row.digest)
        chosen = chosen.join(workshop_bots, workshop_bots.c.id == _version.bot_id)
        with self.database.connect() as connection:
            found = connection.execute(chosen.where(workshop_bots.c.person_id == person))
            return {row.digest: row.size for row in found}

    def sweep(self) -> int:
        """Delete the programs that no version names; return how many. The programs are held meanwhile."""
        unused = ~exists().where(_version.module == _row.digest)
        with self.database.begin() as connection:
            return connection.execute(delete(modules).where(unused)).rowcount

    def bytes(self) -> int:
        """Return the bytes of all programs."""
        with self.database.connect() as connection:
            return int(connection.execute(select(func.sum(_row.size))).scalar() or 0)

    def count(self) -> int:
        """Return how many programs are stored."""
        with self.database.connect() as connection:
            return connection.execute(select(func.count()).select_from(modules)).scalar_one()
