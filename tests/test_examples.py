"""The examples are packages that stand by themselves, and the how-to that tells their story says what is there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.installed import as_installed

EXAMPLE = Path("examples/hex")
HOW_TO = Path("docs/how-to/add-a-game.md").read_text("utf-8")
EXCERPTS = re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)^```$", HOW_TO, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^```console\n\$ ludarium (.*?)\n(.*?)^```$", HOW_TO, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    return as_installed(EXAMPLE, tmp_path_factory.mktemp("installed"))


def test_the_example_passes_its_own_tests_with_none_skipped(python):
    shown = python("pytest", "-q", "-p", "no:cacheprovider").stdout
    assert re.search(r"^\d+ passed in [^,]+$", shown, re.MULTILINE), shown


def test_the_how_to_shows_code_and_commands_and_no_other_blocks():
    kinds = re.findall(r"^```(\w+)$", HOW_TO, re.MULTILINE)
    others = {"sh": 1, "text": 1}  # what begins a game, and the files that are then there
    assert len(kinds) == len(EXCERPTS) + len(COMMANDS) + sum(others.values())
    assert min(len(EXCERPTS), len(COMMANDS)) >= 5


@pytest.mark.parametrize(("name", "code"), EXCERPTS)
def test_the_code_of_the_how_to_is_that_of_the_example(name, code):
    assert f"\n{code}" in (EXAMPLE / name).read_text("utf-8")


@pytest.mark.parametrize(("command", "answer"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_commands_of_the_how_to_answer_as_it_says(python, command, answer):
    result = python("ludarium", *shlex.split(command), cwd=Path())
    shown = "".join(f"{line.rstrip()}\n" for line in result.stdout.strip().splitlines())
    assert result.stderr == ""
    assert re.fullmatch(re.escape(answer).replace(re.escape("...\n"), "(?:.*\n)+"), shown), shown


def test_the_files_that_the_how_to_begins_with_are_those_that_are_written(tmp_path):
    run = [sys.executable, "-m", "ludarium", "new", "pebbles", "--into", tmp_path]
    subprocess.run(run, check=True, capture_output=True)
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    told = re.search(r"^```text\n(hex/.*?)^```$", HOW_TO, re.MULTILINE | re.DOTALL)[1]
    assert set(told.replace("hex", "pebbles").split()) == written
