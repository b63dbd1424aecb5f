"""The terminal with games of other shapes: a joint choice, dice, turns of several steps."""

import itertools
import re
import sys
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import pytest

from ludarium.cli.play import TerminalMatch
from ludarium.cli.terminal import viewing as _looking
from ludarium.cli.terminal.ending import CarriedPicture
from ludarium.core.game import Game
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.players.bot_player import BotPlayer
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Scene
from ludarium.search.player import RandomBot
from tests.tiny import PENNIES, RACE, STONES


class Sit(Protocol):
    """Plays a session in which these lines are typed; returns the match and what was printed."""

    def __call__(
        self,
        game: Game,
        bots: Sequence[int],
        *lines: str,
        clock: Clock | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> tuple[Match, str]: ...


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sit:
    """A session of a tiny game, which has no picture of its own; returns the match and what was printed."""
    monkeypatch.setattr(CarriedPicture, "after", lambda carried, match, turn: Picture(match.state))
    monkeypatch.setattr(_looking, "draw", lambda picture: Scene(1, 1, (), caption=str(picture.state)))

    def run(
        game: Game,
        bots: Sequence[int],
        *lines: str,
        clock: Clock | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> tuple[Match, str]:
        typed = iter(lines)

        def ask(prompt: str) -> str:
            sys.stdout.write(prompt)
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        match = Match.begin(game, ["Ann", "Bob"], clock=clock, dice="seeded(seed=4)")
        others = {seat: BotPlayer(RandomBot(game, seat)) for seat in bots}
        session = TerminalMatch(match, others, lambda: BotPlayer(RandomBot(game, 9)), ask, now)
        session.run()
        return session.match, capsys.readouterr().out

    return run


def test_dice_are_rolled_for_everybody(sit: Sit) -> None:
    match, shown = sit(RACE, [], "stay", "run", "moves")
    assert re.search(r"1\. hare rolls \d, stay  2\. tortoise rolls \d, run", shown)
    assert [entry.text.split()[0] for entry in match.turns] == ["roll", "stay", "roll", "run", "roll"]
    assert "Bob (tortoise)> " in shown


def test_a_bots_order_is_secret_until_the_person_has_decided(sit: Sit) -> None:
    match, shown = sit(PENNIES, [0], "legal", "hint", "heads")
    first = shown.partition("Bob (odd)> ")[0]
    assert "Ann (even) has decided" in first
    assert "heads" not in first
    assert "tails" not in first
    assert len(match.turns) == 1


def test_undo_takes_the_dice_back(sit: Sit) -> None:
    match, _ = sit(RACE, [1], "stay", "undo")
    assert [entry.text for entry in match.turns] == [match.turns[0].text]


def test_a_whole_match_ends_with_its_result(sit: Sit) -> None:
    match, shown = sit(STONES, [1], *["a1", "b1", "c1"] * 9, "save", "quit")
    assert match.over
    assert "the last stone is taken" in shown


@pytest.mark.parametrize("line", ["\0", "save \0", "legal now", "quit!", "Ünï", "9" * 10_000])
def test_any_input_is_answered_in_a_sentence(sit: Sit, line: str) -> None:
    match, shown = sit(STONES, [], line, "moves")
    assert match.turns == ()
    assert "(type help for the commands)" in shown


def test_a_bot_that_plays_nonsense_loses(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda *_: 77)
    match, shown = sit(STONES, [0], "quit")
    assert match.payoffs == (0.0, 1.0)
    assert "forfeit: Ann failed with IllegalMove: '77 is not an action" in shown


def test_a_clock_is_shown_counts_and_ends_the_match(sit: Sit) -> None:
    seconds = itertools.count(step=7)  # as if seven passed between any two looks at the clock
    match, shown = sit(STONES, [], *["a1", "help"] * 9, "quit", clock=Clock.parse("60+2"), now=lambda: next(seconds))
    assert match.ending == "time"
    assert all(turn.took and turn.left is not None for turn in match.turns)
    assert ", 0:53 left> " in shown
    assert match.left[0] < 60


def test_without_a_clock_no_time_is_kept(sit: Sit) -> None:
    match, shown = sit(STONES, [], "a1", "quit")
    assert match.turns[0].took is None
    assert "left>" not in shown
