"""`ludarium laws`."""

import pytest

import ludarium
from ludarium.laws import LAWS, Law, LawBroken, Sample
from tests.cli.conftest import Refused, Run


def test_every_law_is_reported_to_hold(ludarium_command: Run) -> None:
    done = ludarium_command("laws", "orion(turn_limit=20)", "--games", 1)
    assert done.stdout.splitlines() == [
        "orion(turn_limit=20), 1 random game",
        *(f"holds   {law.name}" for law in LAWS),
    ]
    assert done.exit_code == 0


def test_without_an_argument_every_game_is_checked(ludarium_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.cli.laws.LAWS", LAWS[:1])
    lines = ludarium_command("laws", "--games", 1).stdout.splitlines()
    assert lines[::2] == [f"{name}, 1 random game" for name in ludarium.game_names()]


def test_a_broken_law_is_reported_with_what_was_found(ludarium_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def games_are_fun(sample: Sample) -> None:
        raise LawBroken("this one is not", sample.plays[0].states[0])

    monkeypatch.setattr("ludarium.cli.laws.LAWS", (Law(games_are_fun),))
    done = ludarium_command("laws", "orion", "--games", 1)
    assert done.exit_code == 1
    assert "broken  games are fun" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 laws held, and 1 did not"
    assert done.stderr.startswith("games are fun: this one is not, in ludarium.load('orion').parse_position('OOOOO/")


def test_the_same_cause_is_reported_once(ludarium_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def games_are_fun(sample: Sample) -> None:
        raise AttributeError("no rectangle")

    def games_are_short(sample: Sample) -> None:
        raise AttributeError("no rectangle")

    monkeypatch.setattr("ludarium.cli.laws.LAWS", (Law(games_are_fun), Law(games_are_short)))
    done = ludarium_command("laws", "orion", "--games", 1)
    assert done.stderr.splitlines() == [
        "games are fun: AttributeError: no rectangle",
        "games are short: as above, AttributeError",
    ]


def test_what_a_game_raises_is_reported_with_its_place(ludarium_command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def moves_can_be_read(sample: Sample) -> None:
        sample.plays[0].states[0].game.definition.notation.parse_turn(sample.plays[0].states[0], None)  # type: ignore[arg-type]  # it fails so

    monkeypatch.setattr("ludarium.cli.laws.LAWS", (Law(moves_can_be_read),))
    done = ludarium_command("laws", "orion", "--games", 1)
    assert "orion/notation.py:" in done.stderr
    assert "in parse_turn(state=State, text=NoneType)" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in ludarium_command("laws", "orion", "--games", 1, "--traceback").stderr


def test_an_unknown_game_is_refused(refused: Refused) -> None:
    assert "no game 'orin' is installed" in refused("laws", "orin")
