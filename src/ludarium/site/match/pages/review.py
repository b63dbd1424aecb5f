"""The review of a match on its page: a curve, a bot's advice for the displayed position, and the turning points."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import Struct

from ludarium.core.cached import cached_property
from ludarium.core.rolls import NumberedTurn, coming_number, listed_turn, turn_of
from ludarium.core.text import counted
from ludarium.review.advice import GRADES, Advice, Roll, of_100, signed
from ludarium.review.review import Review
from ludarium.search.personas import bot_name
from ludarium.site.match.pages.curve import BOUNDS, review_chart
from ludarium.site.match.pages.displayed import DisplayedMatch

_MINUS = "\N{MINUS SIGN}"


class ReviewTurn(Struct, frozen=True):
    """What a review says of a turn, after so many lines of the record: what was played, and what the bot would play.

    `value` is what the seat could expect, `loss` what the turn gave away and `luck` that of the roll before it, all of
    the payoffs from 0 to 1. `gap`, which the value is wrong by at most, is null without a table of exact values; then
    searches tell the loss, and `doubt` is half of its 95 % interval.
    """

    played: int
    number: int
    seat: int
    text: str
    best: str
    value: float
    gap: float | None
    loss: float | None
    luck: float | None
    doubt: float | None


class ReviewRoll(Struct, frozen=True):
    """The luck of a roll after so many lines of the record: what the seat can expect less the mean over all rolls.

    `gap` is null where it is that of a search.
    """

    played: int
    number: int
    seat: int
    luck: float
    gap: float | None


class ReviewData(Struct, frozen=True):
    """The review of a match: the bot `by` which, every turn, and every roll whose luck is known.

    `left_out` is the rule that exact values leave out.
    """

    by: str
    left_out: str
    turns: list[ReviewTurn]
    rolls: list[ReviewRoll]


class Said(NamedTuple):
    """The review of a turn: its seat, the turn, and the turn that a bot would have played.

    `before` and `after` are what the seat could expect, in games of 100; `after` is empty if only the position is
    displayed. `loss` is what the turn has given away, with its interval unless a table of exact values tells it; `luck`
    is that of the roll before it. A roll that leaves nothing to choose has no `before`, and its `text` is the roll.
    `is_as_good` says whether it is known that nothing was better than the turn that was played. `words` say what the
    bot's turn would do; they are empty where the game has no others than the turn. `grade` is what such a turn is
    called, as in `ludarium.review.advice`, and `listed` is the turn as the list of turns has it.
    """

    number: int
    played: int
    seat: int
    text: str
    bot: str
    before: str
    exact: bool = False
    loss: str = ""
    is_error: bool = False
    after: str = ""
    luck: str = ""
    is_as_good: bool = False
    words: str = ""
    grade: str = ""
    listed: str = ""

    @property
    def is_same(self) -> bool:
        """Whether the bot would have played the same turn."""
        return self.text == self.bot

    @property
    def lost_nothing(self) -> bool:
        """Whether what is displayed as given away is zero."""
        return bool(self.loss) and not self.loss.partition(" ")[0].strip("0.")

    @property
    def sign(self) -> str:
        """The sign of the turn in the list of turns."""
        return "✓" if self.is_same else "=" if self.lost_nothing else _MINUS


@dataclass(frozen=True)
class ReviewPanel:
    """The review of a match on its page."""

    page: DisplayedMatch
    review: Review

    @cached_property
    def _turns(self) -> dict[int, NumberedTurn]:
        """The turns, by the number of lines of the record before what was chosen."""
        return {turn.played - 1: turn for turn in self.page.numbered if turn.text}

    @property
    def bot(self) -> str:
        """The name of the bot that has reviewed the match; `best` where nothing is a bot's."""
        return "best" if self.is_exact else bot_name(self.review.game.spec, self.review.by)

    @property
    def is_exact(self) -> bool:
        """Whether the whole review is from a table of exact values."""
        return self.review.is_exact

    @property
    def has_exact(self) -> bool:
        """Whether any part of the review is from a table of exact values."""
        return self.review.gap is not None

    @property
    def gap(self) -> str:
        """The proved error bound of exact values as games of 100; empty if it is less than the displayed digits."""
        return self.review.shown_gap

    @property
    def left_out(self) -> str:
        """The rule that exact values leave out; empty if there is none."""
        return self.review.left_out

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose curves are drawn: of two rivals the reader's, or the first."""
        game = self.page.match.game
        if game.seats == 2 and game.payoff_range.total is not None:
            return (min(self.page.access.seats, default=0),)
        return tuple(range(game.seats))

    @property
    def chart(self) -> str:
        """The curve as SVG."""
        names = ", ".join(self.page.match.display_name(seat) for seat in self.seats)
        return review_chart(self.review, self.seats, self.page.displayed, names)

    @property
    def positions(self) -> str:
        """The numbers of lines of the record at the points of the curve, as JSON for the page's script."""
        return json.dumps([min(played, self.page.last) for played, _ in self.review.curve()])

    @property
    def bounds(self) -> str:
        """The beginning and the end of the curve, as parts of the picture's width, as JSON for the page's script."""
        return BOUNDS

    @property
    def here(self) -> tuple[Said, ...]:
        """The review of the displayed position."""
        advice = self.review.at(self.page.displayed)
        return tuple(self._said(advice, said.seat) for said in advice.seats) if advice else ()

    @property
    def turning_points(self) -> tuple[Said, ...]:
        """The turns that changed most, without those that have given away most."""
        found, errors = [], {(played, said.seat) for played, said in self.review.errors()}
        for swing in self.review.turning_points():
            advice = self.review.at(swing.played)
            if advice and swing.played in self._turns and (swing.played, swing.seat) not in errors:
                said, of_seat = self._said(advice, swing.seat), advice.of(swing.seat)
                found.append(said._replace(after=of_100(swing.after, of_seat.gap if of_seat else None)))
        return tuple(found)

    @property
    def losses(self) -> tuple[tuple[int, str, int, str], ...]:
        """What a turn of each seat gave away on average, in games of 100, how many they are, and their grades."""
        turns = self.review.losses()
        return tuple((seat, lost, len(turns[seat]), self._graded(seat)) for seat, lost in self.review.lost().items())

    def _graded(self, seat: int) -> str:
        """Return how many blunders, mistakes and inaccuracies a seat has played, in words; empty if none."""
        counts = Counter(said.grade for said in self.rows if said.seat == seat)
        return ", ".join(counted(counts[name], name) for _, name in GRADES if counts[name])

    @property
    def legend(self) -> str:
        """What the grades of turns mean, in a sentence."""
        least = [f"{100 * part:.0f}" for part, _ in reversed(GRADES)]
        clear = "" if self.is_exact else ", and the searches leave no doubt that it was not the best"
        return (
            f"A turn is an inaccuracy where it gave away {least[0]} of 100 games or more, a mistake from {least[1]} on "
            f"and a blunder from {least[2]} on{clear}."
        )

    @property
    def lucks(self) -> tuple[tuple[int, str, int], ...]:
        """The sum of the luck of the rolls of each seat, as games of 100, and the number of these rolls."""
        gap = self.review.luck_gap
        return tuple((seat, signed(sum(luck), gap), len(luck)) for seat, luck in self.review.lucks().items())

    @property
    def errors(self) -> tuple[Said, ...]:
        """The turns that have given away most, the worst first."""
        worst = sorted(self.review.errors(), key=lambda error: -(error[1].loss or 0.0))
        advice = ((self.review.at(played), said.seat) for played, said in worst)
        return tuple(self._said(found, seat) for found, seat in advice if found)

    @property
    def more_errors(self) -> int:
        """How many blunders, mistakes and inaccuracies are not among these turns."""
        return sum(bool(said.grade) for said in self.rows) - sum(bool(said.grade) for said in self.errors)

    @property
    def first_error(self) -> int | None:
        """The number of lines of the record up to the first of these turns; None if there are none."""
        return min((said.played + 1 for said in self.errors), default=None)

    @property
    def signs(self) -> str:
        """What the signs beside the list of turns mean, as far as they stand there."""
        there = {said.sign for of_turn in self.judged.values() for said in of_turn}
        best = "the best turn" if self.is_exact else f"as {self.bot} would play"
        words = {"✓": best, "=": "as good", _MINUS: "what was given away, of 100 games"}
        return ", ".join(f"{sign} {means}" for sign, means in words.items() if sign in there)

    @property
    def rows(self) -> tuple[Said, ...]:
        """The review of every turn, and of rolls that left nothing to choose."""
        found = [self._said(advice, said.seat) for advice in self.review.advice for said in advice.seats]
        return tuple(sorted([*found, *map(self._forced, self.review.forced)], key=lambda said: said.played))

    @cached_property
    def judged(self) -> dict[int, list[Said]]:
        """What is said of turns beside their list, by the number of lines of the record up to the end of each."""
        found = dict[int, list[Said]]()
        for said in self.rows:
            if said.text and (said.loss or said.is_same):
                found.setdefault(said.played + 1, []).append(said)
        return found

    @property
    def data(self) -> ReviewData:
        """The review as data."""
        pairs = ((advice, said) for advice in self.review.advice for said in advice.seats)
        turns = [
            ReviewTurn(
                row.played,
                row.number,
                row.seat,
                self._played(advice, row.seat),
                said.turn,
                said.value,
                said.gap,
                said.loss,
                said.luck,
                said.doubt,
            )
            for advice, said, row in ((advice, said, self._said(advice, said.seat)) for advice, said in pairs)
        ]
        rolls = [
            ReviewRoll(roll.played, turn_of(self.page.numbered, roll.played).number, roll.seat, roll.luck, roll.gap)
            for roll in self.review.rolls
        ]
        return ReviewData(self.review.by, self.review.left_out, turns, rolls)

    def _forced(self, roll: Roll) -> Said:
        turn = turn_of(self.page.numbered, roll.played)
        return Said(turn.number, roll.played, roll.seat, turn.roll, "", "", luck=roll.share)

    @cached_property
    def _lucks(self) -> dict[int, str]:
        """The luck of rolls as games of 100, by the number of lines of the record before them."""
        return {roll.played: roll.share for roll in self.review.rolls}

    def _said(self, advice: Advice, seat: int) -> Said:
        said, turn = advice.of(seat), self._turns.get(advice.played)
        assert said
        number = turn.number if turn else coming_number(self.page.numbered)
        text, bot = (self.page.as_read(one, advice.played) for one in (self._played(advice, seat), said.turn))
        value = of_100(said.value, said.gap)
        luck = self._lucks.get(advice.played - 1, "") if said.luck is not None else ""
        return Said(
            number, advice.played, seat, text, bot, value, said.exact, said.given, said.is_error, luck=luck,
            is_as_good=said.is_as_good, words=self.page.in_words(seat, said.turn, advice.played),
            grade=said.grade, listed=self._listed(advice, seat),
        )  # fmt: skip

    def _listed(self, advice: Advice, seat: int) -> str:
        played = self._played(advice, seat)
        return listed_turn(self.page.played.states[advice.played], played, self.page.reader) if played else ""

    def _played(self, advice: Advice, seat: int) -> str:
        """Return the turn of a seat after a position, as the record has it; empty if none was played."""
        turn = self._turns.get(advice.played)
        if turn is None or len(advice.seats) < 2:
            return turn.text if turn else ""
        state, actions = self.page.played.states[advice.played], self.page.played.actions[advice.played]
        return state.action_name(actions[state.actors.index(seat)], seat)
