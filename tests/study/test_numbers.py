"""The numbers of a study on small samples, counted by hand."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ludarium import load
from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.search.playout import random_step
from ludarium.study import changes, charts, ladder, moments
from ludarium.study.changes import compare_options, differ
from ludarium.study.counts import Counts, fitting, names_clock
from ludarium.study.exact import _smaller, _solved, small_boards
from ludarium.study.journal import Runner, StudyJournal
from ludarium.study.ladder import climb
from ludarium.study.moments import worth_looking_at
from ludarium.study.sections import _rungs
from ludarium.study.verdict import verdict
from ludarium.study.watching import (
    Choice,
    actions_of,
    first_turn,
    moments_of,
    places_of,
    together,
    watch,
    without_names,
)
from tests.tiny import LUCK, STONES

ORION = load("orion(turn_limit=10)")


@pytest.fixture
def runner(tmp_path: Path) -> Iterator[Runner]:
    """A runner; its journal is of another game, which no job looks at."""
    with StudyJournal(tmp_path, ORION, "easy", 1) as journal:
        yield Runner(journal)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("game=3", ParseError, "'game' is no count; did you mean games?"),
        ("games=1", InvalidOption, "games is '1': expected a number from 2 to 100,000"),
        ("games=-3", InvalidOption, "games is '-3': expected"),
        ("games", InvalidOption, "games is '': expected"),
        ("games=3,games=4", ParseError, "games is given twice; expected once"),
        ("look=" + "9" * 5000, InvalidOption, "expected a number from 1 to 10,000,000"),
        ("top=²", InvalidOption, "expected a number from 1"),
    ],
)
def test_bad_counts_are_refused_in_a_sentence(text: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence.replace("?", r"\?")):
        Counts.parse(text)


def test_counts_are_read_as_they_are_written() -> None:
    counts = Counts(games=7, learn=0)
    assert Counts.parse(str(counts)) == counts
    assert Counts.parse("") == Counts()


def test_more_time_chooses_no_smaller_counts_and_what_is_chosen_can_be_given() -> None:
    player, counts = fitting(LUCK, 0.01, 1, "random")
    assert player == "random"
    assert Counts.parse(str(counts)) == counts
    longer = fitting(LUCK, 1000, 2, "random")[1]
    assert all(one <= other for one, other in zip(counts, longer, strict=True))


@pytest.mark.parametrize(("player", "by_clock"), [("champion", False), ("mcts", True), ("mcts(seconds=0.1)", True)])
def test_who_looks_at_the_clock_is_known(player: str, by_clock: bool) -> None:
    assert names_clock(ORION, player) is by_clock


def test_actions_are_counted_beside_chance_and_forced_ones_left_out() -> None:
    start = STONES.parse_position("1/2/0 x")
    step = (1,)
    within = start.play(*step)
    assert len(within.legal()) == 2
    last = STONES.parse_position("0/0/1 x")
    assert len(last.legal()) == 1
    found = actions_of([Choice(start, step), Choice(within, (3,)), Choice(last, (2,))])
    assert sum(chosen for chosen, _ in found.values()) == 2
    assert sum(expected for _, expected in found.values()) == pytest.approx(2)
    assert first_turn([Choice(start, step), Choice(within, (3,)), Choice(last, (2,))]) == "b1"


def test_pieces_that_are_alike_are_one_in_the_names_of_actions() -> None:
    """In Ludo `A2 6x3=18` and `A3 6x3=18` are the same choice, and so are they in what a search says of them."""
    game = load("ludo")
    state = game.parse_position("6,6,6,1/1,1,1,1 A 3 5")
    assert [state.action_name(action) for action in state.legal()][:2] == ["A1 6x3=18", "A2 6x3=18"]
    assert actions_of([Choice(state, (1,))]) == {"6x3=18": [1, 0.75], "1x3=3": [0, 0.25]}
    assert first_turn([Choice(state, (1,))]) == "6x3=18"
    assert moments._behind(state, {0: 0.6, 1: 0.5, 3: 0.25}, 0.6) == {"6x3=18": 0.0, "1x3=3": 0.35}


@pytest.mark.parametrize("spec", ["orion", "vortex", "throngs"])
def test_names_of_places_stay_in_the_names_of_actions(spec: str) -> None:
    state, rng = load(spec).initial(), generator(1)
    for _ in range(20):
        for action in state.legal() if state.actors != (CHANCE,) else ():
            name = state.action_name(action)
            assert without_names(state.game, name) == name
        state = random_step(state, rng)


def test_places_are_those_of_the_touched_element() -> None:
    state = ORION.initial()
    places = places_of([Choice(state, (state.legal()[0],))])
    assert sum(places.values()) == 1
    assert places_of([]) == {}


def test_an_action_is_dead_that_chance_would_often_choose() -> None:
    seen = {"first": "a", "score": 1.0, "actions": {"a": [99, 60.0], "b": [0, 30.0], "c": [0, 9.0]}, "places": {},
            "turns": 4}  # fmt: skip
    found = together([seen, {**seen, "first": "", "actions": {}}])
    assert found["dead"] == ["b"]
    assert found["openings"] == [["a", 1, 1.0]]
    assert found["lengths"] == [4, 4]


def test_the_ladder_takes_the_weakest_search_that_wins_two_of_three(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meet(game: object, seed: int, job: tuple[int, int, int]) -> float:
        above, below, _ = job
        return float(above >= 4 * max(1, below))

    monkeypatch.setattr(ladder, "_meet", meet)
    found = climb(ORION, 3, 70, 1, runner)
    assert found["rungs"] == [0, 4, 16, 64]
    assert [(one["above"], one["below"]) for one in found["met"]] == [
        (1, 0), (2, 0), (4, 0), (8, 4), (16, 4), (32, 16), (64, 16),
    ]  # fmt: skip
    assert climb(load("vortex(players=1)"), 3, 70, 1, runner) is None
    assert climb(load("vortex(players=4)"), 3, 2, 1, runner)["needed"] == pytest.approx(0.5)


def test_a_change_counts_only_beyond_chance(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def observe(game: object, seed: int, job: tuple[str, int]) -> dict[str, float | None]:
        spec, number = job
        turns = 30.0 if "clicks=1" in spec else 10.0
        return dict.fromkeys(changes.MEASURES, number % 2 * 1.0) | {"turns": turns + number % 3, "behind": None}

    monkeypatch.setattr(changes, "_observe", observe)
    found = compare_options(ORION, 12, 1, runner)
    differs = {f"{row['option']}={row['value']}": row["differs"] for row in found["rows"]}
    assert differs.pop("clicks=1") == ["turns"]
    assert differs.pop("=") == []
    assert differs
    assert not any(differs.values())


def test_a_variant_is_compared_with_the_game_as_it_usually_is(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def observe(game: object, seed: int, job: tuple[str, int]) -> dict[str, float | None]:
        spec, number = job
        turns = 30.0 if spec == "orion" else 10.0
        return dict.fromkeys(changes.MEASURES, number % 2 * 1.0) | {"turns": turns + number % 3, "behind": None}

    monkeypatch.setattr(changes, "_observe", observe)
    found = compare_options(ORION, 12, 1, runner)
    assert (found["usual"]["spec"], found["usual"]["differs"]) == ("orion", ["turns"])
    assert all(row["option"] != "usual" for row in found["rows"])
    assert compare_options(load("orion"), 12, 1, runner)["usual"] is None


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ([0.0] * 4, [1.0] * 4, False),
        ([0.0] * 40, [1.0] * 40, True),
        ([1.0] * 9, [1.0] * 9, False),
        ([1.0, 1.1], [9.0, 9.1], False),
    ],
)
def test_few_equal_results_prove_nothing(one: list[float], other: list[float], apart: bool) -> None:
    assert differ(one, other, 3.0) is apart


def test_small_boards_are_solved_until_two_are_too_large(runner: Runner) -> None:
    race = load("vortex(board=square3,tokens=2)")
    found = small_boards(race, 1500, runner)
    assert found["solved"]
    assert all(one["count"] <= 1500 for one in found["solved"])
    assert [one["why"] for one in found["failed"]] == ["more than 1,500 positions"] * 2
    assert all(sum(one["value"]) == pytest.approx(1) for one in found["solved"])


def test_positions_are_of_several_kinds_and_games_and_say_what_is_best(runner: Runner) -> None:
    game = load("vortex(board=square3,tokens=2)")
    seen = [watch(game, "mcts(simulations=10)", 1, number)[1]["moments"] for number in range(8)]
    found = worth_looking_at(game, seen, 200, 1, runner)
    positions = found["positions"]
    assert len({one["position"] for one in positions}) == len(positions) > 4
    assert max([one["game"] for one in positions].count(number) for number in range(8)) <= 2
    assert len({one["kind"] for one in positions}) > 1
    for one in positions:
        assert one["best"][1] >= (one["second"] or one["best"])[1]
        assert game.parse_position(one["position"]).actors == (one["seat"],)
        assert "behind" not in one
    assert all(count <= found["looked_at"] for _, count, _ in found["never"])


def test_an_action_that_always_costs_is_never_better(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("vortex(board=square3,tokens=2)")
    looks = iter(
        [{"a": 0.0, "b": 0.3, "c": 0.05, "d": 0.5}] * 5
        + [{"a": 0.01, "b": 0.0, "c": 0.02}] * 5
        + [{"a": 0.2, "b": 0.01, "c": 0.4}] * 5
    )
    said = {"value": 0.5, "best": ["a", 0.5, []], "second": None, "few": None, "legal": 3}
    monkeypatch.setattr(moments, "_look", lambda game, seed, job: {**said, "behind": next(looks)})
    one = {"kind": "middle", "turn": 1, "of": 9, "seat": 0, "before": 0.5, "after": 0.5, "swing": 0.0}
    candidates = [[{**one, "position": str(number)}] for number in range(15)]
    assert worth_looking_at(game, candidates, 200, 1, runner)["never"] == [["c", 15, 0.02]]


def test_a_search_that_hardly_looks_at_an_action_values_it_as_its_worst() -> None:
    state = ORION.initial()
    first, second, *_ = state.legal()
    found = moments._behind(state, {first: 0.75, second: 0.25}, 0.75)
    assert [*found.values()] == [0.0, *[0.5] * (len(state.legal()) - 1)]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([1.0] * 9, 1),
        ([0.0] * 9, None),
        ([0.5] * 9, None),
        ([1.0, 0.0] * 9, None),
        ([1.0, 1.0, 0.0], None),
        ([1.0, 1.0, 0.0] * 9, 22),
        ([1.0, 1.0, 1.0, 0.0] * 9, 9),
    ],
)
def test_a_player_is_surely_ahead_after_the_more_games_the_more_is_luck(
    parts: list[float], expected: int | None
) -> None:
    assert ladder.enough(np.array(parts), 0.5) == expected


def test_games_without_a_single_actor_have_no_moments() -> None:
    game = load("grid(turn_limit=10)")
    course, seen = watch(game, "random", 1, 0)
    assert seen["moments"] == []
    assert [*moments_of(game, course, [])] == []


def test_the_verdict_says_of_options_what_was_found_and_nothing_of_few_games() -> None:
    def row(option: str, turns: float, *differs: str) -> dict[str, object]:
        measures = dict.fromkeys(changes.MEASURES) | {"turns": [turns, turns, turns]}
        return {"option": option, "value": "2", "measures": measures, "differs": [*differs]}

    def says(games: int, *rows: object) -> list[str]:
        options = {"games": games, "rows": [row("", 10), *rows]}
        data = {"parts": {"options": options}, "seats": 2, "even": 0.5, "player": "hard"}
        return [sentence.says for sentence in verdict(data)]

    rows = row("size", 10), row("size", 30, "turns"), row("pie", 10), row("die", 10)
    assert says(20, *rows) == [
        "Options pie and die change nothing that can be measured in 20 games.",
        "Option size=2 changes turns from 10 to 30.",
    ]
    assert says(20, row("pie", 9)) == ["Option pie changes nothing that can be measured in 20 games."]
    assert says(3, *rows) == []


def test_the_verdict_says_only_what_the_intervals_allow() -> None:
    def says(first: list[float]) -> str:
        data = {"parts": {"measures": {"measures": {"first": first}}}, "seats": 2, "even": 0.5, "player": "hard"}
        [sentence] = verdict(data)
        return sentence.says

    assert says([0.6, 0.55, 0.65]).endswith("it has an advantage.")
    assert says([0.4, 0.35, 0.45]).endswith("it has a disadvantage.")
    assert says([0.6, 0.45, 0.75]).endswith("no advantage that can be separated from chance.")


def test_the_verdict_says_what_the_options_change_together() -> None:
    def row(turns: float, *differs: str) -> dict[str, object]:
        measures = dict.fromkeys(changes.MEASURES) | {"turns": [turns, turns, turns]}
        return {"option": "", "value": "", "measures": measures, "differs": [*differs]}

    def says(usual: object) -> list[str]:
        data = {"parts": {"options": {"games": 20, "rows": [row(10)], "usual": usual}}, "even": 0.5, "player": "hard"}
        return [sentence.says for sentence in verdict(data)]

    assert says(row(30, "turns")) == ["These options together change turns from 30 to 10."]
    assert says(row(10)) == ["These options together change nothing that can be measured in 20 games."]
    assert says(None) == []


@pytest.mark.parametrize(
    ("drawn", "says"),
    [
        ([0.0, 0.0, 0.02], "of 100 games are drawn: somebody wins nearly always."),
        ([0.0, 0.0, 0.39], "of 100 games are drawn."),
        ([0.4, 0.31, 0.5], "of 100 games are drawn, which is much."),
        ([0.4, 0.1, 0.7], "of 100 games are drawn."),
    ],
)
def test_the_verdict_says_of_draws_only_what_the_interval_allows(drawn: list[float], says: str) -> None:
    [sentence] = verdict({"parts": {"measures": {"measures": {"drawn": drawn}}}, "even": 0.5, "player": "hard"})
    assert sentence.says == says


def test_what_is_said_of_a_rung_fits_beside_the_ladder() -> None:
    score = [0.9966, 0.9512, 0.9984]
    met = [{"above": above, "below": below, "score": score, "enough": 1234} for above, below in ((1, 0), (4096, 1))]
    rungs = _rungs({"rungs": [0, 1, 4096], "met": met})
    assert rungs[1:] == [
        ("1 simulation", "99.7 of 100 against the rung below (95 to 99.8)", "surely ahead after 1,234 games"),
        ("4,096 simulations", "99.7 of 100 against the rung below (95 to 99.8)", "surely ahead after 1,234 games"),
    ]
    assert max(len(line) for rung in rungs for line in rung) < 50
    drawn = charts.ladder(rungs, "the ladder")
    heights = sorted(float(y) for y in re.findall(r'<text[^>]* y="([0-9.]+)"', drawn))
    assert len(heights) == 8
    assert min(above - below for below, above in pairwise(heights)) >= 12  # no line lies upon another
    assert heights[0] > 10
    assert heights[-1] < float(re.search(r'viewBox="0 0 \d+ (\d+)"', drawn)[1])  # type: ignore[index]  # else it fails


def test_an_option_has_no_interval_below_nothing() -> None:
    estimate = changes._estimate("turns", [1.0, 2.0, 300.0])
    assert estimate.low == 0.0
    assert estimate.high == pytest.approx(296, abs=1)


def test_the_verdict_says_that_few_games_show_only_large_differences() -> None:
    def row(option: str, turns: float, *differs: str) -> dict[str, object]:
        measures = dict.fromkeys(changes.MEASURES) | {"turns": [turns, turns, turns]}
        return {"option": option, "value": "2", "measures": measures, "differs": [*differs]}

    def says(*rows: object, usual: object = None) -> list[str]:
        options = {"games": 4, "rows": [row("", 10), *rows], "usual": usual}
        return [one.says for one in verdict({"parts": {"options": options}, "even": 0.5, "player": "hard"})]

    few = "So few games, 4 with each value of an option, show only large differences."
    assert says(row("pie", 9), usual=row("", 30)) == [f"{few} None was found."]
    assert says(row("pie", 9), row("size", 30, "turns")) == [few, "Option size=2 changes turns from 10 to 30."]


def test_a_limit_of_turns_makes_no_smaller_board() -> None:
    found = _smaller(load("ludo(markers=3,goal=48,die=8)"))
    assert {one.options["turn_limit"] for one in found} == {5000}
    assert {one.options["markers"] for one in found} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("spec", "begins"), [("ludo(markers=1)", 0.504114), ("vortex(board=square3,tokens=1)", 0.497256)]
)
def test_where_a_draw_says_who_begins_the_value_is_that_of_who_begins(spec: str, begins: float) -> None:
    """By the draw alone both seats can expect the same; docs/studies/exact.md has the value of Ludo by two methods."""
    found = _solved(load(spec), (spec, 100_000))
    assert found["value"] == [0.5, 0.5]
    assert found["begins"] == pytest.approx(begins, abs=1e-5)
