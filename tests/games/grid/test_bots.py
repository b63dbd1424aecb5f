"""Bots of Grid Game: what each does, and that the general beats all others."""

from itertools import islice

import numpy as np
import pytest

import ludarium
from ludarium.core.game import State
from ludarium.games.grid.bots import LEARNED_LEVELS, LEVELS, evaluate
from ludarium.games.grid.openings import OPENINGS, directions, mirrored
from ludarium.search.player import bot_kinds, levels, make_bot
from ludarium.tournament.series import play_series

GRID = ludarium.load("grid")


def play(green: str, red: str, turns: int = 3000) -> State:
    """Return the last state of a game, or the state after its first turns."""
    state, bots = GRID.initial(), [make_bot(spec, GRID, seat) for seat, spec in enumerate((green, red))]
    while state.actors and turns:
        state, turns = state.play(*(bots[seat].choose(state, seat) for seat in state.actors)), turns - 1
    return state


def equal_payoffs(position: str) -> list[float]:
    out = np.zeros(2)
    evaluate(GRID.tables, GRID.parse_position(position).vector, out)
    return out.tolist()


@pytest.mark.parametrize(
    "other", [name for name in bot_kinds(GRID) if name not in ("general", "rolling", "mcts", "alphabeta", "expectimax")]
)
def test_the_general_beats_every_other_player_from_both_sides(other: str) -> None:
    assert play("general", other).winners == (0,)
    assert play(other, "general").winners == (1,)


def test_each_level_beats_the_one_below() -> None:
    easy, medium, hard, _ = levels(GRID).values()
    assert play(medium, easy).winners == play(hard, medium).winners == (0,)
    assert play(easy, medium).winners == play(medium, hard).winners == (1,)


@pytest.mark.long
def test_the_champion_beats_the_level_below_on_boards_with_rocks() -> None:
    """With a fifth of its tries, and one game from each side; the study plays them all."""
    players = ["general(tries=80,replies=yes)", levels(GRID)["hard"]]
    assert levels(ludarium.load("grid(rocks=10)")) == LEVELS
    assert LEVELS["champion"] == "general(tries=400,replies=yes)"
    records = play_series("grid(rocks=10,turn_limit=400)", players, games=2, seed=2)
    assert [record.payoffs for record in records] == [(1, 0), (0, 1)]


def test_the_champion_plays_by_what_it_has_learnt_with_the_default_options() -> None:
    """With a quarter of its simulations, against an opening that is timed to meet others, from each side."""
    assert levels(GRID) == LEVELS | LEARNED_LEVELS
    learned = "rolling(horizon=20,simulations=48,evaluate=learned)"
    assert play(learned, "interceptor").winners == (0,)
    assert play("interceptor", learned).winners == (1,)


def test_the_general_forgets_what_was_taken_back() -> None:
    start, general = GRID.initial(), make_bot("general", GRID, 0)
    state = start
    for _ in range(7):
        state = state.play(general.choose(state, 0), 1)
    fresh = make_bot("general", GRID, 0)
    assert general.choose(start, 0) == fresh.choose(start, 0)
    assert general.info == fresh.info


def test_the_general_beats_itself_with_a_shorter_horizon() -> None:
    assert play("general", "general(horizon=20)").winners == (0,)


def test_an_opening_that_a_person_writes_is_repeated_and_mirrored_for_red() -> None:
    state, bot = GRID.initial(), make_bot("plan(turns=n2e)", GRID, 0)
    for way in "nnennenn":
        assert [state.action_name(bot.choose(state, seat), seat) for seat in (0, 1)] == [way, mirrored(way, 1)]
        state = state.play(bot.choose(state, 0), 1)


def test_the_default_opening_can_be_played() -> None:
    assert make_bot("plan", GRID, 0).choose(GRID.initial(), 0) == 0


@pytest.mark.parametrize("name", OPENINGS)
def test_an_opening_ends_as_its_mirror_does(name: str) -> None:
    assert play(name, name, 200).points[0] == play(name, name, 200).points[1]


def test_the_faraday_cage_is_the_source_s() -> None:
    faraday = "".join("nesw"[way] for way in islice(directions(OPENINGS["faraday"][0], 0), 168))
    assert faraday == "n" * 30 + "w" * 30 + ("s" * 27 + "e" * 27) * 2
    state = play("faraday", "random", 60)
    cities = [
        cell for row in state.game.definition.module("rules").board(GRID.tables, state.vector)[:3] for cell in row[:3]
    ]
    assert sum(what == "G" for what, _ in cities) == 4, "four cities in the own corner"


@pytest.mark.parametrize(("seat", "opening"), [(0, "nesw"), (1, "swne"), (2, "nwse"), (3, "senw")])
def test_an_opening_is_mirrored_for_seats_that_begin_elsewhere(seat: int, opening: str) -> None:
    assert mirrored("nesw", seat) == opening


def test_the_evaluation_prefers_more_pieces_and_cities() -> None:
    even, more, city = (equal_payoffs(f"{row}///////////r9 n/n 1") for row in ("g9", "g9.g1", "G9"))
    assert even == [0.5, 0.5]
    assert city[0] > more[0] > 0.5
    assert equal_payoffs("/////////// n/n 1") == [0.5, 0.5]


def test_the_same_seed_plays_the_same_game() -> None:
    assert play("general", "rush", 60) == play("general", "rush", 60)
