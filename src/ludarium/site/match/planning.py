"""Turns planned ahead: "if they play this, then I play that", and turns for whatever the others play.

What becomes of them is said in `following`.
"""

from collections.abc import Callable, Iterable, Sequence

from ludarium.core.errors import GameOver, IllegalMove, NotYourTurn, ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.text import counted, shorten
from ludarium.match.data import seat_name
from ludarium.match.match import Match
from ludarium.match.orders import is_simultaneous
from ludarium.match.progress import check_in_progress
from ludarium.site.match.rows.played import PlannedLine, PlannedTurn
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView

MOST_LINES = 30
LONGEST_LINE = 20
_MOST_TURNS = 60
"""The turns of all seats in a line."""
_LONGEST_TURN = 400
_Change = Callable[[MatchView, tuple[PlannedLine, ...]], tuple[PlannedLine, ...]]


class Planning:
    """The turns that people have planned; `Acting` asks for the person of a seat alone."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches

    def of(self, match_id: str, seat: int) -> tuple[PlannedLine, ...]:
        """Return the lines that a seat has planned, in the order in which they were planned."""
        return self._matches.store.plans.of(match_id).get(seat, ())

    def add(self, match_id: str, seat: int, steps: Sequence[PlannedTurn]) -> tuple[PlannedLine, ...]:
        """Plan turns that follow each other, and return all lines of the seat.

        A line with the same conditions and other answers is replaced, and one that the new one continues.

        Raises `NoSuchMatch`, or the error of the first turn of which it is known that it will not be allowed.
        """

        def add(view: MatchView, lines: tuple[PlannedLine, ...]) -> tuple[PlannedLine, ...]:
            line = check_line(view.match, seat, steps)
            planned = (*(other for other in lines if not _is_replaced(other, line)), line)
            if len(planned) > MOST_LINES:
                raise ParseError(f"more than {counted(MOST_LINES, 'line')} cannot be planned: remove some first")
            return planned

        return self._change(match_id, seat, add)

    def remove(self, match_id: str, seat: int, number: int | None = None) -> tuple[PlannedLine, ...]:
        """Remove a line of a seat by its number from 0 on, or all of them; return the others."""

        def remove(view: MatchView, lines: tuple[PlannedLine, ...]) -> tuple[PlannedLine, ...]:
            return () if number is None else (*lines[:number], *lines[number + 1 :])

        return self._change(match_id, seat, remove)

    def _change(self, match_id: str, seat: int, change: _Change) -> tuple[PlannedLine, ...]:
        while True:
            view = self._matches.current(match_id)
            with self._matches.store.write() as tx:
                if tx.matches.hold(match_id, view.revision):
                    plans = tx.plans.of(match_id)
                    after = change(view, plans.get(seat, ()))
                    tx.plans.replace(match_id, plans, {**plans, seat: after})
                    return after


def check_line(match: Match, seat: int, steps: Sequence[PlannedTurn]) -> PlannedLine:
    """Return the line of these steps, from the current position of a match.

    Turns that depend on dice, or on turns that nobody has named, stay as they were typed.

    Raises the error of the first turn of which it is known that it will not be allowed.
    """
    if not 0 < len(steps) <= LONGEST_LINE:
        raise ParseError(f"a line has {counted(len(steps), 'turn')} of yours: expected 1 to {LONGEST_LINE}")
    expected, checked = Expected(match, seat), list[PlannedTurn]()
    for step in steps:
        when = tuple(expected.play(text, own=False) for text in step.when or ())
        if not when:
            expected.state = None  # whatever the others play
        checked.append(PlannedTurn(expected.play(step.play, own=True), when or None, step.number))
    return PlannedLine(len(match.turns), tuple(checked))


def steps_of(turns: Iterable[tuple[str, bool]]) -> tuple[PlannedTurn, ...]:
    """Return the steps of turns, each with whether it is the seat's own; turns after its last own one are no steps.

    >>> steps_of((("u+", False), ("a+", True), ("v+", False)))
    (PlannedTurn(play='a+', when=('u+',), number=None),)
    """
    steps, when = list[PlannedTurn](), list[str]()
    for text, own in turns:
        if own:
            steps.append(PlannedTurn(text, tuple(when)))
            when.clear()
        else:
            when.append(text)
    return tuple(steps)


class Expected:
    """A match as it is expected to go on, as far as it is known: dice stay chance.

    `state` is the state after the turns, None where it is not known; `turns` are their texts, and whether they are the
    seat's own.

    Raises `GameOver`, `IllegalMove` where all decide at once, `NotYourTurn` if the seat must act now.
    """

    def __init__(self, match: Match, seat: int) -> None:
        check_in_progress(match, seat)
        if is_simultaneous(match.game):
            raise IllegalMove("all decide at once here: give an order for several turns instead, such as n3e2")
        if seat in match.to_act:
            raise NotYourTurn("it is your turn: play it, and plan the next one afterwards")
        self._match = match
        self._seat = seat
        self.state = _known(match.state)
        self.turns = list[tuple[str, bool]]()

    @property
    def own(self) -> bool:
        """Whether the next turn is the seat's own; after dice, the turns of two seats alternate."""
        if self.state is not None:
            return self._seat in self.state.actors
        return bool(self.turns) and not self.turns[-1][1]

    def play_line(self, line: str) -> None:
        """Play the turns of a line, one a line of text, each by the seat that then acts.

        Raises `ParseError` for too many, or the error of the first turn that is not allowed.
        """
        turns = [turn for turn in map(str.strip, line.splitlines()) if turn]
        if len(turns) > _MOST_TURNS:
            raise ParseError(f"the line has {len(turns)} turns: expected at most {_MOST_TURNS}")
        for text in turns:
            self.play(text, own=self.own)

    def play(self, text: str, *, own: bool) -> str:
        """Play a turn of the seat, or of another, and return its canonical form; as typed where that is not known.

        Raises the error of a turn that is not allowed.
        """
        typed, state = " ".join(text.split()), self.state
        if not typed or len(typed) > _LONGEST_TURN:
            raise ParseError(f"{shorten(text)} is not a turn: expected 1 to {_LONGEST_TURN} characters")
        if state is not None:
            if not state.actors:
                raise GameOver(f"the game is over before {shorten(typed)}: {state.ending}")
            if self.own is not own:
                whose = seat_name(self._match, state.actors[0])
                raise NotYourTurn(f"{shorten(typed)} would be a turn of {whose}: expected turns in their order")
            actions = state.parse_turn(typed)
            after, typed = state.play_actions(actions), state.format_turn(actions)
            if after.in_turn and after.actors:
                raise IllegalMove(f"{typed} is only the beginning of a turn")
            self.state = _known(after)
        self.turns.append((typed, own))
        return typed


def _known(state: State) -> State | None:
    return None if state.actors == (CHANCE,) else state


def _is_replaced(old: PlannedLine, new: PlannedLine) -> bool:
    """Return whether a new line contradicts an old one, or continues it."""
    for before, after in zip(old.steps, new.steps, strict=False):
        if before != after:
            return before.when is not None and before.when == after.when
    return len(old.steps) <= len(new.steps)
