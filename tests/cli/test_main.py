"""The command as a whole."""

import logging
import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from itertools import chain

import click
import pytest

import ludarium
from ludarium import cli
from ludarium.cli.main import COMMANDS, _CompilationNotice, app
from tests.cli.conftest import Refused, Run


def load(name: str) -> click.Command:
    command = app.get_command(click.Context(app), name)
    assert command is not None
    return command


def commands_of(module: str) -> set[str]:
    """Return the names of the commands that a module defines, without those of its groups."""
    found = [each for each in vars(import_module(f"ludarium.cli.{module}")).values() if isinstance(each, click.Command)]
    inner = [each for group in found if isinstance(group, click.Group) for each in group.commands.values()]
    return {each.name or "" for each in found if each not in inner}


def test_every_module_has_commands_and_all_of_them_are_listed() -> None:
    modules = {
        module.name for module in pkgutil.iter_modules(cli.__path__) if module.name[0] != "_" and not module.ispkg
    }
    found = [commands_of(module) for module in sorted(modules - {"main"})]
    assert all(found)
    assert sorted(chain(*found)) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_every_option_says_what_it_does(name: str) -> None:
    command = load(name)
    assert re.match(r"[A-Z].*[.!?]$", (command.help or "").partition("\n")[0])
    assert all(getattr(parameter, "help", None) for parameter in command.params)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(name: str) -> None:
    assert (load(name).help or "").partition("\n")[0] == COMMANDS[name]


def test_the_version_is_printed(ludarium_command: Run) -> None:
    assert ludarium_command("--version").stdout == f"ludarium {ludarium.__version__}\n"


@pytest.mark.parametrize(
    ("words", "said", "command"),
    [
        ("pla", "no such command 'pla'; did you mean play?", "ludarium"),
        ("--nope", "no such option '--nope'", "ludarium"),
        ("perft", "missing argument 'GAME'", "ludarium perft"),
        ("perft orion x", "invalid value for 'DEPTH': ", "ludarium perft"),
        ("perft orion 1 2", "got unexpected extra argument", "ludarium perft"),
        ("match orion --games 0", "invalid value for '--games': ", "ludarium match"),
        ("play --sea x", "no such option '--sea'. (Did you mean one of: '--seat', '--seed'?)", "ludarium play"),
    ],
)
def test_an_invalid_command_is_refused_in_one_sentence(refused: Refused, words: str, said: str, command: str) -> None:
    heard = refused(*words.split())
    assert heard.startswith(said)
    assert heard.endswith(f"(see {command} --help)")


def test_a_call_without_arguments_shows_the_help(ludarium_command: Run) -> None:
    assert "Commands" in ludarium_command().output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("learn orion --out a --out b", "--out is given 2 times; expected once (see ludarium learn --help)"),
        ("perft orion 1 --position x --position=y", "--position is given 2 times; expected once (see ludarium perft"),
        ("mail list --number 1 --number 2", "--number is given 2 times; expected once (see ludarium mail list --help)"),
    ],
)
def test_an_option_of_one_value_is_refused_twice(refused: Refused, words: str, said: str) -> None:
    assert refused(*words.split()).startswith(said)


@pytest.mark.parametrize("game", ["nogame", "orion(", "orion(clicks=9)", "orion(colour=3)", "", "\x1b[31m\0"])
def test_an_unknown_game_is_refused_in_one_sentence(refused: Refused, game: str) -> None:
    said = refused("perft", game, 1)
    assert said.isprintable()


def test_the_module_runs_as_the_command() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "ludarium", "perft", "nogame", "1"], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith("no game 'nogame' is installed")


def test_waiting_for_the_compiler_is_explained_once(capsys: pytest.CaptureFixture[str]) -> None:
    compiler = logging.getLogger("tests.compiler")
    compiler.setLevel(logging.INFO)
    compiler.addHandler(_CompilationNotice())
    compiler.info("this was compiled")
    compiler.info("that was compiled")
    notice = "compiling what is new or has changed; after an installation that takes a minute or two"
    assert capsys.readouterr().err == f"{notice}\n"
