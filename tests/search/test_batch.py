"""Games in a batch are the games that states play."""

from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.adapters import rewards
from ludarium.analysis.bench import play_on
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.rng import generator
from ludarium.search.batch import Batch
from ludarium.search.batch_kernel import draw_bit
from ludarium.search.greedy import Greedy
from ludarium.search.learned import Learned, shipped_player
from ludarium.search.playout import random_outcome
from tests.tiny import TINY

SHORT = {
    "grid": "grid(turn_limit=20,players=3,rocks=2)",
    "orion": "orion(turn_limit=20)",
    "ludo": "ludo(goal=24,markers=1)",
}
GAMES = [
    *TINY,
    *(ludarium.load(SHORT.get(name, name)) for name in ludarium.game_names()),
    ludarium.load("vortex(players=1)"),
]


@pytest.mark.parametrize(("seat", "games"), [(0, 2), ("random", 9)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_a_batch_plays_the_games_that_states_play(game: Game, seat: int | str, games: int) -> None:
    """Few games are stepped in plain Python, many in compiled code."""
    dice, choice = [generator(5, number) for number in range(games)], generator(6)
    batch = Batch(game, dice, seat)
    states: list[State] = [game.initial()] * games
    seats, begin = [0] * games, np.ones(games, np.bool_)
    ended = 0
    for _ in range(60):
        actions = [
            0 if over else int(choice.choice(state.legal(who)))
            for over, state, who in zip(begin, states, seats, strict=True)
        ]
        batch.step(np.array(actions), begin)
        for i in range(games):
            if begin[i]:
                seats[i] = int(dice[i].random() * game.seats) if isinstance(seat, str) else seat
                states[i] = play_on(game.initial(), dice[i], seats[i])[0]
            else:
                states[i] = play_on(states[i], dice[i], seats[i], actions[i])[0]
            assert batch.state(i) == states[i]
            assert batch.seats[i] == seats[i]
            assert (batch.observations[i] == observe(states[i], seats[i])).all()
            assert tuple(batch.masks[i].nonzero()[0]) == states[i].legal(seats[i])
            assert batch.terminated[i] == (not states[i].actors)
            assert tuple(batch.rewards[i]) == rewards(states[i])
        begin = batch.terminated.copy()
        ended += begin.sum()
    assert ended or game.name in ("throngs", "vortex")


@pytest.mark.parametrize("games", [2, 9])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_a_learner_plays_all_seats(game: Game, games: int) -> None:
    """In a simultaneous turn it is asked for one seat after another, and all see the position before the turn."""
    dice, choice = [generator(5, number) for number in range(games)], generator(6)
    batch = Batch(game, dice, "all")
    batch.reset()
    states = [_to_seats(game.initial(), rng) for rng in dice]
    sealed = [dict[int, int]() for _ in dice]
    for _ in range(100 // games):
        over = batch.terminated.copy()
        actions = [0 if mask.sum() == 0 else int(choice.choice(mask.nonzero()[0])) for mask in batch.masks]
        for i, rng in enumerate(dice):
            if over[i]:
                states[i] = _to_seats(game.initial(), rng)
                continue
            sealed[i][int(batch.seats[i])] = actions[i]
            if len(sealed[i]) == len(states[i].actors):
                states[i] = _to_seats(states[i].play(*(sealed[i][seat] for seat in states[i].actors)), rng)
                sealed[i] = {}
        batch.step(np.array(actions), over)
        for i, state in enumerate(states):
            seat = int(batch.seats[i])
            assert batch.state(i) == state
            assert batch.terminated[i] == (not state.actors)
            assert tuple(batch.rewards[i]) == rewards(state)
            assert (batch.observations[i] == observe(state, seat)).all()
            assert tuple(batch.masks[i].nonzero()[0]) == state.legal(seat)
            assert not state.actors or seat == next(actor for actor in state.actors if actor not in sealed[i])


def _to_seats(state: State, dice: np.random.Generator) -> State:
    """Play for chance until seats must act."""
    while state.actors == (CHANCE,):
        state = state.play(random_outcome(state, dice))
    return state


def test_games_do_not_depend_on_how_many_there_are() -> None:
    game = ludarium.load("ludo(goal=24,markers=1)")
    batches = [Batch(game, [generator(5, number) for number in range(games)]) for games in (1, 4, 30)]
    for batch in batches:
        batch.reset()
        for _ in range(20):
            batch.step(np.zeros(len(batch.terminated), np.int64), batch.terminated.copy())
    assert batches[0].state(0) == batches[1].state(0) == batches[2].state(0)
    assert batches[1].state(3) == batches[2].state(3) != batches[2].state(4)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_random_actions_are_legal_and_those_of_each_game(game: Game) -> None:
    batches = [Batch(game, [generator(5, number) for number in range(games)], "all") for games in (1, 9)]
    for batch in batches:
        batch.reset()
        for _ in range(40):
            actions = batch.random_actions()
            assert all(batch.masks[i, action] for i, action in enumerate(actions) if not batch.terminated[i])
            assert not actions[batch.terminated].any()
            batch.step(actions, batch.terminated.copy())
    assert batches[0].state(0) == batches[1].state(0)


@pytest.mark.parametrize("legal", [(3,), (0, 4, 5), (*range(40), 99)])
def test_each_legal_action_is_as_likely(legal: tuple[int, ...]) -> None:
    """Where few are legal they are counted, else guessed."""
    mask, rng, drawn = np.zeros(100, np.int8), generator(3), 4000
    mask[[*legal]] = 1
    found = np.bincount([draw_bit(mask, rng) for _ in range(drawn)], minlength=100)
    assert not found[mask == 0].any()
    expected = drawn / len(legal)
    assert (abs(found[mask == 1] - expected) < 5 * expected**0.5 + 1).all()


@pytest.mark.parametrize("action", [-1, 4, 5, 6, 2**40])
def test_an_illegal_action_raises_and_changes_nothing(action: int) -> None:
    batch = Batch(ludarium.load("ludo"), generator(1).spawn(3))
    batch.reset()
    before = [batch.state(i) for i in range(3)], batch.observations.copy()
    with pytest.raises(IllegalMove, match=r"game 1: .*(A has no marker|is not an action of ludo)"):
        batch.step(np.array([0, action, 0]))
    assert [batch.state(i) for i in range(3)] == before[0]
    assert (batch.observations == before[1]).all()


@pytest.mark.parametrize("many", [0, 2, 4])
def test_a_list_of_the_wrong_length_is_refused(many: int) -> None:
    batch = Batch(ludarium.load("ludo"), generator(1).spawn(3))
    with pytest.raises(LudariumError, match="expected a list of 3, one for each game"):
        batch.reset(np.ones(many, np.bool_))
    batch.reset()
    with pytest.raises(LudariumError, match=rf"expected a list of 3, one for each game, not \({many},\)"):
        batch.step(np.zeros(many, np.int64))


def test_a_game_that_has_not_begun_is_not_stepped() -> None:
    batch = Batch(ludarium.load("orion"), generator(1).spawn(2))
    with pytest.raises(GameOver, match="game 0 has not begun: call reset first"):
        batch.step(np.zeros(2, np.int64))


def test_a_game_that_is_over_waits_until_it_is_reset() -> None:
    batch = Batch(ludarium.load("orion(turn_limit=10)"), generator(1).spawn(2))
    batch.reset()
    while not batch.terminated.any():
        batch.step(batch.masks.argmax(axis=1))
    with pytest.raises(GameOver, match=r"game \d is over: a draw: the turn limit was reached"):
        batch.step(np.zeros(2, np.int64))
    untouched = batch.state(1)
    batch.reset(np.array([True, False]))
    assert batch.state(0) == batch.game.initial()
    assert batch.state(1) == untouched


@pytest.mark.parametrize("seat", [0, "all"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_chance_can_be_chosen(game: Game, seat: int | str) -> None:
    """Every outcome is offered with its probability, and the game goes on with the one that is chosen."""
    dice, choice = [generator(5, number) for number in range(4)], generator(6)
    batch = Batch(game, dice, seat, chance="chosen")
    batch.reset()
    for _ in range(60):
        before = [batch.state(i) for i in range(4)]
        actions, over = np.zeros(4, np.int64), batch.terminated.copy()
        for i, state in enumerate(before):
            assert batch.at_chance[i] == (state.actors == (CHANCE,))
            if batch.at_chance[i]:
                offered = {int(k): batch.chances[i, k] for k in batch.chances[i].nonzero()[0]}
                assert offered == pytest.approx({k: odds for k, odds in state.chance_outcomes().items() if odds})
                assert set(batch.masks[i].nonzero()[0]) == set(state.legal(CHANCE))
            elif not over[i]:
                assert tuple(batch.masks[i].nonzero()[0]) == state.legal(int(batch.seats[i]))
                assert not batch.chances[i].any()
            if not over[i]:
                actions[i] = choice.choice(batch.masks[i].nonzero()[0])
        chosen = batch.at_chance.copy()
        batch.step(actions, over)
        for i, state in enumerate(before):
            if chosen[i] and not over[i] and seat == "all":
                after = state.play(int(actions[i]))
                assert batch.state(i) == after


def play_against(state: State, dice: np.random.Generator, bot: Greedy, action: int | None = None) -> State:
    """Play the learner's action in seat 0, if there is one, and all others with the numbers of the game's generator."""
    state, bot._rng = state if action is None else state.play(action), dice
    while state.actors and state.actors != (0,):
        chance = state.actors == (CHANCE,)
        state = state.play(random_outcome(state, dice) if chance else bot.choose(state, state.actors[0]))
    return state


def shipped(spec: str) -> Learned:
    """Return the learnt player that comes with a game."""
    found = shipped_player(ludarium.load(spec))
    assert found
    return found


@pytest.mark.parametrize(
    ("spec", "learned"),
    [("vortex(tokens=2)", None), ("ludo(goal=24,markers=2)", None), ("orion(turn_limit=12)", None),
     ("vortex", shipped("vortex"))],
)  # fmt: skip
def test_greedy_opponents_play_the_turns_of_the_bot(spec: str, learned: Learned | None) -> None:
    game, games = ludarium.load(spec), 3
    dice, choice = [generator(5, number) for number in range(games)], generator(6)
    batch, bot = Batch(game, dice, opponent=learned or "greedy"), Greedy(game, 0, evaluate=learned or "default")
    batch.reset()
    states, ended = [play_against(game.initial(), rng, bot) for rng in dice], 0
    for _ in range(100):
        assert [batch.state(i) for i in range(games)] == states
        over = batch.terminated.copy()
        assert list(over) == [not state.actors for state in states]
        actions = [0 if not state.actors else int(choice.choice(state.legal(0))) for state in states]
        batch.step(np.array(actions), over)
        for i, rng in enumerate(dice):
            start, action = (game.initial(), None) if over[i] else (states[i], actions[i])
            states[i] = play_against(start, rng, bot, action)
        ended += int(over.sum())
    assert ended


@pytest.mark.parametrize(
    ("spec", "opponent", "expected"),
    [
        ("grid", "greedy", "grid has simultaneous turns"),
        ("ludo", "hard", "the opponents are random or greedy, not 'hard'"),
        ("ludo", "greedy(evaluate=rollout)", "evaluate"),
        ("vortex", shipped("orion"), "has learnt"),
    ],
)
def test_opponents_that_cannot_play_here_are_refused(spec: str, opponent: str | Learned, expected: str) -> None:
    with pytest.raises(LudariumError, match=expected):
        Batch(ludarium.load(spec), [generator(1)], opponent=opponent)


def test_games_begin_in_given_positions() -> None:
    game = ludarium.load("orion(rows=3,columns=3)")
    states = [game.initial(), game.initial().move("g+").move("pass"), game.initial().move("h-").move("pass")]
    batch = Batch(game, [generator(1)] * 3)
    batch.reset(positions=states)
    assert [batch.state(i) for i in range(3)] == states
    batch.step(np.array([state.legal()[0] for state in states]), np.array([True, False, True]))
    assert batch.state(0) == batch.state(2) == game.initial()
    batch.reset(np.array([False, False, True]), positions=states)
    assert (batch.state(0), batch.state(2)) == (game.initial(), states[2])
    with pytest.raises(LudariumError, match="expected 3 positions, one for each game, not 1"):
        batch.reset(positions=states[:1])
    with pytest.raises(LudariumError, match=r"expected positions of orion\(.*\), not of orion$"):
        batch.reset(positions=[ludarium.load("orion").initial()] * 3)


def test_an_outcome_that_chance_does_not_have_is_refused() -> None:
    batch = Batch(ludarium.load("ludo"), [generator(1)] * 2, chance="chosen")
    batch.reset()
    assert batch.at_chance.all()
    with pytest.raises(IllegalMove, match="game 1: -1 is no outcome of chance here"):
        batch.step(np.array([batch.masks[0].argmax(), -1]))
    with pytest.raises(InvalidOption, match=r"chance is 'rolled' \(expected one of drawn, chosen\)"):
        Batch(ludarium.load("ludo"), [generator(1)], chance="rolled")


class Device:
    """An array of another library, which can be had by DLPack alone."""

    def __init__(self, values: list[int]) -> None:
        self._values = np.array(values)

    def __dlpack__(self, **options: Any) -> Any:
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._values.__dlpack_device__()


def test_arrays_are_exchanged_by_dlpack_without_a_copy() -> None:
    batch = Batch(ludarium.load("orion"), [generator(1)] * 2)
    batch.reset()
    for array in (batch.observations, batch.masks, batch.rewards, batch.terminated, batch.seats):
        assert np.shares_memory(np.from_dlpack(array), array)
    actions = batch.masks.argmax(axis=1).tolist()
    batch.step(Device(actions))
    assert batch.state(0) != ludarium.load("orion").initial()
