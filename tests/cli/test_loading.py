"""What commands and the first page load: never more than they need."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.quicker import MadeOnce

COMPILER = {"numba", "llvmlite"}
SITE = {"ludarium.site.service", "ludarium.site.process", "ludarium.site.web", "starlette", "uvicorn"}
DATABASE = {"sqlalchemy", "alembic"}
GAMES = {"numpy", "ludarium.core.game", "rich"}
SEARCHES = {"ludarium.search.mcts", "ludarium.solve"}

WITHOUT_GAMES = COMPILER | SITE | DATABASE | GAMES | SEARCHES
WITHOUT_PLAYERS = COMPILER | SITE | DATABASE | SEARCHES
ABSENT = {
    "import ludarium": WITHOUT_GAMES,
    "--version": WITHOUT_GAMES,
    "--help": WITHOUT_GAMES,
    "complete": WITHOUT_GAMES,
    "games": WITHOUT_PLAYERS,
    "board orion": WITHOUT_PLAYERS,
    "rules orion": WITHOUT_PLAYERS,
    "new --help": WITHOUT_PLAYERS,
    "serve --help": WITHOUT_PLAYERS,
    "show match.txt": COMPILER | SITE | DATABASE,
    "verify match.txt": COMPILER | SITE | DATABASE,
    "backup copy.sqlite": COMPILER | SITE,
    "check": COMPILER | SITE,
    "mail list": COMPILER | SITE,
    "people list": COMPILER | SITE,
    "first page": COMPILER | {"alembic"},
}
"""What is not loaded after a command; all run in one process, one after another, the lightest first."""

RUN = """
import json, os, sys
commands, watched = json.loads(sys.argv[1])

def complete():
    os.environ |= {"_LUDARIUM_COMPLETE": "bash_complete", "COMP_WORDS": "ludarium pe", "COMP_CWORD": "1"}
    try:
        app(prog_name="ludarium")
    except SystemExit:
        del os.environ["_LUDARIUM_COMPLETE"]

def first_page():
    import ludarium.site.process
    from ludarium.core.compiling.waiting import wait_for_compilers
    from ludarium.site.service import Service, Store
    from ludarium.site.app import create_app
    from starlette.testclient import TestClient
    wait_for_compilers(print)
    app = create_app(Service(Store(f"sqlite:///{os.environ['LUDARIUM_DATA']}/ludarium.sqlite")), "a secret")
    page = TestClient(app).get("/")
    assert page.status_code == 200 and "Orion" in page.text, page

for words in commands:
    if words == "import ludarium":
        import ludarium
    elif words == "first page":
        first_page()
    else:
        from ludarium.cli.main import app
        complete() if words == "complete" else app(words.split(), standalone_mode=False)
    print("\\nLOADED", json.dumps([words, [name for name in watched if name in sys.modules]]))
"""


@pytest.fixture(scope="module")
def loaded(sqlite_file: Path, made_once: MadeOnce) -> dict[str, set[str]]:
    """What is loaded after each command, in one process that runs all of them."""
    said = (made_once("loading", lambda folder: run_all(sqlite_file, folder)) / "said").read_text("utf-8")
    lines = [line for line in said.splitlines() if line.startswith("LOADED ")]
    return {words: set(names) for words, names in map(json.loads, (line[7:] for line in lines))}


def run_all(sqlite_file: Path, folder: Path) -> None:
    """Run all commands, and write what they say."""
    (folder / "ludarium.sqlite").write_bytes(sqlite_file.read_bytes())
    (folder / "match.txt").write_text('[Game "orion"]\n\n1. u+\n2. a+b-\n', "utf-8")
    asked = json.dumps([[*ABSENT], sorted(set().union(*ABSENT.values()))])
    environment = {**os.environ, "LUDARIUM_DATA": str(folder), "LUDARIUM_DATABASE": ""}
    command = [sys.executable, "-c", RUN, asked]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (folder / "said").write_text(done.stdout, "utf-8")


@pytest.mark.parametrize("words", ABSENT)
def test_a_command_loads_no_more_than_it_needs(loaded: dict[str, set[str]], words: str) -> None:
    assert not loaded[words] & ABSENT[words]


def test_what_is_watched_is_loaded_where_it_is_needed(loaded: dict[str, set[str]]) -> None:
    assert loaded["games"] >= GAMES
    assert "sqlalchemy" in loaded["check"]
    assert "ludarium.site.service" in loaded["first page"]
