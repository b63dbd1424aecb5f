"""Measures: each is counted by hand on small games, and none depends on anything but the seed."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from ludarium import CHANCE, load
from ludarium.analysis.measuring import courses, measures
from ludarium.analysis.measuring.courses import Course, _known, observe_game
from ludarium.analysis.measuring.duels import duel, has_duels, skill_of
from ludarium.analysis.measuring.effects import alternatives, effect, variants
from ludarium.analysis.measuring.estimates import at_least, deviation_of, logarithm, mean_of, ratio_of, score_of
from ludarium.analysis.measuring.measures import Measures, measure, steps_of
from ludarium.analysis.measuring.picture import picture
from ludarium.analysis.measuring.played import MeasureJournal, PlayedGame, Task, play_task, tasks_of
from ludarium.analysis.measuring.tables import tables
from ludarium.analysis.measuring.traits import Watch, ended_by_limit, is_turn, margin_of, narrowness, read_traits
from ludarium.analysis.measuring.values import _coverage
from ludarium.core.game import Game, State
from ludarium.core.measures import MEANINGS, Measured, format_measure, nearest_games
from ludarium.core.rng import generator
from ludarium.match.match import Match
from ludarium.match.progress import apply_turn
from ludarium.search.bot import Bot
from ludarium.search.evaluators import expected_payoffs
from ludarium.search.player import make_bot
from ludarium.search.playout import random_outcome
from ludarium.search.profile import profile
from ludarium.tournament.journal_file import BadJournal
from tests.tiny import LUCK, PAIRS, PENNIES, RACE, STONES, TINY, VAULT

SHORT = "orion(turn_limit=10)"


def games_of(state: State) -> dict[tuple[bytes, ...], float]:
    """Every way to play on from a state, as the positions on the way, and its probability in random play."""
    if not state.actors:
        return {(): 1.0}
    found: dict[tuple[bytes, ...], float] = {}
    outcomes = state.chance_outcomes()
    for number, actions in enumerate(product(*(state.legal(seat) for seat in state.actors))):
        chance = outcomes[actions[0]] if outcomes else 1 / math.prod(len(state.legal(seat)) for seat in state.actors)
        for rest, probability in games_of(state.play(*actions)).items():
            key = (state.data, number.to_bytes(2), *rest)
            found[key] = found.get(key, 0) + chance * probability
    return found


def test_the_profile_finds_the_entropy_and_the_branching_of_a_tree_that_is_counted() -> None:
    chances = np.array([*games_of(PENNIES.initial()).values()])
    made = profile(PENNIES, 4000, generator(1))
    assert chances.sum() == pytest.approx(1)
    assert mean_of(made.surprise).low < -(chances * np.log(chances)).sum() < mean_of(made.surprise).high + 1e-9
    first = PENNIES.initial()
    assert made.offered[0].tolist() == [4000, 4000 * len(first.legal(first.actors[0]))]


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_the_profile_counts_what_playing_through_states_counts(game: Game) -> None:
    dice, made = generator(5), profile(game, 1, generator(5))
    state, surprise, choices = game.initial(), 0.0, []
    positions = []
    while state.actors:
        dice.random()  # drawn for the position that is kept
        positions.append(state.data)
        chosen = []
        for seat in state.actors:
            legal = state.legal(seat)
            pick = int(dice.random() * len(legal))
            chance = 1 / len(legal)
            if seat == CHANCE:
                left = dice.random()
                for pick, chance in enumerate(state.chance_outcomes().values()):  # noqa: B007  the last ones are used
                    if left < chance:
                        break
                    left -= chance
            else:
                choices.append(len(legal))
            surprise -= math.log(chance)
            chosen.append(legal[pick])
        state = state.play(*chosen)
    assert made.choices[0].tolist() == [len(choices), sum(choices), choices.count(1)]
    assert made.surprise[0] == pytest.approx(surprise)
    assert made.positions[0].tobytes() in positions


def test_the_number_of_positions_is_a_lower_bound_that_reaches_the_truth_with_more_games() -> None:
    drawn = generator(1).integers(1000, size=(3000, 1))
    found = at_least(drawn)
    assert found.low < 1000 < found.high + 60
    assert len(np.unique(drawn)) <= found.value
    few = at_least(drawn[:60])
    assert few.low <= few.value <= few.high
    assert logarithm(found).value == pytest.approx(math.log10(found.value))


def test_estimates_hold_the_truth_about_as_often_as_they_say() -> None:
    rng, hits = generator(2), 0
    for _ in range(400):
        wholes = rng.integers(1, 9, 200)
        parts = rng.binomial(wholes, 0.3)
        found = ratio_of(parts, wholes)
        hits += found.low < 0.3 < found.high
    assert 360 <= hits <= 396


def test_a_measure_without_observations_is_unknown() -> None:
    for found in (mean_of(np.array([])), score_of(np.array([])), ratio_of(np.zeros(0), np.zeros(0))):
        assert not found.known
        assert format_measure("turns", found.value) == "-"
    assert mean_of(np.array([1.0, math.nan, 3.0])).value == 2


def course(*values: float, won: bool = True) -> Course:
    rows = np.array([[value, 1 - value] for value in values])
    return Course(rows, np.array([1.0, 0.0]) if won else np.array([0.5, 0.5]), won, 0, len(rows))


def test_a_course_counts_the_lead_and_how_far_the_winner_was_behind() -> None:
    close = course(0.5, 0.6, 0.4, 0.4, 0.95)
    assert close.leaders == [0, 1, 1, 0]
    assert close.lead_changes == 2
    assert close.drama == pytest.approx(2 * math.sqrt(0.2) / 5)
    assert close.settled == 0.8
    assert close.uncertainty(0.5) == pytest.approx(0.8)
    assert course(0.95, 0.99).settled == 0
    assert course(0.5).uncertainty(0.75) == 1
    drawn = course(0.5, 0.6, won=False)
    assert math.isnan(drawn.drama)
    assert math.isnan(drawn.settled)


def test_a_game_is_decided_when_its_winner_is_above_what_a_loser_ever_expected() -> None:
    close = course(0.5, 0.6, 0.4, 0.4, 0.95)
    assert close.threshold == 0.6
    assert close.decisiveness == pytest.approx(0.2)  # 0.6 of the winner is not above the loser's 0.6
    assert course(0.4, 0.5).decisiveness == 0  # 0.5 is not above the loser's 0.6
    assert course(0.9, 0.99).decisiveness == 1
    assert close.greatest_drama == pytest.approx(math.sqrt(0.2))
    assert close.stability == pytest.approx(np.var([0.5, 0.6, 0.4, 0.4, 0.95]))
    drawn = course(0.5, 0.6, won=False)
    assert math.isnan(drawn.threshold)
    assert math.isnan(drawn.decisiveness)
    assert math.isnan(drawn.greatest_drama)


def test_the_greatest_rise_is_the_killer_move_and_uncertainty_is_averaged() -> None:
    close = course(0.5, 0.6, 0.4, 0.4, 0.95)
    assert close.killer == pytest.approx(0.55)
    assert course(0.4, 0.5).killer == pytest.approx(0.5)  # the last turn won
    assert math.isnan(course(0.5, won=False).killer)
    assert close.mean_uncertainty == pytest.approx((1 + 0.8 + 0.8 + 0.8 + 0.1) / 5)


def test_a_watch_counts_places_boards_and_points() -> None:
    game = load("throngs(turn_limit=10)")
    watch, states = Watch(game), [game.initial()]
    while states[-1].actors:
        states.append(states[-1].play(states[-1].legal()[0]))
    turns = [state for state in states if is_turn(state)]
    for state in turns:
        watch.turn(state)
    before, last = states[-2:]
    [action] = [action for action in before.legal() if before.play(action) == last]
    traits = watch.traits(before, (action,))
    margins = [abs(state.points[0] - state.points[1]) for state in turns]
    assert traits.margin == margins[-1]
    assert traits.mean_margin == pytest.approx(np.mean(margins))
    assert 0 < len(traits.places) <= 63
    assert traits.timed_out
    for state in turns[:3]:
        watch.turn(state)  # boards that were there before
    assert watch.traits(before, (action,)).repeated == pytest.approx(traits.repeated + 3 / (len(turns) + 3), abs=0.02)
    assert read_traits(json.loads(json.dumps(traits.to_json()))) == traits


@pytest.mark.parametrize(("points", "margin"), [((3.0, 7.0, 5.0, 1.0), 6.0), ((4.0,), 0.0), ((), 0.0)])
def test_the_score_difference_is_that_between_the_best_seat_and_the_last(
    points: tuple[float, ...], margin: float
) -> None:
    assert margin_of(points) == margin


def test_only_an_end_by_the_limit_of_turns_is_a_time_out() -> None:
    won = load("orion(turn_limit=20)").parse_position("5/6/5/6/5/6/5/6/5/6/5 x 1")
    assert not ended_by_limit(won, (won.legal()[0],))
    assert not ended_by_limit(STONES.initial(), (0,))  # which has no limit
    drawn = [observe_game(load(SHORT), "random", seed).traits.timed_out for seed in range(3)]
    assert all(drawn)


@pytest.mark.parametrize(
    "name",
    ["vortex(tokens=1)", "ludo(goal=24,markers=1)", "throngs(turn_limit=12)", "grid(turn_limit=12)", SHORT],
)
def test_a_measure_counts_the_turns_of_a_game_as_its_record_and_pages_do(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The observed game is written down and read as a match."""
    game, played = load(name), list[int]()

    class Recorded:
        """A random bot whose actions are noted."""

        info = None

        def __init__(self, bot: Bot) -> None:
            self._bot = bot

        def choose(self, state: State, seat: int) -> int:
            played.append(self._bot.choose(state, seat))
            return played[-1]

    def make(spec: str, game: Game, seed: int, read: object = None) -> object:
        bot = make_bot("random", game, seed)
        return bot if read is None else Recorded(bot)  # an analyst's choices are not played

    def roll(state: State, dice: np.random.Generator) -> int:
        played.append(random_outcome(state, dice))
        return played[-1]

    monkeypatch.setattr(courses, "make_bot", make)
    monkeypatch.setattr(courses, "random_outcome", roll)
    monkeypatch.setattr(courses, "_value", lambda *_: 0.5)
    counted, match, turn = observe_game(game, "random", seed=4).turns, Match.begin(game, ["Ann", "Bob"]), list[int]()
    state = match.start
    while played:
        step = tuple(played.pop(0) for _ in state.actors)
        state, turn = state.play(*step), [*turn, *step]
        if not state.in_turn or not state.actors:
            match, turn = apply_turn(match, turn), []
    assert match.over
    assert Match.from_record(match.record()).count.number == counted
    assert counted > 1


