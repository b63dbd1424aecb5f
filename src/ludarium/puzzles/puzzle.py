"""A puzzle: a position with all turns that are right, how that is proved, and why the others fail.

A puzzle is one line of JSON; `puzzles.file` describes the file around it.

| field      | meaning                                                                                       |
|------------|-----------------------------------------------------------------------------------------------|
| `game`     | the spec of the game, with its options                                                        |
| `position` | the position, as the game writes it                                                           |
| `seat`     | the seat that solves it                                                                       |
| `accept`   | the turns that are right; so is every other turn to the same position                         |
| `proof`    | what proves that: `TableProof`, `WinProof` or `DuelProof`                                     |
| `themes`   | themes of the position with the first right turn, in words of the game (`puzzles.proofs`)     |
| `source`   | where the position comes from                                                                 |
| `rating`   | how hard it is: strength and error on the scale of `tournament.ratings`, before people try it |
| `tried`    | which solvers, by the names of their levels, found a right turn                               |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256

import msgspec

from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.opening import parse_opening
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten

MOST_TURNS = 1000
"""The most turns that a seat of a puzzle, or of one of its replies, may choose from."""


class TooMany(LudariumError):
    """A position has more turns than a puzzle may."""


class TableProof(msgspec.Struct, frozen=True, tag="table"):
    """A table of exact values.

    `losses` has what each legal turn gives away, as a part of the range of payoffs; `value` is what the best turn
    gives, `gap` what no value is wrong by more than, and `left_out` the rule that the values leave out.
    """

    value: float
    gap: float
    left_out: str
    losses: dict[str, float]


class WinProof(msgspec.Struct, frozen=True, tag="win"):
    """A forced win: the game ends after so many turns at the latest, and the seat wins whatever the other does.

    `turns` is 0 where no option ends the game, and the win takes as long as it takes. With three turns `answers` wins
    after every reply to the first right turn: one of them is legal then, and wins at once. `replies` refutes wrong
    turns: the reply after which there is no forced win.
    """

    turns: int
    answers: tuple[str, ...]
    replies: dict[str, str]


class DuelProof(msgspec.Struct, frozen=True, tag="duel"):
    """A win within so many turns against a bot that plays the same each time: the rules judge every answer.

    `opponent` is the spec of the bot, `seed` its seed. `ends` says what happens after wrong answers.
    """

    opponent: str
    seed: int
    turns: int
    ends: dict[str, str]


class Source(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a position comes from: turn `played` of game `number` of self-play with a seed, or of a record's file.

    `game` is the spec of the game that was played, `players` are those of its seats, and `steps` is how many steps of
    the next turn were played, too, which `begun` writes.

    >>> Source(played=36, players=("hard", "easy"), seed=43, number=7).in_words
    'From self-play of hard and easy (seed 43, game 7), after turn 36.'
    """

    played: int
    game: str = ""
    steps: int = 0
    begun: str = ""
    players: tuple[str, ...] = ()
    seed: int = 0
    number: int = 0
    record: str = ""

    @property
    def in_words(self) -> str:
        """The source as a sentence; empty if it names neither a record nor players."""
        if not self.record and not self.players:
            return ""
        bots = f"self-play of {' and '.join(self.players)} (seed {self.seed}, game {self.number})"
        steps = f" and {counted(self.steps, 'step')} of the next" if self.steps else ""
        return f"From {f'the record {self.record}' if self.record else bots}, after turn {self.played}{steps}."


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle; the module's table describes the fields.

    >>> proof = TableProof(0.6, 1e-6, "", {"A1 1x4=4": 0.0, "A2 6x4=24": 0.03})
    >>> puzzle = Puzzle("ludo(markers=2)", "1,6/1,1 A 4 1", 0, ("A1 1x4=4",), proof, ("race",), Source(played=3))
    >>> Puzzle.parse(puzzle.line()) == puzzle, puzzle.is_right(puzzle.state().parse_turn("A1 1x4=4"))
    (True, True)
    >>> puzzle.why("A2 6x4=24")
    'it gives away 3.00 of 100 games'
    """

    game: str
    position: str
    seat: int
    accept: tuple[str, ...]
    proof: TableProof | WinProof | DuelProof
    themes: tuple[str, ...]
    source: Source
    rating: tuple[float, float] = (0.0, 0.0)
    tried: dict[str, bool] = {}

    @classmethod
    def parse(cls, line: str | bytes) -> Puzzle:
        """Return the puzzle of a line; raise `ParseError` if it is none."""
        try:
            return msgspec.json.decode(line, type=cls)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise ParseError(f"{shorten(str(line))} is not a puzzle: {error}") from None

    def line(self) -> str:
        """Return the puzzle as a line of JSON."""
        return msgspec.json.encode(self).decode()

    @property
    def id(self) -> str:
        """A name that the puzzle keeps as long as its position, wherever it stands in a file."""
        return sha256(f"{self.game}\n{self.position}\n{self.seat}".encode()).hexdigest()[:24]

    def state(self) -> State:
        """Return the position; raise the error of a game or position that the rules refuse."""
        return load(self.game).parse_position(self.position)

    @property
    def task(self) -> str:
        """What is asked, in words."""
        name = load(self.game).setup.seat_names[self.seat]
        match self.proof:
            case TableProof():
                return f"You are {name}: find the best turn."
            case WinProof(turns=0):
                return f"You are {name}: win, whatever the other side does."
            case WinProof(turns=turns):
                return f"You are {name}: the game ends after {turns} more turns at the latest. Win it."
            case DuelProof(opponent=opponent, turns=turns):
                rival = opponent.removeprefix("plan(turns=").removesuffix(")")
                return f"You are {name}: within {turns} turns beat the rival, who plays {_spelt(self.state(), rival)}."

    def is_right(self, actions: tuple[int, ...]) -> bool:
        """Return whether a whole turn is right; of a duel, `puzzles.duels.is_won` judges the answer.

        Raises `IllegalMove` for a turn that is not legal.
        """
        if isinstance(self.proof, DuelProof):
            raise LudariumError("the answer to a duel is played, not compared: ask puzzles.duels")
        state = self.state()
        after = state.play_actions(actions)
        return any(state.move(text) == after for text in self.accept)

    def part(self, actions: tuple[int, ...]) -> float:
        """Return what part of a right answer a whole turn counts as in ratings, from 0 to 1; of no duel.

        A right turn counts 1. By a table, another one counts what it keeps of what the worst turn gives away: half of
        that given away counts 0.5, and the worst turn 0. Without a table a turn that is not right counts 0.

        >>> proof = TableProof(0.6, 1e-6, "", {"A1 6x3=18": 0.03, "A2 4x3=12": 0.04, "A3 12x3=36": 0.0})
        >>> position, source = "6,4,12/1,24,15 A 3 20", Source(played=36)
        >>> puzzle = Puzzle("ludo(markers=3,goal=36)", position, 0, ("A3 12x3=36",), proof, (), source)
        >>> [round(puzzle.part(puzzle.state().parse_turn(turn)), 2) for turn in proof.losses]
        [0.25, 0.0, 1.0]

        Raises `IllegalMove` for a turn that is not legal.
        """
        if self.is_right(actions):
            return 1.0
        if not isinstance(self.proof, TableProof):
            return 0.0
        state, losses = self.state(), self.proof.losses
        after, worst = state.play_actions(actions), max(losses.values())
        given = next((loss for turn, loss in losses.items() if state.move(turn) == after), worst)
        return 1 - given / worst

    def why(self, turn: str) -> str:
        """Return why a wrong turn fails, as a phrase; empty where that is not stored.

        The text is that of `State.format_turn`.
        """
        match self.proof:
            case TableProof(losses=losses):
                return f"it gives away {100 * losses[turn]:.2f} of 100 games" if losses.get(turn) else ""
            case WinProof(replies=replies):
                return f"after {replies[turn]} there is no forced win" if turn in replies else ""
            case DuelProof(ends=ends):
                return ends.get(turn, "")


def _spelt(state: State, plan: str) -> str:
    """Return a list of directions with how it reads; what is none, such as the name of a bot, as it is."""
    names = {state.action_name(action, seat) for seat in state.actors for action in state.legal(seat)}
    try:
        (word, turns), *rest = parse_opening(plan, sorted(names))
    except ParseError:
        return plan
    first = f"{word} for {counted(turns, 'turn')}"
    return f"{plan}: {', then '.join((first, *(f'{word} for {turns}' for word, turns in rest)))}"


@lru_cache(maxsize=2)
def whole_turns(state: State) -> Mapping[State, tuple[int, ...]]:
    """Return every position after a whole turn of the seat that acts alone, with the first turn that leads to it.

    What asks about a puzzle asks for the same turns several times.

    >>> len(whole_turns(load("orion").initial()))
    11

    Raises `IllegalMove` unless one seat acts alone, `TooMany` if there are more than `MOST_TURNS`.
    """
    found = dict[State, tuple[int, ...]]()
    for after, turn in each_turn(state):
        found.setdefault(after, turn)
        if len(found) > MOST_TURNS:
            raise TooMany(f"{state} has more than {MOST_TURNS:,} turns")
    return found


def each_turn(state: State) -> Iterator[tuple[State, tuple[int, ...]]]:
    """Give every whole turn of the seat that acts alone, after the position that it leads to, as it is found.

    Several turns may lead to one position. Raises `IllegalMove` unless one seat acts alone.
    """
    if len(state.actors) != 1 or state.actors[0] < 0:
        raise IllegalMove(f"no seat acts alone in {state}")
    unfinished = [(state, tuple[int, ...]())]
    while unfinished:
        now, actions = unfinished.pop()
        following = list[tuple[State, tuple[int, ...]]]()
        for action in now.legal():
            after, turn = now.play_unchecked(action), (*actions, action)
            if after.actors == state.actors and after.in_turn:
                following.append((after, turn))
            else:
                yield after, turn
        unfinished += reversed(following)
