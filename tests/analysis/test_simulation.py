"""Simulations: the numbers of games are those of playing through states, and depend on the seed alone."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ludarium import CHANCE, load, play_match
from ludarium.analysis.simulation import compiled, simulate, tally
from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.kernel import Vector
from ludarium.core.rng import generator
from ludarium.core.rolls import number_turns, turn_number
from ludarium.search.survey import survey
from tests.tiny import PENNIES, RACE, TINY


def by_hand(
    game: Game, dice: np.random.Generator
) -> tuple[list[int], Vector, tuple[float, ...], tuple[float, ...] | None]:
    """A random game through its states, drawing as the driver does."""
    first: tuple[int, ...] = ()
    state, choices, offered = game.initial(), 0, np.zeros(game.num_actions + 1, np.int64)
    steps, before = 0, [state]
    while state.actors:
        if state.actors == (CHANCE,):
            left, (*chance_outcomes, last) = dice.random(), state.chance_outcomes().items()
            actions = [last[0]]
            for action, chance in chance_outcomes:
                if left < chance:
                    actions = [action]
                    break
                left -= chance
        else:
            first = first or state.actors
            legal = [state.legal(seat) for seat in state.actors]
            actions = [among[int(dice.random() * len(among))] for among in legal]
            for among in legal:
                offered[len(among)] += 1
            choices += len(legal)
        state, steps = state.play(*actions), steps + 1
        if state.actors and not state.in_turn:
            before.append(state)
    turns = turn_number(number_turns(before, ["played"] * len(before)), len(before))
    return [steps, choices, sum(2 << seat for seat in first), turns], offered, state.points, state.payoffs


# alone, a seat may have one turn after another, which the driver cannot tell from one turn of several steps
@pytest.mark.parametrize(
    "game",
    [
        *(game for game in TINY if game.seats > 1),
        *map(load, ("orion(turn_limit=40)", "ludo", "vortex", "throngs(turn_limit=20)", "grid(turn_limit=20)")),
    ],
    ids=lambda game: game.name,
)
def test_the_driver_counts_what_happens_through_states(game: Game) -> None:
    made, dice = survey(game.initial(), 3, generator(5)), generator(5)
    total = np.zeros(game.num_actions + 1, np.int64)
    for row in range(3):
        counts, offered, points, payoffs = by_hand(game, dice)
        assert made.counts[row].tolist() == counts
        assert (tuple(made.points[row]), tuple(made.payoffs[row])) == (points, payoffs)
        total += offered
    assert made.offered.tolist() == total.tolist()


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_same_seed_gives_the_same_games_with_any_number_of_workers(workers: int) -> None:
    alone = simulate(RACE, ["random", "random"], 11_000, seed=3)
    with ThreadPoolExecutor(workers) as executor:
        together = simulate(RACE, ["random", "random"], 11_000, seed=3, executor=executor)
    for one, other in zip(alone.numbers, together.numbers, strict=True):
        assert np.array_equal(one, other)


def test_more_games_begin_with_the_same_ones_and_another_seed_has_others() -> None:
    few, more = (simulate(RACE, ["random", "random"], games, seed=3).numbers.counts for games in (6000, 6500))
    assert np.array_equal(few, more[:6000])
    assert not np.array_equal(few, simulate(RACE, ["random", "random"], 6000, seed=4).numbers.counts)


def test_blocks_of_games_payoff_no_dice() -> None:
    counts = simulate(load("ludo"), ["random", "random"], 10_000, seed=1).numbers.counts
    assert not np.array_equal(counts[:5000], counts[5000:])


def test_only_random_players_play_in_the_driver() -> None:
    game = load("ludo")
    assert compiled(game, ["random", "random"])
    assert not compiled(game, ["random", "auto120"])


def test_a_record_is_counted_as_the_driver_counts() -> None:
    game = load("ludo")
    record = play_match(game, ["auto120", "random"], seed=2)
    made = tally(game, record)
    states = [*record.states()][:-1]
    seats = [seat for state in states for seat in state.actors if seat != CHANCE]
    turns = turn_number(number_turns(states, [entry.text for entry in record.turns]), len(record.turns))
    assert made.counts[0].tolist() == [len(record.turns), len(seats), 2 << seats[0], turns]
    assert turns < len(record.turns) * 2 / 3
    assert made.offered.sum() == len(seats)
    assert tuple(made.payoffs[0]) == record.payoffs
    assert tuple(made.points[0]) == record.final().points


def test_players_keep_their_seats() -> None:
    seats = simulate("ludo(markers=2)", ["auto120", "random"], 10, seed=1).seats()
    assert seats["player"].to_list() == ["auto120", "random"]
    assert seats["won"].to_list()[0] > 5
    assert seats["won"].sum() == 10


def test_tables_have_a_row_a_game_a_seat_and_a_length() -> None:
    made = simulate("ludo", ["random", "random"], 500, seed=1)
    games, seats, length = made.games(), made.seats(), made.length()
    assert games.columns == ["game", "turns", "choices", "steps", "first"] + [
        f"{column}_{seat}" for column in ("player", "payoff", "points") for seat in "AB"
    ]
    assert set(games["first"]) == {"A", "B"}
    assert seats["score"].sum() == pytest.approx(1)
    assert seats["score"][0] == games["payoff_A"].mean()
    assert length["what"].to_list() == ["turns", "choices", "steps"]
    assert length["mean"].to_list() == [games[what].mean() for what in length["what"]]
    assert set(games["player_A"]) == {"random"}
    assert made.choices()["choices"].sum() == games["choices"].sum()
    assert made.branching == pytest.approx(
        int((made.choices()["actions"] * made.choices()["choices"]).sum()) / int(games["choices"].sum())
    )


def test_the_first_player_is_named_where_dice_decide() -> None:
    made = simulate("ludo", ["random", "random"], 200, seed=1)
    games = made.games()
    won = sum(float(games.filter(games["first"] == seat)[f"payoff_{seat}"].sum()) for seat in "AB")
    first = made.first()
    assert first is not None
    assert first["won"] == won
    assert simulate("orion(turn_limit=10)", ["random", "random"], 20).first() is None
    assert simulate(PENNIES, ["random", "random"], 20).first() is None


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(ParseError, match="ludo has 2 seats, so name 2 players, not 3"):
        simulate("ludo", ["random"] * 3, 1)


def test_a_function_in_a_file_plays_too(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def think(state, seat):\n    return state.legal(seat)[0]\n")
    made = simulate("ludo", [f"{tmp_path}/bot.py:think", "random"], 2, seed=1)
    assert made.seats()["won"].sum() == 2