@pytest.mark.parametrize(
    ("values", "part"), [([0.2, 0.8], 0.5), ([0.1, 0.1, 0.1, 0.9], 0.25), ([0.0, 0.75, 0.79, 0.8], 0.75)]
)
def test_narrowness_counts_actions_near_the_best(values: list[float], part: float) -> None:
    assert narrowness(np.array(values)) == part


def test_clarity_values_every_action_by_the_evaluation_of_the_game() -> None:
    game = load("orion")
    watch, state = Watch(game), game.initial().move("p+")
    watch.choice(state, state.actors[0])
    values = [expected_payoffs(state.play(action))[state.actors[0]] for action in state.legal()]
    assert watch.spread == [pytest.approx(np.var(values))]
    assert watch.narrow == [pytest.approx(narrowness(np.array(values)))]


def test_places_are_counted_among_those_of_all_games() -> None:
    assert _coverage([((0, 0), (1, 0)), ((2, 0),), ()]).tolist() == pytest.approx([2 / 3, 1 / 3, 0])
    assert np.isnan(_coverage([()])).all()


def test_the_interval_of_a_deviation_holds_the_true_one_nineteen_times_in_twenty() -> None:
    rng = generator(5)
    found = [deviation_of(rng.exponential(3.0, 300)) for _ in range(400)]
    assert 350 <= sum(one.low < 3.0 < one.high for one in found) <= 396  # a little short for skew ones
    assert deviation_of(np.array([4.0, 4.0])) == (0, 0, 0)
    assert not deviation_of(np.zeros(0)).known


