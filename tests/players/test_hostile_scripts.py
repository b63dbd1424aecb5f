"""Forty hostile scripts lose their matches by named causes; `tests.soak.ladder` sends them through a running site."""

import pytest

from ludarium.players.sandbox import trial as trials
from ludarium.players.sandbox.script import COUNTED
from ludarium.players.sandbox.trial import TrialSeat, play_trial
from tests.players.hostile_scripts import HOSTILE_SCRIPTS

FEW_STEPS = COUNTED._replace(steps=500_000)
"""The limits of the site, reached sooner."""
GUARDED = FEW_STEPS._replace(guard=0.25)
"""Those for scripts whose steps take so long that the guard of time ends them."""


def test_there_are_forty_hostile_scripts() -> None:
    assert len(HOSTILE_SCRIPTS) >= 40


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE_SCRIPTS)
def test_a_hostile_script_is_ended_and_named_and_loses_its_match(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source, cause = HOSTILE_SCRIPTS[name]
    slow = name in ("searches a long text", "prints without end")
    monkeypatch.setattr(trials, "COUNTED", GUARDED if slow else FEW_STEPS)
    seats = [TrialSeat("mine", source), TrialSeat("random", None, "random")]
    trial = play_trial("vortex(tokens=1)", seats, 1, 120.0)
    assert trial.failed_seat == 0
    assert trial.payoffs == (0.0, 1.0)
    assert any(part in trial.ending for part in cause.split("|")), trial.ending
