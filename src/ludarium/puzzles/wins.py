"""Puzzles by proved wins, for games without chance: the game ends soon, and one side wins whatever the other does.

Where a game has a limit of turns, the puzzle's game has it a few turns after the position, so that a proof is finite;
else the position must be near the end. Alpha-beta proves the value of every turn; a kept list of answers shows from
the rules alone that the first right turn wins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.registry import load
from ludarium.core.spec import format_game_spec
from ludarium.players.bot_player import choose_turn
from ludarium.puzzles.puzzle import TooMany, WinProof, each_turn, whole_turns
from ludarium.search.player import bot_kinds, make_bot
from ludarium.solve.alphabeta import AlphaBeta
from ludarium.solve.canonical import CanonicalForm

LIMIT = "turn_limit"
"""The option by which a game ends after a number of turns."""
MOST_RIGHT = 0.25
"""The part of all turns that may be right,"""
RARE = 0.05
"""and the part up to which a greedy bot may find one."""
MOST_LISTED = 24
"""The most turns that may be right."""
TURNS = 3
"""In how many turns the game ends, if nobody says otherwise: a turn, a reply and a turn."""
_MEMORY, _WHOLE, _QUOTA = 4e6, 64e6, 1 << 12
_UNLIMITED = 1 << 60
SHOWN = 6
"""Wrong turns of which a reply that refutes them is kept."""
SEEDS = range(3)
"""The seeds of a bot that is to miss a win: who plays by chance might miss it once."""


class Found(NamedTuple):
    """The right turns of a position, and the proof."""

    accept: tuple[str, ...]
    proof: WinProof


def is_limited(game: Game) -> bool:
    """Return whether an option of a game ends it after a number of turns."""
    return LIMIT in game.options


def shortened(state: State, played: int, turns: int) -> State | None:
    """Return the position in the game that ends that many turns later, None if no option ends it so.

    `played` is the number of turns before. A game without a limit of turns stays as it is.
    """
    game = state.game
    option = next((option for option in game.definition.options if option.name == LIMIT), None)
    if option is None:
        return state if turns == 0 else None
    assert isinstance(option.values, range)
    if played + turns not in option.values:
        return None
    version = game.definition.rules_version
    spec = format_game_spec(game.name, version, {**game.options, LIMIT: played + turns})
    found = load(load(spec).spec).parse_position(str(state))
    return found if found.actors == state.actors else None


@dataclass
class Prover:
    """Proves forced wins in one game, with at most so many positions for each position that is asked for."""

    game: Game
    most: int
    search: AlphaBeta = field(init=False)
    known: dict[tuple[State, Collection[str], int], Found | None] = field(default_factory=dict)
    """What has been found of positions that come again, in small games."""
    _stop: int = 0

    def __post_init__(self) -> None:
        if self.game.seats != 2:
            raise LudariumError(f"{self.game.spec} has {self.game.seats} seats: expected a game of two for proved wins")
        form = CanonicalForm.of(self.game, whole=True)
        memory = _MEMORY if is_limited(self.game) else _WHOLE  # a table for one position, or for a whole game
        self.search = AlphaBeta(self.game, form, memory, self._check, quota=_QUOTA)

    def _check(self, searched: int) -> None:
        if searched > self._stop:
            raise TooMany(f"a proof in {self.game.spec} needs more than {self.most:,} positions")

    def is_won(self, state: State, seat: int) -> bool:
        """Return whether a seat wins by force; raise `TooMany` if that takes too many positions."""
        self._stop = self.search.searched + self.most
        return self.search.is_won(state, seat)

    def refute(self, after: State, seat: int) -> str:
        """Return a reply to a wrong turn after which the seat has no forced win; empty if nobody is to reply.

        Replies are looked at as they are found, since the first ones mostly refute, and there may be thousands.
        """
        if not after.actors:
            return ""
        replies = each_turn(after)
        return next(after.format_turn(actions) for then, actions in replies if not self.is_won(then, seat))


@lru_cache(maxsize=2)
def whole_prover(game: Game, most: int) -> Prover | None:
    """Return what proves wins in a small game, whose beginning is proved with so many positions; None for others.

    It keeps what it has found, and has no limit, so that the order in which positions are asked for changes no answer.
    """
    prover = Prover(game, most)
    try:
        prover.is_won(game.initial(), 0)
    except TooMany:
        return None
    prover.most = _UNLIMITED
    return prover


def right_turns(state: State, seat: int, prover: Prover, most: int = MOST_LISTED) -> dict[State, tuple[int, ...]]:
    """Return all turns that win by force, by the positions that they lead to; empty if the position makes no puzzle.

    It makes none if nothing wins, if a turn wins at once, if more than `most` turns win or too large a part of all, or
    if a greedy bot finds a turn that wins and these are not rare. Raises `TooMany`.
    """
    if state.actors != (seat,):
        return {}
    if not prover.is_won(state, seat):  # which is cheaper than to go through all turns
        return {}
    following = whole_turns(state)
    if any(seat in after.winners for after in following):
        return {}
    bound, right = min(most, MOST_RIGHT * len(following)), dict[State, tuple[int, ...]]()
    for after, actions in following.items():
        if prover.is_won(after, seat):
            right[after] = actions
            if len(right) > bound:
                return {}
    if len(right) > RARE * len(following) and not misses(state, seat, prover, "greedy"):
        return {}
    return right


def examine(
    state: State, seat: int, prover: Prover, turns: int, missed_by: Collection[str] = (), most: int = MOST_LISTED
) -> Found | None:
    """Return all turns that win by force, and the answers that show it for the first; None if it makes no puzzle.

    It makes none if `right_turns` finds none or more than `most`, if with three turns the first does not win at once
    after each reply, or if a bot of `missed_by` finds a right turn. Raises `TooMany`.
    """
    if prover.most == _UNLIMITED:  # then proofs are cheaper than the turns of most bots
        key = (state, missed_by, most)
        if key not in prover.known:
            right = right_turns(state, seat, prover, most)
            is_puzzle = right and is_missed(state, seat, prover, missed_by)
            prover.known[key] = _found(state, seat, prover, turns, right) if is_puzzle else None
        return prover.known[key]
    if missed_by and not is_missed(state, seat, prover, missed_by):
        return None
    return _found(state, seat, prover, turns, right_turns(state, seat, prover, most))


def _found(state: State, seat: int, prover: Prover, turns: int, right: Mapping[State, tuple[int, ...]]) -> Found | None:
    """Return the turns that win as those of a puzzle; None if with three turns they do not show it."""
    answers = winning_answers(next(iter(right)), seat) if right and turns > 2 else ()
    if not right or answers is None:
        return None
    wrong = {after: actions for after, actions in whole_turns(state).items() if after not in right}
    replies = refutations(state, seat, prover, wrong)
    return Found(tuple(map(state.format_turn, right.values())), WinProof(turns, answers, replies))


def refutations(state: State, seat: int, prover: Prover, wrong: Mapping[State, tuple[int, ...]]) -> dict[str, str]:
    """Return for some wrong turns, that of the greedy bot first, a reply after which there is no forced win."""
    found, spread = dict[str, str](), list(wrong.items())[:: max(1, len(wrong) // SHOWN)]
    if "greedy" in bot_kinds(state.game):
        actions = state.parse_turn(choose_turn(make_bot("greedy", state.game, 0), state, seat))
        if state.play_actions(actions) in wrong:
            spread.insert(0, (state.play_actions(actions), actions))
    for after, actions in spread[:SHOWN]:
        if reply := prover.refute(after, seat):
            found[state.format_turn(actions)] = reply
    return found


def misses(state: State, seat: int, prover: Prover, bot: str, seed: int = 0) -> bool:
    """Return whether a bot plays a turn that does not win by force; one that the game does not have misses all."""
    if bot == "greedy" and bot not in bot_kinds(state.game):
        return True
    return not prover.is_won(state.move(choose_turn(make_bot(bot, state.game, seed), state, seat)), seat)


def is_missed(state: State, seat: int, prover: Prover, bots: Iterable[str]) -> bool:
    """Return whether a seat wins by force, and each of some bots misses that, whichever of `SEEDS` it has."""
    wins = prover.is_won(state, seat)  # which is cheaper than what most bots take for a turn
    return wins and all(misses(state, seat, prover, bot, seed) for bot in bots for seed in SEEDS)


def winning_answers(after: State, seat: int) -> tuple[str, ...] | None:
    """Return turns of which one wins at once after every reply; None where a win takes longer than that."""
    answers = list[str]()
    for then in whole_turns(after):
        if seat in then.winners or any(_wins_by(then, seat, text) for text in answers):
            continue
        if not then.actors:
            return None
        wins = (actions for last, actions in whole_turns(then).items() if seat in last.winners)
        actions = next(wins, None)
        if actions is None:
            return None
        answers.append(then.format_turn(actions))
    return tuple(answers)


def is_answered(after: State, seat: int, answers: tuple[str, ...]) -> bool:
    """Return whether after every reply the seat has won, or one of the answers is legal and wins at once."""
    return all(
        seat in then.winners or (then.actors == (seat,) and any(_wins_by(then, seat, text) for text in answers))
        for then in whole_turns(after)
    )


def won_line(after: State, seat: int, answers: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the turns that lead from a right first turn to the win: a reply, and the answer where one is needed.

    The last answer is kept for a reply after which none before it wins: that reply defends best. It is empty where the
    game goes on after that, as in a proof of a whole game.
    """
    for then, reply in whole_turns(after).items() if after.actors else ():
        if not answers:
            return (reply,) if seat in then.winners else ()
        *others, last = answers
        if _wins_by(then, seat, last) and not any(_wins_by(then, seat, text) for text in others):
            return (reply, then.parse_turn(last))
    return ()


def _wins_by(state: State, seat: int, text: str) -> bool:
    try:
        return seat in state.move(text).winners
    except LudariumError:
        return False


def longest(state: State) -> int:
    """Return after how many turns a game that has a limit of turns ends if nobody ends it before.

    Every turn is tried at each step until one does not end the game; the game's limit comes soon.
    """
    turns = 0
    while state.actors:
        for after, _ in each_turn(state):
            if after.actors:
                break
        state = after
        turns += 1
    return turns
