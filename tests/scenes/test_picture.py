"""Pictures are carried forward: every step is followed once, however long the match is and whatever draws it."""

from collections.abc import Sequence
from types import ModuleType

import pytest

import ludarium
from ludarium.cli.terminal.ending import CarriedPicture
from ludarium.core.game import State
from ludarium.games.ludo import view
from ludarium.scenes import replay
from ludarium.scenes.picture import Picture, advance, begin, draw, follow
from ludarium.site.match import played
from ludarium.site.match.played import play_out
from tests.tiny import PENNIES

RECORD = ludarium.play_match("ludo(turn_limit=400)", ["random", "random"], seed=7)
TURNS = RECORD.turns


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the actions of the steps that the view of Ludo follows, where no other test has drawn anything yet."""
    for cached in (played._play_block, played._play_turn, played._first):
        cached.cache_clear()
    found: list[int] = []
    whole = view.advance

    def counted(picture: Picture, state: State, step: Sequence[int]) -> Picture:
        found.extend(step)
        return whole(picture, state, step)  # type: ignore[arg-type]  # the view's own picture

    monkeypatch.setattr(view, "advance", counted)
    return found


def test_the_match_is_a_long_one() -> None:
    assert len(TURNS) > 500


def test_a_replay_follows_every_step_once(steps: list[int]) -> None:
    replay.player(RECORD)
    assert len(steps) == len(TURNS)


def test_a_page_follows_only_the_turns_since_the_last_page(steps: list[int]) -> None:
    texts = [entry.text for entry in TURNS]
    play_out(RECORD.initial(), texts[:300])
    assert len(steps) == 300
    steps.clear()
    played = play_out(RECORD.initial(), texts[:303])
    drawn = draw(played.picture(303))
    assert len(steps) == 3
    assert drawn == draw(follow(RECORD.initial(), [a for turn in played.actions for a in turn]))


@pytest.mark.parametrize("number", [0, 1, 63, 64, 65, 127, 128, 200])
def test_a_page_of_an_earlier_turn_begins_at_the_nearest_picture(steps: list[int], number: int) -> None:
    played = play_out(RECORD.initial(), [entry.text for entry in TURNS[:200]])
    steps.clear()
    picture = played.picture(number)
    assert len(steps) == (0 if number == 200 else number % 64)
    assert picture == follow(RECORD.initial(), [a for turn in played.actions[:number] for a in turn])


def test_a_terminal_follows_new_turns_and_begins_again_after_a_takeback(steps: list[int]) -> None:
    match, shown = ludarium.Match.from_record(RECORD), CarriedPicture()
    for turn in (100, 103):
        steps.clear()
        shown.after(match, turn)
    assert len(steps) == 3
    earlier = shown.after(match, 50)
    assert earlier == CarriedPicture().after(match, 50)


def test_a_view_that_remembers_nothing_draws_from_the_state_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = ModuleType("view")
    monkeypatch.setattr(type(PENNIES.definition), "module", lambda definition, name: plain)
    start = PENNIES.initial()
    after = start.play(0, 1)
    assert begin(start) == Picture(start)
    assert advance(Picture(start), after, (0, 1)) == follow(start, (0, 1)) == Picture(after)