@pytest.mark.parametrize("game", [STONES, RACE, PENNIES, LUCK, VAULT, PAIRS], ids=lambda game: game.name)
def test_a_game_of_any_kind_is_observed(game: Game) -> None:
    seen = observe_game(game, "random", seed=3)
    assert seen.values.shape[1] == game.seats
    assert ((seen.values >= 0) & (seen.values <= 1)).all()
    again = observe_game(game, "random", seed=3)
    assert (seen.values == again.values).all()


def test_a_stronger_player_shows_skill_and_an_equal_one_none() -> None:
    game = load("vortex(tokens=1)")
    strong, level = (np.array([duel(game, player, "random", 1, n) for n in range(60)]) for player in ("hard", "random"))
    assert skill_of(strong, load("ludo")).value == pytest.approx(2 * strong.mean() - 1)
    equal = skill_of(level, game)
    assert equal.low < 0 < equal.high
    assert not skill_of(np.zeros(0), game).known


def test_only_rivals_have_duels() -> None:
    assert not has_duels(VAULT)
    assert not has_duels(PAIRS)
    assert has_duels(STONES)


def test_options_are_changed_one_at_a_time() -> None:
    usual, *others = (effect(variant, 20, seed=1) for variant in variants(load("vortex")))
    assert usual.option == ""
    assert {"players", "board", "die", "tokens", "objective", "turn_limit"} == {effect.option for effect in others}
    assert next(e for e in others if (e.option, e.value) == ("tokens", 1)).turns.value < usual.turns.value
    board = next(option for option in load("vortex").definition.options if option.name == "board")
    assert alternatives(board, "square5") == ["square3", "square7", "square9", "round2", "round3", "round4"]


