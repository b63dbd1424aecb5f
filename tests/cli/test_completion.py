"""What the Tab key completes."""

import readline

import pytest

import ludarium
from ludarium.cli.terminal.viewing import candidates, complete_by
from ludarium.core.game import State

LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"


def state(spec: str, *turns: str, position: str = "") -> State:
    game = ludarium.load(spec)
    found = game.parse_position(position) if position else game.initial()
    for turn in turns:
        found = found.move(turn)
    return found


@pytest.mark.parametrize("spec", [*ludarium.game_names(), "throngs(turn_limit=12)", "ludo(players=3)"])
def test_every_action_that_is_legal_can_be_completed(spec: str) -> None:
    now = state(spec)
    while now.actors == (ludarium.CHANCE,):
        now = now.play(now.legal()[0])
    for seat in now.actors:
        found = candidates(now, seat, "")
        assert len(found) == len(now.legal(seat))
        for line in found:
            assert line in candidates(now, seat, line[:-1])


def test_a_turn_is_completed_action_by_action() -> None:
    now = state("orion", position=LATE)
    assert candidates(now, 0, "u") == ["u+", "u-"]
    assert {"u+p-", "u++", "u+"} <= {*candidates(now, 0, "u+")}  # a turn may have fewer clicks than are allowed
    assert candidates(now, 0, "u+p-q") == ["u+p-q+", "u+p-q-"]
    assert candidates(now, 0, "zz") == []


def test_commands_are_completed_while_others_play() -> None:
    assert candidates(state("orion"), None, "u") == []
    assert candidates(state("orion"), 0, "u+", ["undo", "u+ is no command"])[0] == "u+ is no command"


def test_the_tab_key_asks_once_for_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def continued(typed: str) -> list[str]:
        asked.append(typed)
        return ["accept", "again"]

    complete_by(continued)
    completer = readline.get_completer()
    assert completer
    assert [completer("a", number) for number in range(3)] == ["accept", "again", None]
    assert asked == ["a"]
    readline.set_completer(None)
