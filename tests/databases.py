"""Databases for tests: an SQLite file, or a database of a PostgreSQL server that the tests start on loopback.

A test runs on SQLite; one that is marked `both_databases` runs on PostgreSQL, too. Every statement of SQL, and every
wait for a lock, is in one of those.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.exc import OperationalError

from ludarium.site.ground.engine import open_engine
from ludarium.site.ground.tables import metadata
from tests.quicker import MadeOnce
from tools.ports import reserved_port

SERVER_OPTIONS = (
    "fsync=off full_page_writes=off synchronous_commit=off max_connections=1000 shared_buffers=16MB "
    "autovacuum=off jit=off wal_level=minimal max_wal_senders=0 checkpoint_timeout=1h"
)
WRITTEN = " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table in metadata.tables)
"""Names the tables that have rows."""


class PostgreSQL:
    """A running server with a database that has the tables, from which others are copied."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._server = f"postgresql+psycopg://ludarium@127.0.0.1:{port}"
        self._admin = create_engine(f"{self._server}/postgres", isolation_level="AUTOCOMMIT")
        self._cleared: Engine | None = None

    def prepare(self) -> None:
        """Wait until the server answers, and create the database with the tables."""
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
        """Return the URL of the database that one test after another of this process uses, without rows."""
        if self._cleared is None:
            with self.database(name=f"cleared_{uuid4().hex}") as url:
                self._cleared = create_engine(url)
        with self._cleared.begin() as connection:
            written = connection.exec_driver_sql(WRITTEN).scalars().all()
            connection.exec_driver_sql("SET session_replication_role = replica")  # also the log
            for table in written:  # of few rows; TRUNCATE writes a new file for every table and index
                connection.exec_driver_sql(f"DELETE FROM {table}")
        return self._cleared.url.render_as_string()

    def close(self) -> None:
        """Close the connections."""
        if self._cleared is not None:
            self._cleared.dispose()
        self._admin.dispose()


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQL]:
    """Give the server that all processes of a run of the tests share."""
    programs = needed_programs()
    folder = tmp_path_factory.getbasetemp()
    with shared_postgresql(programs, folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) as server:
        yield server


@contextmanager
def shared_postgresql(programs: Path, folder: Path) -> Iterator[PostgreSQL]:
    """Give the server of the processes that share a folder: the first starts it, and ends it when no other needs it.

    Whoever uses the server holds a lock, which also ends with the process.
    """
    noted = folder / "postgresql.port"
    with (folder / "postgresql.users").open("w") as users, ExitStack() as own:
        with (folder / "postgresql.start").open("w") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            fcntl.flock(users, fcntl.LOCK_SH)
            if noted.exists():
                server = PostgreSQL(int(noted.read_text()))
                own.callback(server.close)
            else:
                server = own.enter_context(running_postgresql(programs))
                noted.write_text(str(server.port))
                own.callback(noted.unlink)
                own.callback(fcntl.flock, users, fcntl.LOCK_EX)  # which waits for the others
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


def needed_programs() -> Path:
    """Return the folder of PostgreSQL's programs for a test that needs them, which is skipped or fails without."""
    programs = find_programs()
    if programs is None and os.environ.get("LUDARIUM_NEED_POSTGRESQL") == "1":
        pytest.fail("PostgreSQL is needed and missing")
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    return programs


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian keeps off the path."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@pytest.fixture(scope="session")
def sqlite_file(made_once: MadeOnce) -> Path:
    """Return an SQLite file that has the tables, from which others are copied."""
    name = "with_tables.sqlite"
    return made_once("database", lambda folder: open_engine(f"sqlite:///{folder / name}").dispose()) / name


def on_both_databases(metafunc: pytest.Metafunc) -> None:
    """Let a test that is marked `both_databases` run on PostgreSQL, too."""
    if metafunc.definition.get_closest_marker("both_databases"):
        for name in {"url", "empty_url"}.intersection(metafunc.fixturenames):
            metafunc.parametrize(name, ["sqlite", "postgresql"], indirect=True)


def on_postgresql(request: pytest.FixtureRequest) -> PostgreSQL | None:
    """Return the server, for a test that runs on PostgreSQL; None for one on SQLite."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return None
    server: PostgreSQL = request.getfixturevalue("postgresql")
    return server


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database with tables for one test, in which threads may go on after it."""
    server = on_postgresql(request)
    if server is None:
        yield sqlite_copy(request, tmp_path)
        return
    with server.database() as copy:
        yield copy


@pytest.fixture
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the URL of a database without tables for one test."""
    server = on_postgresql(request)
    if server is None:
        yield f"sqlite:///{tmp_path / 'ludarium.sqlite'}"
        return
    with server.database("template0") as copy:
        yield copy


def cleared_url(request: pytest.FixtureRequest, folder: Path) -> str:
    """Return the URL of a database with tables; PostgreSQL's serves one test after another, and is cleared between."""
    server = on_postgresql(request)
    return server.cleared() if server else sqlite_copy(request, folder)


def sqlite_copy(request: pytest.FixtureRequest, folder: Path) -> str:
    """Copy the SQLite file with the tables into a folder, and return the URL of the copy."""
    shutil.copy(request.getfixturevalue("sqlite_file"), folder / "ludarium.sqlite")
    return f"sqlite:///{folder / 'ludarium.sqlite'}"
