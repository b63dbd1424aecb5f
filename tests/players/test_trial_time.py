"""Which bot was on the move when a limit of time stopped a trial."""

import pytest

from ludarium.match.match import Match
from ludarium.players.player import Player
from ludarium.players.sandbox import trial
from ludarium.players.sandbox.trial import TrialSeat, play_trial
from ludarium.players.turn import PlayerTurn, play_turn


def test_a_trial_that_is_stopped_names_the_seat_on_the_move() -> None:
    times = iter([0.0] * 40 + [99.0] * 10_000)
    played = play_trial(
        "vortex", [TrialSeat("one", None, "easy"), TrialSeat("two", None, "easy")], 1, 9.0, now=lambda: next(times)
    )
    assert played.stopped == "stopped after 9 seconds"
    assert played.moving in (0, 1)
    assert play_trial("vortex", [TrialSeat("one", None, "random")] * 2, 1, 60.0).moving is None


@pytest.mark.parametrize(("first", "is_stopped"), [(4.9, False), (11.0, True)])
def test_what_is_loaded_until_each_seat_has_played_does_not_count(
    monkeypatch: pytest.MonkeyPatch, first: float, is_stopped: bool
) -> None:
    clock, turns = [0.0], [0]

    def slow(match: Match, seat: int, player: Player) -> PlayerTurn:
        turns[0] += 1
        clock[0] += first if turns[0] <= 2 else 0.06
        return play_turn(match, seat, player)

    monkeypatch.setattr(trial, "play_turn", slow)
    seats = [TrialSeat("one", None, "random")] * 2
    played = trial.play_trial("orion(rows=3,columns=3)", seats, 1, 10.0, now=lambda: clock[0])
    assert clock[0] > 10.0
    assert bool(played.stopped) == is_stopped
