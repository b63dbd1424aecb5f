"""The examples of the reference are run as they stand there, and the list of addresses is made from the code."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.site.act import commands_of
from ludarium.site.app import create_app
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.openapi import describe
from ludarium.site.service import Service
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.web.http.refusals import kinds
from ludarium.tournament.kinds import KINDS
from tests.databases import sqlite_copy
from tools.describe_site import PAGE, page
from tools.local_site import listening

REFERENCE = Path("docs/reference/data.md")
EXAMPLES = re.findall(r"```\n(curl .*?)```", REFERENCE.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def site(service: Service) -> Iterator[str]:
    with listening(service) as address:
        yield address


@pytest.fixture
def match(service: Service, ann: Person) -> str:
    seats = [SeatAssignment("person", "Ann", ann.id), SeatAssignment("person", "Bob")]
    return service.create("orion", seats).id


needs_curl = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


@needs_curl
@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_reference(example: str, service: Service, site: str, ann: Person, match: str) -> None:
    command, *expected = example.strip().split("\n")
    token = service.tokens.make(ann, "example", ["play", "challenge"])
    filled = command.replace("https://games.example.org", site).replace("pR3kQ7", match)
    done = subprocess.run(["sh", "-c", filled], capture_output=True, env={**os.environ, "TOKEN": token}, check=True)
    told = json.loads(done.stdout)
    assert "error" not in told or told["error"] == "", told
    for line in expected:
        assert told == json.loads(line.replace("pR3kQ7", match))


def test_the_reference_has_every_kind_of_tournament_and_every_field_of_its_commands() -> None:
    part = REFERENCE.read_text("utf-8").partition("\n## Tournaments")[2].partition("\n## ")[0]
    missing = [kind for kind in KINDS if f"`{kind}`" not in part]
    rows = {word: row for row in part.split("\n") for word in re.findall(r"`([a-z-]+)`", row[: row.find(" | ")])}
    for word, command in {**commands_of(MakeTournament), **commands_of(TournamentCommand)}.items():
        named = [word, *command.__struct_fields__]
        missing += [f"{word}: {each}" for each in named if f"`{each}`" not in rows.get(word, "")]
    assert not missing


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@needs_curl
@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_bot_in_shell_plays_what_waits(
    service: Service, site: str, ann: Person, match: str, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(service.tokens.make(ann, "shell", ["play"]), "utf-8")
    own = {"SITE": site, "TOKEN_FILE": str(tmp_path / "token"), "ONCE": "yes"}
    subprocess.run(["sh", "examples/bots/curl_bot.sh"], env={**os.environ, **own}, check=True, capture_output=True)
    assert len(service.view(ann, match).match.turns) == 1


@needs_curl
@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_bot_in_shell_says_why_it_is_refused(site: str, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("ludarium_" + "x" * 43, "utf-8")
    own = {"SITE": site, "TOKEN_FILE": str(tmp_path / "token")}
    done = subprocess.run(
        ["sh", "examples/bots/curl_bot.sh"], env={**os.environ, **own}, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "not known here" in done.stderr


def test_the_list_of_addresses_is_made_from_the_code(service: Service) -> None:
    made = page(describe(create_app(service, "a secret of the test's own")))
    assert PAGE.read_text("utf-8") == made, "run python -m tools.describe_site"


def test_all_kinds_of_errors_are_in_the_reference() -> None:
    text = REFERENCE.read_text("utf-8")
    assert [kind for kind in kinds() if f"`{kind}`" not in text] == []
