"""Puzzles of games with simultaneous turns: beat a bot that plays the same each time, within so many turns.

The answer is a list of directions or other actions, as in `n3e2`; the rules judge it, by playing it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.opening import format_opening
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.text import counted
from ludarium.match.orders import actions_by_name, next_action, parse_order
from ludarium.match.telling import advise_seat
from ludarium.puzzles.puzzle import DuelProof, Puzzle
from ludarium.search.bot import Bot
from ludarium.search.player import make_bot

TURNS = range(4, 25)
"""How many turns a duel may take."""
_PLAN = "plan("
"""How the spec of a bot begins that follows a list of directions, whatever the others do."""


class Found(NamedTuple):
    """An answer that wins, and the proof without what happens after wrong ones."""

    accept: tuple[str, ...]
    proof: DuelProof


class Played(NamedTuple):
    """A duel that was played, to its end or for the first turns: its last state, and the steps.

    The steps have the actions of each turn, one for each seat that chose.
    """

    last: State
    steps: tuple[tuple[int, ...], ...] = ()

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self.steps)

    def states(self, begin: State) -> list[State]:
        """Return the states before each turn and at the end, the first of which is where it began."""
        found = [begin]
        for step in self.steps:
            found.append(found[-1].play(*step))
        return found

    def is_won_by(self, seat: int) -> bool:
        """Return whether the game is over, and a seat alone has won."""
        return self.last.winners == (seat,)


def opponents(game: Game, seat: int, spec: str, seed: int) -> dict[int, Bot]:
    """Return a new bot for every other seat; the seeds follow from one."""
    return {other: make_bot(spec, game, derive(seed, other)) for other in range(game.seats) if other != seat}


def play(state: State, seat: int, answer: str, proof: DuelProof) -> Played:
    """Play an answer out: the seat follows it, and then plays its default action, until the turns are over.

    Raises `IllegalMove` for an answer that the seat may not play.
    """
    order, bots = parse_order(state, seat, answer), opponents(state.game, seat, proof.opponent, proof.seed)
    steps = list[tuple[int, ...]]()
    for turn in range(proof.turns):
        if seat not in state.actors:
            break
        action, order = next_action(state, seat, order) if order else (state.default_action(seat), "")
        if action is None:
            raise IllegalMove(f"{answer} cannot be played in turn {turn + 1}")
        steps.append(_step(state, seat, action, bots))
        state = state.play(*steps[-1])
    return Played(state, tuple(steps))


def play_actions(state: State, seat: int, actions: Sequence[int], proof: DuelProof) -> Played:
    """Play the first turns of a duel, one for each of these actions of the seat.

    Raises `IllegalMove` for an action that the seat may not choose, or for one after the end of the duel.
    """
    bots, steps = opponents(state.game, seat, proof.opponent, proof.seed), list[tuple[int, ...]]()
    for turn, action in enumerate(actions):
        if turn == proof.turns or seat not in state.actors:
            raise IllegalMove(f"the duel is over after {counted(turn, 'turn')}")
        if action not in state.legal(seat):
            raise IllegalMove(state.explain(seat, action))
        steps.append(_step(state, seat, action, bots))
        state = state.play(*steps[-1])
    return Played(state, tuple(steps))


def _step(state: State, seat: int, action: int, bots: Mapping[int, Bot]) -> tuple[int, ...]:
    """Return the actions of a turn in which a seat chooses one and bots choose theirs."""
    chosen = {seat: action} | {other: bots[other].choose(state, other) for other in state.actors if other != seat}
    return tuple(chosen[actor] for actor in state.actors)


def task_of(puzzle: Puzzle) -> str:
    """Return what a duel asks, in words, with what the rival does if that is known; of any other puzzle its task."""
    proof = puzzle.proof
    if not isinstance(proof, DuelProof) or not proof.opponent.startswith(_PLAN):
        return puzzle.task
    known = _foreseen(
        puzzle.game, puzzle.position, puzzle.seat, puzzle.accept[0], proof.opponent, proof.seed, proof.turns
    )
    if not known:
        return puzzle.task
    name = load(puzzle.game).setup.seat_names[puzzle.seat]
    (first, count), *others = known
    ways = [first if not others else f"{first} for {counted(count, 'turn')}", *(f"{way} for {n}" for way, n in others)]
    if others:
        ways[-1] = others[-1][0]
    end = ", then ".join(ways) if others else f"{first} all the time"
    return f"You are {name}: beat the rival within {proof.turns} turns. It goes {end}."


@lru_cache(maxsize=256)
def _foreseen(
    game: str, position: str, seat: int, answer: str, opponent: str, seed: int, turns: int
) -> tuple[tuple[str, int], ...]:
    """Return the ways of the one rival, in words of the game, who follows a plan whatever the seat does.

    Each has its number of turns. A duel may end early, so those of the longest of some count; of several rivals none.
    """
    state, proof = load(game).parse_position(position), DuelProof(opponent, seed, turns, {})
    if len(state.actors) != len((seat, "rival")):
        return ()
    [rival] = (actor for actor in state.actors if actor != seat)
    longest = max((play(state, seat, one, proof) for one in (answer, *obvious(state, seat))), key=lambda one: one.turns)
    ways, now = list[str](), state
    for step in longest.steps:
        action = step[now.actors.index(rival)]
        ways.append(advise_seat(state, rival, (action,)).partition(":")[0] or state.action_name(action, rival))
        now = now.play(*step)
    return tuple((way, len(tuple(same))) for way, same in groupby(ways))


def is_won(state: State, seat: int, answer: str, proof: DuelProof) -> bool:
    """Return whether an answer wins within the turns: the game is over, and the seat alone has won.

    Raises `IllegalMove`.
    """
    return play(state, seat, answer, proof).is_won_by(seat)


def describe_end(played: Played) -> str:
    """Return what happened in a duel, as a phrase."""
    return played.last.ending or f"nobody has won after {played.turns} turns"


def obvious(state: State, seat: int) -> list[str]:
    """Return the answers that hold one action all the time: no puzzle may be solved by one of them."""
    return [name if not name.isalpha() else f"{name}{TURNS[-1]}" for name in actions_by_name(state, seat)]


def examine(
    states: Sequence[State], turns: Sequence[str], at: int, seat: int, opponent: str, seed: int
) -> Found | None:
    """Return the answer by which a seat has won a game from one of its states on; None if it makes no puzzle.

    `states` are all those of the game and `turns` the texts between them. It makes none if the answer does not win
    against a new bot with this seed, if it takes too few or too many turns, or if holding one action wins, too.
    """
    state = states[at]
    if len(turns) - at not in TURNS or seat not in state.actors or len(state.actors) < 2:
        return None
    words = list[str]()
    for before, text in zip(states[at:], turns[at:], strict=False):
        if seat not in before.actors:
            return None
        action = before.parse_turn(text)[before.actors.index(seat)]
        words.append(before.action_name(action, seat))
    answer = format_opening(tuple((word, len(tuple(same))) for word, same in groupby(words)))
    proof = DuelProof(opponent, seed, len(words), {})
    try:
        if not is_won(state, seat, answer, proof):
            return None
    except LudariumError:  # the words of this game's actions make no order
        return None
    wrong = {held: play(state, seat, held, proof) for held in obvious(state, seat)}
    if any(played.last.winners == (seat,) for played in wrong.values()):
        return None
    ends = {held: describe_end(played) for held, played in wrong.items()}
    return Found((answer,), DuelProof(opponent, seed, len(words), ends))


def misses(state: State, seat: int, proof: DuelProof, bot: str, seed: int = 0) -> bool:
    """Return whether a bot does not win the duel."""
    bots = opponents(state.game, seat, proof.opponent, proof.seed) | {seat: make_bot(bot, state.game, seed)}
    for _ in range(proof.turns):
        if seat not in state.actors:
            break
        state = state.play(*(bots[actor].choose(state, actor) for actor in state.actors))
    return state.winners != (seat,)
