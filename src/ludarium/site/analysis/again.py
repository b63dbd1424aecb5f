"""The position before a mistake of a match, tried again: what is asked there, and what is said of the turn played.

The review of the match says what was given away, and what its bot would have played. Any other turn is judged by an
installed table, by the end of the game, or by searches of the board to analyse on, which the page asks for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.rolls import number_turns, turn_of
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.match.study import study_of_match
from ludarium.match.telling import advise_turn
from ludarium.match.verdict import short_name
from ludarium.review.advice import Advice, SeatAdvice, grade_of
from ludarium.review.adviser import agreed, is_duel
from ludarium.review.exact import known_loss
from ludarium.review.lines import Line
from ludarium.review.review import Review
from ludarium.search.personas import bot_name
from ludarium.site.analysis.board import BOARD, AnalysisBoard, Shown
from ludarium.site.analysis.rows import Search
from ludarium.site.analysis.unfinished import Unfinished
from ludarium.site.analysis.worth import Worth, worths
from ludarium.site.ground.values import Person
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.words import match_address
from ludarium.solve.canonical import CanonicalForm

AGAIN = "/analysis/again"
_DIGITS = 7
_NEAR = 0.02
"""The part of the payoffs by which searches may differ where neither of two turns is called the better one."""
_BEST = "No turn is better, by a table of all positions."


class NotAMistake(LudariumError):
    """No review of the match names the turn of an address among those that gave away most."""

    status = 404
    kind = "no-mistake"


class Judged(NamedTuple):
    """What is said of a turn: whether it is right, a heading, and a sentence; `waits` while a bot looks at it."""

    heading: str
    words: str
    is_right: bool = False
    waits: bool = False


class Searches(NamedTuple):
    """What a bot has said: of the position, and of the one after the turn; None where it was not asked."""

    before: Search | None = None
    after: Search | None = None


@dataclass(frozen=True)
class Retry:
    """The position before a mistake, as it is tried again, perhaps with a turn.

    | field      | content                                                        |
    | ---------- | -------------------------------------------------------------- |
    | `view`     | the match                                                      |
    | `review`   | its review                                                     |
    | `played`   | the lines of the record before the turn                        |
    | `said`     | what the review says of the turn                               |
    | `mistakes` | the places of all mistakes that are tried in this order        |
    | `board`    | the board, which numbers places as the seat does               |
    | `you`      | the seats of the reader                                        |
    """

    view: MatchView
    review: Review
    played: int
    said: SeatAdvice
    mistakes: tuple[int, ...]
    board: AnalysisBoard
    you: frozenset[int] = frozenset()

    @classmethod
    def of(cls, view: MatchView, review: Review | None, played: int, you: frozenset[int]) -> Retry:
        """Return the mistake that comes after so many lines of a match, among those of its seat or of the reader.

        Raises `NotAMistake`.
        """
        errors = review.errors() if review else []
        said = next((said for at, said in errors if at == played), None)
        match = view.match
        if review is None or said is None or played >= len(match.turns):
            raise NotAMistake("no review of this match names this turn as a mistake: expected one that it lists")
        seats = _seats(said, you)
        study, place = study_of_match(all_states(match), [entry.text for entry in match.turns], played)
        board = AnalysisBoard(study, place, states := study.states(place), Unfinished(states[-1]), reads=said.seat)
        mistakes = tuple(at for at, one in errors if one.seat in seats)
        return cls(view, review, played, said, mistakes, board, you)

    @property
    def match(self) -> Match:
        """The match, with the names that people see."""
        return self.view.displayed

    @property
    def state(self) -> State:
        """The position."""
        return self.board.state

    @property
    def turn(self) -> Unfinished:
        """The turn that is tried, so far."""
        return self.board.turn

    @property
    def path(self) -> str:
        """The address of its page."""
        return retry_path(self.view.id, self.played)

    def tried(self, draft: str, answer: str = "") -> Retry:
        """Return it with a turn that is begun, or with a whole one as text.

        Raises why it is refused.
        """
        text = answer.strip()
        turn = Unfinished(self.state, self.state.parse_turn(text)) if text else Unfinished.parse(self.state, draft)
        return replace(self, board=replace(self.board, turn=turn))

    def address(self, draft: str) -> str:
        """Return the address with a turn that is begun."""
        return f"{self.path}?{urlencode({'draft': draft}, safe=',')}" if draft else self.path

    @property
    def draft(self) -> str:
        """The turn so far, for an address."""
        return ",".join(map(str, self.turn.actions))

    @property
    def next_action(self) -> str:
        """The address of the turn with one more action, without the action's number; empty if none may follow."""
        return "" if self.turn.seat is None else self.address(self.turn.then(0))[:-1]

    @property
    def undone(self) -> str:
        """The address without the last action; empty if there is none."""
        return self.address(self.turn.undone) if self.turn.actions else ""

    @property
    def number(self) -> int:
        """Which of the mistakes it is, from 1 on."""
        return self.mistakes.index(self.played) + 1

    @property
    def smaller(self) -> int:
        """How many turns of the same seats have a grade in the review, and are none of these: they gave away less."""
        seats = _seats(self.said, self.you)
        tried = [one for _, one in self.review.errors() if one.seat in seats]
        graded = [one for advice in self.review.advice for one in advice.seats if one.seat in seats and one.grade]
        return len(graded) - sum(bool(one.grade) for one in tried)

    @property
    def next_path(self) -> str:
        """The address of the next mistake; empty after the last one."""
        return retry_path(self.view.id, self.mistakes[self.number]) if self.number < len(self.mistakes) else ""

    @property
    def match_path(self) -> str:
        """The address of the match, where its review is."""
        return match_address(self.view.id)

    @property
    def turn_path(self) -> str:
        """The address of the position on the page of the match."""
        return match_address(self.view.id, f"/at/{self.played}")

    @property
    def analysed(self) -> str:
        """The address of the board to analyse on, with what the review says."""
        return f"{BOARD}?{urlencode({'match': self.view.id, 'at': self.played, 'review': 'yes'})}"

    @property
    def by(self) -> str:
        """The name of the bot that has reviewed the match."""
        return bot_name(self.state.game.spec, self.review.by)

    @property
    def _text(self) -> str:
        """The turn of the match, as its record has it."""
        return self.view.match.turns[self.played].text

    @property
    def was_played(self) -> str:
        """The turn of the match, as the page numbers places."""
        return self.board.as_read(self._text)[0]

    @property
    def turn_number(self) -> int:
        """The number of the turn, as people count."""
        texts = [entry.text for entry in self.view.match.turns]
        return turn_of(number_turns(all_states(self.view.match), texts), self.played).number

    @property
    def task(self) -> str:
        """What is asked, in sentences."""
        seat, name = self.said.seat, self.state.game.setup.seat_names[self.said.seat]
        who = "You" if seat in self.you else f"{short_name(self.match, seat)} ({name})"
        return f"{who} played {self.was_played}, which gave away {self.said.given} of 100 games. Find a better turn."

    @property
    def answer(self) -> str:
        """The turn that is better, as the page numbers places."""
        return self.board.as_read(self.said.turn)[0]

    @property
    def answer_words(self) -> str:
        """What the better turn does, in words of the game; empty where it has no others."""
        words = advise_turn(self.match, self.state, self.said.seat, self.said.turn, [self.said.seat])
        return "" if words == self.said.turn else words

    @property
    def shown(self) -> Shown | None:
        """What draws the better turn on the board; None while a turn is begun there."""
        return None if self.turn.actions else self.board.shown(self.said.seat, self.said.turn)

    @cached_property
    def after(self) -> State | None:
        """The position after the turn; None while it is not complete."""
        return self.turn.state if self.turn.complete else None

    def asks(self, found: Searches) -> tuple[State, ...]:
        """Return the states up to the position that a bot must look at next for a verdict; none if it is known.

        The position itself comes first, as the bot's best turns may include the one that was tried.
        """
        if self.after is None or self._known(self.after) or self._loss(self.after, found) is not None:
            return ()
        if found.before is None:
            return self.board.states
        may_follow = is_duel(self.state.game) and bool(found.before.content) and found.after is None
        return (*self.board.states, self.after) if may_follow else ()

    def judge(self, found: Searches) -> Judged | None:
        """Return what is said of the turn; None while it is not complete, or a bot must be asked first."""
        after, text = self.after, self.board.as_read(self.turn.text)[0]
        if after is None:
            return None
        if known := self._known(after):
            return known
        loss = self._loss(after, found)
        if loss is not None:
            return self._of_loss(text, loss)
        if any(search and not search.is_made for search in found):
            return Judged(f"You try {text}", f"{self.by} looks at it", waits=True)
        if self.asks(found):
            return None
        return Judged(f"Not what {self.by} thinks of: {text}", "What it gives away is not known.")

    def _known(self, after: State) -> Judged | None:
        """Return what the review itself says of the turn that led to a position; None if that is another turn."""
        text, said, form = self.board.as_read(self.turn.text)[0], self.said, CanonicalForm.of(after.game)
        best, played = (form.position(self.state.move(one)) for one in (said.turn, self._text))
        found = form.position(after)
        if found == best:
            return Judged(f"Right: {text}", _BEST if said.exact else f"So would {self.by} play.", is_right=True)
        if found == played:
            return Judged(f"As it was played: {text}", f"It gave away {said.given} of 100 games. Find a better one.")
        return None

    def _of_loss(self, text: str, loss: Worth) -> Judged:
        """Return what is said of a turn that gives away some part of the payoffs."""
        exact = loss.gap is not None
        near, about = (0.0, "") if exact else (_NEAR, "about ")
        if loss.value <= near:
            why = _BEST if exact else f"For {self.by} it is as good as {self.answer}."
            return Judged(f"Right: {text}", why, is_right=True)
        lost = f"It gives away {about}{loss.share} of 100 games"
        if loss.value < (self.said.loss or 0.0) - near:
            grade = grade_of(round(loss.value, 2))
            still = f", but still {'an' if grade[0] == 'i' else 'a'} {grade}" if grade else ""
            return Judged(f"Better{still}: {text}", f"{lost}, and the turn of the match {self.said.given}.")
        return Judged(f"Not this one: {text}", f"{lost}.")

    def _loss(self, after: State, found: Searches) -> Worth | None:
        """Return what the turn gives away, as a part of the range of payoffs; None where that is not known (yet)."""
        turn, lines = self.turn.text, _lines(found.before)
        worth = worths(self.state, [turn], found.before).get(turn)
        if worth and worth.gap is not None and self.said.exact:
            return Worth(known_loss(self.said.value - worth.value, worth.gap), worth.gap)
        best = max((line.value for line in lines), default=None)
        value = worth.value if worth else self._after(after, found.after)
        if best is None and after.payoffs is not None:
            best = self.said.value
        return None if best is None or value is None else Worth(max(0.0, best - value))

    def _after(self, after: State, search: Search | None) -> float | None:
        """Return what the seat can expect after the turn: by the end of the game, or by a search; None if neither."""
        game, seat = after.game, self.said.seat
        if after.payoffs is not None:
            return game.payoff_range.parts(after.payoffs)[seat]
        if search is None or search.content is None:
            return None
        said = {one.seat: one.value for one in agreed(game, Advice.from_json(search.content["advice"]).seats)}
        if seat not in said and is_duel(game) and said:
            return 1.0 - said[1 - seat]
        return said.get(seat)


