"""Which bot was on the move when a limit of time stopped a trial."""

from ludarium.players.sandbox.trial import TrialSeat, play_trial


def test_a_trial_that_is_stopped_names_the_seat_on_the_move() -> None:
    times = iter([0.0] * 40 + [99.0] * 10_000)
    trial = play_trial(
        "vortex", [TrialSeat("one", None, "easy"), TrialSeat("two", None, "easy")], 1, 9.0, now=lambda: next(times)
    )
    assert trial.stopped == "stopped after 9 seconds"
    assert trial.moving in (0, 1)
    assert play_trial("vortex", [TrialSeat("one", None, "random")] * 2, 1, 60.0).moving is None
