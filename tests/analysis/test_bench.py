"""Figures come with the answers that were timed, and a wrong answer is no figure."""

from dataclasses import replace

import pytest

import ludarium
from ludarium.analysis import bench
from ludarium.core.game import Game, State
from ludarium.search.survey import Playouts, playouts
from tests.tiny import PENNIES, RACE, STONES

SHORT = ludarium.load("orion(turn_limit=10)")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little work as can be, and nothing compiled anew."""
    monkeypatch.setattr(bench, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(bench, "_LEARNERS", 64)
    monkeypatch.setattr(bench, "_latency", lambda game: iter(()))


@pytest.mark.parametrize("game", [SHORT, STONES, PENNIES, RACE], ids=lambda game: game.name)
def test_every_figure_of_any_game_has_a_value_and_an_answer(game: Game) -> None:
    figures = list(bench.bench(game, threads=2))
    assert [figure.name.partition(", ")[0] for figure in figures] == [
        "steps through states",
        "steps of learners",
        *["random steps", "random games"] * 2,
        *["search playouts"] * 2,
    ]
    assert all(figure.value > 0 and figure.answer for figure in figures)


def test_the_answer_is_that_of_the_work() -> None:
    _, _, steps, games, *_ = bench.bench(SHORT, threads=1)
    made = playouts(SHORT.initial(), 1, bench.SEED)
    assert steps.answer == games.answer == f"1 games, {made.steps} steps, payoffs 0.5-0.5"


def test_a_figure_needs_confirmation_by_another_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    def lucky(state: State, games: int, seed: int, threads: int = 1) -> Playouts:
        made = playouts(state, games, seed, threads)
        return replace(made, steps=made.steps - 1)

    monkeypatch.setattr(bench, "playouts", lucky)
    with pytest.raises(bench.WrongAnswer, match="the slower method gives"):
        list(bench.bench(SHORT, threads=1))


def test_a_run_that_gives_another_answer_when_it_is_repeated_is_no_figure() -> None:
    answers = iter([1, 1, 2])
    with pytest.raises(bench.WrongAnswer, match="gave 2"):
        bench._best(lambda count: next(answers), 1)


def test_the_work_grows_until_it_takes_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_LEAST_SECONDS", 5.0)
    monkeypatch.setattr(bench, "_timed", lambda work: (work(), work() / 8))
    assert bench._best(lambda count: count, 4) == (48, 6.0)
