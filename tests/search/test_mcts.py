"""Monte Carlo tree search, on games that are small enough to be solved."""

import math
from functools import cache

import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.search.bot import SearchInfo
from ludarium.search.learned import BadPlayer
from ludarium.search.mcts import Mcts
from tests.search.info import info
from tests.tiny import PENNIES, RACE, STONES


def nim(text: str) -> State:
    state: State = STONES.parse_position(text)
    return state


def won_by_nim_sum(state: State) -> bool:
    a, b, c = (int(heap) for heap in str(state).split()[0].split("/"))
    return a ^ b ^ c != 0


@pytest.mark.parametrize("position", ["1/2/2 x", "1/3/5 x", "3/3/1 o", "0/4/1 x", "2/2/0 x", "1/2/3 o"])
def test_a_turn_of_several_actions_is_solved(position: str) -> None:
    state = nim(position)
    seat = state.actors[0]
    bot = Mcts(STONES, seed=1, simulations=20_000)
    action = bot.choose(state, seat)
    won = won_by_nim_sum(state)
    assert info(bot).solved
    assert info(bot).value == (1.0 if won else 0.0)
    if not won:
        return
    state = state.play(action)
    while state.in_turn:
        state = state.play(bot.choose(state, seat))
    assert not won_by_nim_sum(state)


def test_a_proved_win_is_played_to_the_end() -> None:
    bots = [Mcts(STONES, seed=seed, simulations=5_000) for seed in range(2)]
    state = nim("1/3/5 x")
    while state.actors:
        seat = state.actors[0]
        state = state.play(bots[seat].choose(state, seat))
    assert state.winners == (0,)


@cache
def value(state: State) -> float:
    """Return seat 0's payoff in the race when both play perfectly."""
    if not state.actors:
        assert state.payoffs is not None
        return state.payoffs[0]
    if state.actors == (CHANCE,):
        return sum(chance * value(state.play(roll)) for roll, chance in state.chance_outcomes().items())
    best = max if state.actors == (0,) else min
    return best(value(state.play(action)) for action in state.legal())


@pytest.mark.parametrize("roll", range(3))
def test_outcomes_of_chance_are_weighed_by_their_probabilities(roll: int) -> None:
    state = RACE.parse_position("14:0:2-3").play(roll)
    bot = Mcts(RACE, seed=3, simulations=40_000)
    action = bot.choose(state, 0)
    assert value(state.play(action)) == value(state)
    assert info(bot).value == pytest.approx(value(state), abs=0.02)


def test_bounds_are_proved_through_chance() -> None:
    """Each side has one turn left: seat 1 wins with a 1, half of the time; otherwise it is a draw."""
    state = RACE.parse_position("22:1:4-5")
    bot = Mcts(RACE, seed=3, simulations=20_000)
    bot.choose(state, 0)
    assert info(bot).solved
    assert info(bot).value == pytest.approx(value(state)) == 0.25


def test_the_choices_in_matching_pennies_are_mixed() -> None:
    """A seat that always shows the same side loses; each side should come up about as often as the other."""
    tails = [0, 0]
    for seed in range(200):
        bot = Mcts(PENNIES, seed=seed, simulations=400)
        for seat in range(2):
            tails[seat] += bot.choose(PENNIES.initial(), seat)
    assert 70 <= tails[0] <= 130
    assert 70 <= tails[1] <= 130


def test_the_same_seed_and_simulations_play_the_same_game_to_the_bit() -> None:
    def infos(threads: int) -> list[SearchInfo | None]:
        game = ludarium.load("orion(turn_limit=12)")
        bots = [Mcts(game, seed=seat, simulations=300, threads=threads) for seat in range(2)]
        state, found = game.initial(), []
        while state.actors:
            seat = state.actors[0]
            state = state.play(bots[seat].choose(state, seat))
            found.append(bots[seat].info)
        return found

    assert infos(threads=1) == infos(threads=1)
    assert infos(threads=2) == infos(threads=2)


def test_a_win_in_one_turn_is_solved() -> None:
    game = ludarium.load("orion(turn_limit=100)")
    rows = "5/2X3/5/2X3/5/2X3/5/2X3/1X3/6/5 x 41"
    state = game.parse_position(rows)
    bot = Mcts(game, seed=1, simulations=20_000)
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert info(bot).solved
    assert state.winners == (0,)