@pytest.fixture(scope="module")
def whole() -> Measures:
    return measure(load(SHORT), 4, "easy", seed=3)


def test_the_same_seed_gives_the_same_measures_with_any_number_of_workers(whole: Measures) -> None:
    game, alone = load(SHORT), whole
    with ThreadPoolExecutor(2) as pool:
        together = measure(game, 4, "easy", seed=3, executor=pool, workers=2)
    assert alone.json() == together.json()
    found = json.loads(alone.json())
    assert found["game"] == SHORT
    assert found["measures"]["turns"] == [10.0, 10.0, 10.0]
    assert found["measures"]["luck"] is None
    assert set(found["measures"]) == set(MEANINGS)
    assert alone.estimates["timeouts"].value == 1  # ten turns are few
    assert alone.estimates["completion"].value + alone.estimates["drawn"].value == 0
    assert {name: len(table) for name, table in tables(alone).items()} == {
        "measures": len(MEANINGS), "branching": len(alone.branching()), "courses": 40, "doublings": 3,
        "options": len(alone.effects),
    }  # fmt: skip
    assert len(picture(alone).axes) == 4


def test_a_game_for_one_has_no_rivals() -> None:
    made = measure(VAULT, 3, "random", seed=1)
    unknown = {name for name, found in made.estimates.items() if not found.known} - {"settled"}  # if nobody won
    rivals = {"first", "drama", "greatest_drama", "killer", "lead_changes", "uncertainty", "late", "threshold"}
    rivals |= {"decisiveness", "margin", "mean_margin"}
    assert unknown == rivals | {"skill", "luck", "doubling", "timeouts", "narrowness", "spread"} | {
        "repetition",
        "coverage",
    }


def test_two_rivals_who_tell_their_expectations_at_once_count_a_half_each() -> None:
    before = np.array([0.5, 0.5])
    assert _known(before, PENNIES, {0: 0.8, 1: 0.4}).tolist() == pytest.approx([0.7, 0.3])
    assert _known(before, PENNIES, {1: 0.4}).tolist() == pytest.approx([0.6, 0.4])
    assert _known(before, PAIRS, {0: 0.9}).tolist()[0] == 0.9


def test_a_measure_goes_on_where_its_journal_ends(
    whole: Measures, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, played, calls = load(SHORT), list[Task](), list[int]()
    with MeasureJournal(tmp_path, game, "easy", 3) as journal:
        measure(game, 2, "easy", 3, journal=journal)
    path = tmp_path / "journal.jsonl"
    *_, torn = path.read_text("utf-8").splitlines()
    path.write_bytes(path.read_bytes()[:-9])  # as a process leaves it that was killed

    def play(game: Game, player: str, seed: int, task: Task) -> PlayedGame:
        played.append(task)
        return play_task(game, player, seed, task)

    monkeypatch.setattr(measures, "play_task", play)
    with MeasureJournal(tmp_path, game, "easy", 3) as journal:
        again = measure(game, 4, "easy", 3, journal=journal, progress=lambda: calls.append(1))
    assert again.json() == whole.json()
    assert [course.values.tolist() for course in again.courses] == [course.values.tolist() for course in whole.courses]
    assert set(played) == {*tasks_of(game, 4)} - {*tasks_of(game, 2)} | {Task(*list(json.loads(torn).values())[:2])}
    assert len(calls) == steps_of(game, 4)


@pytest.mark.parametrize(
    ("player", "seed", "sentence"),
    [("hard", 3, "holds a measure whose player is easy, not hard"), ("easy", 4, "whose seed is 3, not 4")],
)
def test_a_journal_of_another_measure_is_refused(player: str, seed: int, sentence: str, tmp_path: Path) -> None:
    with MeasureJournal(tmp_path, load(SHORT), "easy", 3):
        pass
    with pytest.raises(BadJournal, match=f"{sentence}; name another folder"):
        MeasureJournal(tmp_path, load(SHORT), player, seed)


def test_similar_games_have_similar_measures() -> None:
    def measured(turns: float, **more: tuple[float, float, float] | None) -> Measured:
        return Measured("", "hard", 1, 1, {"turns": (turns, turns, turns), **more})

    games = {"a": measured(10), "b": measured(1000, skill=None), "c": measured(13, skill=(1, 1, 1)), "d": measured(90)}
    assert nearest_games("a", games) == ["c", "d", "b"]
    assert nearest_games("b", games) == ["d", "c", "a"]
    assert nearest_games("a", {"a": games["a"]}) == []