def _lines(search: Search | None) -> tuple[Line, ...]:
    """Return the best turns that a search has found; none while it waits."""
    content: Mapping[str, list[list[object]]] = (search.content if search else None) or {}
    return tuple(map(Line.from_json, content.get("lines", ())))


def _seats(said: SeatAdvice, you: frozenset[int]) -> frozenset[int]:
    """Return the seats whose mistakes are tried: those of the reader, or that of a turn of another."""
    return you if said.seat in you else frozenset({said.seat})


def retry_path(match_id: str, played: int) -> str:
    """Return the address at which the turn of a match after so many lines of its record is tried again."""
    return f"{AGAIN}/{match_id}/{played}"


def load_retry(service: Service, person: Person | None, match_id: str, played: str) -> Retry:
    """Return a mistake of a match that a person, or a stranger, may see, by the lines of the record before it, as text.

    Raises `NotAMistake`, why the match cannot be seen, and `IllegalMove` while the person plays a rated match of such a
    position.
    """
    view = service.view(person, match_id)
    place = int(played) if played.isascii() and played.isdigit() and len(played) < _DIGITS else -1
    seats = SeatAccess.of(view, person.id if person else None).seats
    found = Retry.of(view, service.analyses.of(view).review if view.match.over else None, place, seats)
    if person:
        match = view.match
        is_set_up, states = match.start != match.game.initial(), all_states(match)[: place + 1]
        service.check_position(person.id, match.game.name, states, is_set_up=is_set_up)
    return found
