"""Databases for tests: an SQLite file, or a database of a PostgreSQL server that the tests start on loopback."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from ludarium.store.engine import open_engine
from ludarium.store.tables import metadata
from tools.ports import reserved_port

SERVER_OPTIONS = "fsync=off full_page_writes=off synchronous_commit=off max_connections=1000 shared_buffers=16MB"


class PostgreSQL:
    """A running server with an empty database and one that has the tables, from which others are copied."""

    def __init__(self, port: int) -> None:
        self._server = f"postgresql+psycopg://ludarium@127.0.0.1:{port}"
        self._admin = create_engine(f"{self._server}/postgres", isolation_level="AUTOCOMMIT")
        self._cleared = create_engine(f"{self._server}/cleared")

    def prepare(self) -> None:
        """Wait until the server answers, and create the databases with the tables."""
        for attempt in range(300):
            try:
                self._admin.connect().close()
            except OperationalError:
                assert attempt < 299, "the server does not answer"
                time.sleep(0.1)
            else:
                break
        with self.database("template0", "with_tables") as url:
            open_engine(url).dispose()
        with self.database(name="cleared"):
            pass

    @contextmanager
    def database(self, template: str = "with_tables", name: str | None = None) -> Iterator[str]:
        """Copy a database, give its URL, and drop the copy afterwards unless it has been given a name."""
        copy = name or f"test_{uuid4().hex}"
        with self._admin.connect() as connection:
            connection.exec_driver_sql(f"CREATE DATABASE {copy} TEMPLATE {template}")
        yield f"{self._server}/{copy}"
        if name is None:
            with self._admin.connect() as connection, suppress(OperationalError):  # a bot of the test thinks on
                connection.exec_driver_sql(f"DROP DATABASE {copy}")

    def cleared(self) -> str:
        """Return the URL of the database that one test after another uses, without rows."""
        deletions = "; ".join(f"DELETE FROM {table}" for table in reversed(metadata.sorted_tables))
        with self._cleared.begin() as connection:
            connection.exec_driver_sql("SET session_replication_role = replica")  # also the log
            connection.exec_driver_sql(deletions)  # of few rows; TRUNCATE writes a new file for every table and index
        return f"{self._server}/cleared"

    def close(self) -> None:
        """Close the connections."""
        self._cleared.dispose()
        self._admin.dispose()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    programs = find_programs()
    if programs is None and os.environ.get("LUDARIUM_NEED_POSTGRESQL") == "1":
        pytest.fail("PostgreSQL is needed and missing")
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with running_postgresql(programs) as server:
        yield server


@contextmanager
def running_postgresql(programs: Path) -> Iterator[PostgreSQL]:
    """Give a server with its data in a folder of its own."""
    user = "postgres" if os.getuid() == 0 else None  # the server refuses to run as root
    folder = Path(tempfile.mkdtemp())
    if user:
        shutil.chown(folder, user)
    made = [f"{programs}/initdb", "--pgdata", str(folder), "--username", "ludarium", "--auth", "trust", "--no-sync"]
    made += ["--encoding", "UTF8", "--locale", "C"]
    subprocess.run(made, check=True, capture_output=True, user=user, cwd=folder)
    options = [word for option in SERVER_OPTIONS.split() for word in ("-c", option)]
    with reserved_port() as port:
        command = [f"{programs}/postgres", "-D", str(folder), "-h", "127.0.0.1", "-p", str(port), "-k", str(folder)]
        quiet = subprocess.DEVNULL
        running = subprocess.Popen([*command, *options], stdout=quiet, stderr=quiet, user=user, cwd=folder)
        server = PostgreSQL(port)
        server.prepare()
        yield server
        server.close()
        running.send_signal(signal.SIGINT)  # which closes the connections that are left
        running.wait()
    shutil.rmtree(folder)


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian keeps off the path."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@pytest.fixture(scope="session")
def sqlite_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite file that has the tables, from which others are copied."""
    path = tmp_path_factory.mktemp("database") / "with_tables.sqlite"
    open_engine(f"sqlite:///{path}").dispose()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database with tables for one test."""
    if request.param == "sqlite":
        yield sqlite_copy(request, tmp_path)
        return
    with request.getfixturevalue("postgresql").database() as copy:
        yield copy


@pytest.fixture(params=["sqlite", "postgresql"])
def cleared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database with tables; PostgreSQL's serves one test after another, and is cleared between."""
    if request.param == "sqlite":
        return sqlite_copy(request, tmp_path)
    cleared: str = request.getfixturevalue("postgresql").cleared()
    return cleared


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database without tables for one test."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'ludarium.sqlite'}"
        return
    with request.getfixturevalue("postgresql").database("template0") as copy:
        yield copy


def sqlite_copy(request: pytest.FixtureRequest, folder: Path) -> str:
    """Copy the SQLite file with the tables into a folder, and return the URL of the copy."""
    shutil.copy(request.getfixturevalue("sqlite_file"), folder / "ludarium.sqlite")
    return f"sqlite:///{folder / 'ludarium.sqlite'}"
