"""The command as a whole."""

import re
import subprocess
import sys

import pytest
import typer

import ludarium
from ludarium.cli.main import app

COMMANDS = {"games", "laws", "match", "new", "perft", "play", "rules", "show", "verify", "warm"}


def test_every_file_is_a_command():
    assert set(typer.main.get_command(app).commands) >= COMMANDS


def test_every_command_and_every_option_says_what_it_does():
    for name, command in typer.main.get_command(app).commands.items():
        assert re.match(r"[A-Z].*[.!?]$", (command.help or "").partition("\n")[0]), name
        assert all(parameter.help for parameter in command.params), name


def test_the_version_is_told(ludarium_command):
    assert ludarium_command("--version").stdout == f"ludarium {ludarium.__version__}\n"


@pytest.mark.parametrize(
    "words", [["nonsense"], ["perft"], ["perft", "orion", "x"], ["match", "orion", "--games", "0"]]
)
def test_words_that_make_no_command_are_refused(ludarium_command, words):
    result = ludarium_command(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("game", ["nogame", "orion(", "orion(clicks=9)", "orion(colour=3)", "", "\x1b[31m\0"])
def test_a_game_that_is_none_is_refused_in_one_sentence(refused, game):
    said = refused("perft", game, 1)
    assert said.isprintable()


def test_the_module_runs_as_the_command():
    made = subprocess.run(
        [sys.executable, "-m", "ludarium", "perft", "nogame", "1"], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith("no game 'nogame' is installed")
