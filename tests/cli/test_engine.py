"""Our players, spoken to by other programs."""

from pathlib import Path

from ludarium.players.sandbox.line_process import LONGEST
from tests.cli.conftest import Run

LINES = [
    "ludarium 1",
    "game orion(clicks=1) seat 0 seed 7",
    "position",
    "go within 9",
    "nonsense",
    "ping 1",
    "quit",
    "ping 2",
]


def test_lines_are_answered_until_quit(ludarium_command: Run) -> None:
    result = ludarium_command("engine", "--bot", "random", typed="\n".join(LINES))
    ready, turn, error, pong = result.stdout.splitlines()
    assert (ready, pong) == ("ready 1", "pong 1")
    assert turn.startswith("bestturn ")
    assert error.startswith("error 'nonsense' was not expected")
    assert (result.exit_code, result.stderr) == (0, "")


def test_the_end_of_the_input_ends_it(ludarium_command: Run) -> None:
    assert ludarium_command("engine", typed="").exit_code == 0


def test_a_line_that_is_too_long_is_an_error_and_the_next_is_read(ludarium_command: Run) -> None:
    said = ludarium_command("engine", typed=f"ping {'x' * LONGEST}\nping 1\n").stdout
    assert said == "error a line has at most 65,536 bytes, and this one has more\npong 1\n"


def test_an_unknown_player_is_an_error_of_the_game(ludarium_command: Run) -> None:
    result = ludarium_command("engine", "--bot", "randon", typed="game orion seat 0\ngo within 1\n")
    assert result.stdout.splitlines()[0].startswith("error orion has no bot 'randon'; did you mean random")
    assert result.stdout.splitlines()[1].startswith("error no game has begun")


def test_a_function_of_a_file_is_driven_too(ludarium_command: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def think(state, seat):\n    return 'u+'\n", "utf-8")
    typed = "game orion seat 0\nposition\ngo within 1\n"
    assert ludarium_command("engine", "--bot", f"{tmp_path}/bot.py:think", typed=typed).stdout == "bestturn u+\n"


def test_a_file_that_is_no_player_is_an_error_of_the_game(ludarium_command: Run) -> None:
    said = ludarium_command("engine", "--bot", "./none.py:think", typed="game orion seat 0\ngo within 1\n").stdout
    first, second = said.splitlines()
    assert first == "error ./none.py:think cannot be read: the file does not exist"
    assert second.startswith("error no game has begun")