def test_widening_begins_with_the_best_priors() -> None:
    game = ludarium.load("orion")
    state = game.initial().move("x-")

    def visited(simulations: int) -> int:
        bot = Mcts(game, seed=1, simulations=simulations, widen=0.5)
        bot._move_to(state)
        bot._search(simulations, math.inf)
        edges, values = bot._trees[0].edges_of(0)
        priors = values[edges[:, 2] == 0, 0]
        assert list(priors) == sorted(priors, reverse=True)
        assert sorted(edges[:, 0]) == list(state.legal())
        return int((edges[:, 2] > 0).sum())

    assert 1 < visited(100) <= 6
    assert visited(100) < visited(2_000) <= 23


def test_votes_of_threads_are_added_by_action() -> None:
    game = ludarium.load("orion")
    state = game.initial().move("x-")
    bot = Mcts(game, seed=1, simulations=600, widen=0.5, threads=2)
    bot._move_to(state)
    bot._search(600, math.inf)
    trees = [dict(one.edges_of(0)[0][:, [0, 2]].tolist()) for one in bot._trees]
    assert [*trees[0]] != [*trees[1]]
    voted, _ = bot._votes(0)
    assert {action: visits for action, _, visits in voted.tolist()} == {a: trees[0][a] + trees[1][a] for a in trees[0]}
    bot = Mcts(game, seed=1, simulations=600, widen=0.5, threads=2)
    while state.actors == (1,):
        action = bot.choose(state, 1)
        state = state.play(action)
        for one in bot._trees:
            assert one.is_empty or one.arrays.nodes[0, 0] == 2 << state.actors[0]


def test_widening_finds_a_win_with_a_low_prior() -> None:
    state = ludarium.load("orion").parse_position("5/2X3/5/2X3/5/2X3/5/2X3/1X3/6/5 x 41")
    bot = Mcts(state.game, seed=1, simulations=20_000, widen=0.5)
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert state.winners == (0,)


def test_widening_and_minimax_need_an_evaluation() -> None:
    with pytest.raises(InvalidOption, match="widen needs an evaluation"):
        Mcts(STONES, seed=1, widen=1.0)
    with pytest.raises(InvalidOption, match="minimax needs an evaluation"):
        Mcts(STONES, seed=1, minimax=0.5)


@pytest.mark.parametrize("widen", [0.0, 1.0])
@pytest.mark.parametrize("limit", [10, 60])
def test_a_minimax_value_is_that_of_the_best_child_within_the_bounds(widen: float, limit: int) -> None:
    """Computed again from the leaves of a whole tree, whose root has been moved three times; a short game is proved."""
    game = ludarium.load(f"orion(rows=3,columns=3,turn_limit={limit})")
    state = game.initial()
    bot = Mcts(game, seed=1, simulations=2000, widen=widen, minimax=0.5, explore=0.1, evaluate="heuristic")
    for _ in range(3):
        state = state.play(bot.choose(state, state.actors[0]))
    bot._search(2000, math.inf)
    arrays = bot._trees[0].arrays
    number, seats = int(arrays.counters[0]), game.seats
    found = arrays.minimax[:number].copy()
    inner = 0
    for node in range(number - 1, -1, -1):
        edges = bot._trees[0].edges_of(node)[0] if bot._trees[0].has_choice(node) else ()
        children = [int(child) for _, child, _ in edges if child >= 0]
        if children:
            inner += 1
            seat = int(arrays.nodes[node, 0]).bit_length() - 2
            best = max(children, key=lambda child: float(found[child, seat]))
            low, high = arrays.bounds[node, :seats], arrays.bounds[node, seats:]
            assert found[node] == pytest.approx(found[best].clip(low, high), abs=1e-12)
    assert inner > 50


def test_a_file_of_a_learnt_player_is_read_and_other_texts_are_refused() -> None:
    game = ludarium.load("orion")
    path = "src/ludarium/games/orion/players/default.player"
    searches = [Mcts(game, 1, simulations=50, evaluate=given) for given in (path, "learned", "heuristic")]
    state = game.initial()
    found = [(search.choose(state, 0), info(search).value) for search in searches]
    assert found[0] == found[1] != found[2]
    for given, error in (("nosuch.player", BadPlayer), ("nonsense", InvalidOption)):
        with pytest.raises(error, match=given):
            Mcts(game, 1, simulations=5, evaluate=given).choose(state, 0)


def test_the_visits_and_values_of_all_actions_are_reported() -> None:
    state = nim("4/5/6 x")
    bot = Mcts(STONES, seed=1, simulations=300)
    action = bot.choose(state, 0)
    report = info(bot).actions
    assert {one.action for one in report} == set(state.legal())
    assert sum(one.visits for one in report) == info(bot).visits
    assert [one.visits for one in report] == sorted((one.visits for one in report), reverse=True)
    assert report[0].action == action
    assert report[0].value == info(bot).value
    assert info(bot).state == state
