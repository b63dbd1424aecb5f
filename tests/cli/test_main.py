"""The command as a whole."""

import logging
import re
import subprocess
import sys

import pytest
import typer

import ludarium
from ludarium.cli._terminal import Patience
from ludarium.cli.main import app

COMMANDS = {"games", "laws", "match", "new", "perft", "play", "rules", "show", "verify", "warm"}


def test_every_file_is_a_command() -> None:
    assert set(typer.main.get_command(app).commands) >= COMMANDS


def test_every_command_and_every_option_says_what_it_does() -> None:
    for name, command in typer.main.get_command(app).commands.items():
        assert re.match(r"[A-Z].*[.!?]$", (command.help or "").partition("\n")[0]), name
        assert all(parameter.help for parameter in command.params), name


def test_the_version_is_told(ludarium_command) -> None:
    assert ludarium_command("--version").stdout == f"ludarium {ludarium.__version__}\n"


@pytest.mark.parametrize(
    ("words", "said", "command"),
    [
        ("pla", "no such command 'pla'. Did you mean 'play'?", "ludarium"),
        ("--nope", "no such option: --nope", "ludarium"),
        ("perft", "missing argument 'game'", "ludarium perft"),
        ("perft orion x", "invalid value for 'depth': ", "ludarium perft"),
        ("perft orion 1 2", "got unexpected extra argument", "ludarium perft"),
        ("match orion --games 0", "invalid value for '--games': ", "ludarium match"),
        ("play --sea x", "no such option: --sea (Possible options: --seat, --seed)", "ludarium play"),
    ],
)
def test_words_that_make_no_command_are_refused_in_one_sentence(refused, words, said, command) -> None:
    heard = refused(*words.split())
    assert heard.startswith(said)
    assert heard.endswith(f"({command} --help tells what can be typed)")


def test_no_words_at_all_ask_for_help(ludarium_command) -> None:
    assert "Commands" in ludarium_command().output


@pytest.mark.parametrize("game", ["nogame", "orion(", "orion(clicks=9)", "orion(colour=3)", "", "\x1b[31m\0"])
def test_a_game_that_is_none_is_refused_in_one_sentence(refused, game) -> None:
    said = refused("perft", game, 1)
    assert said.isprintable()


def test_the_module_runs_as_the_command() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "ludarium", "perft", "nogame", "1"], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith("no game 'nogame' is installed")


def test_who_waits_for_the_compiler_is_told_why_and_once(capsys: pytest.CaptureFixture[str]) -> None:
    compiler = logging.getLogger("tests.compiler")
    compiler.setLevel(logging.INFO)
    compiler.addHandler(Patience())
    compiler.info("this was compiled")
    compiler.info("that was compiled")
    assert capsys.readouterr().err == "compiling for this machine, which is done once and takes a minute or two\n"
