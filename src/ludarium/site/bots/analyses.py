"""Reviews of matches that are over, and hints in matches against bots; bots make both in the background.

An analysis is asked for once, and stored with the match.
"""

from collections.abc import Mapping
from dataclasses import replace
from threading import Event
from typing import NamedTuple

from ludarium.core.errors import IllegalMove
from ludarium.review.advice import Advice
from ludarium.review.review import Review
from ludarium.site.bots.rows import Analysis, WaitingAnalysis, review_of
from ludarium.site.ground.values import Person
from ludarium.site.match.fair_play import FairPlay
from ludarium.site.match.refused import WHERE_HINTS, refusal, refusal_of_view
from ludarium.site.match.seating import NotYourSeat, SeatAccess
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.quotas import QuotaLimiter


class MatchAnalyses(NamedTuple):
    """The analyses of a match for its page: whether they are being made, and their results.

    One that has failed is neither.
    """

    review_waits: bool = False
    review: Review | None = None
    review_failed: bool = False
    hint_waits: bool = False
    hint: Advice | None = None
    hint_failed: bool = False


NOTHING = MatchAnalyses()


class Analyses:
    """The reviews and hints of a site; of the events `asked`, that of hints or reviews is set when one is asked for."""

    def __init__(self, matches: Transactions, quotas: QuotaLimiter, fair_play: FairPlay) -> None:
        self._fair_play = fair_play
        self._table, self._matches, self._quotas = matches.store.analyses, matches, quotas
        self.asked = {False: Event(), True: Event()}

    def of(self, view: MatchView) -> MatchAnalyses:
        """Return the analyses of a match now: its review if it is over, else the hint for its position."""
        if not view.match.over and not view.match.hints:
            return NOTHING
        found = self._table.of(view.id, len(view.match.turns))
        review, hint = found.get(review_of(len(view.match.turns))), found.get(len(view.match.turns))
        return MatchAnalyses(
            review_waits=_waits(review),
            review=Review.from_json(view.match.game, review.content) if review and review.content else None,
            review_failed=_failed(review),
            hint_waits=_waits(hint),
            hint=Advice.from_json(hint.content["advice"]) if hint and hint.content else None,
            hint_failed=_failed(hint),
        )

    def read_by(self, view: MatchView, person: Person | None) -> MatchAnalyses:
        """Return the analyses of a match as a person, or a stranger, may read them.

        They have no review for who plays a rated match of such a position.
        """
        found = self.of(view)
        if found.review is None or person is None:
            return found
        try:
            self._fair_play.check_analysis(person.id, view)
        except IllegalMove:
            return found._replace(review=None)
        return found

    def ask_review(self, match_id: str, person: Person, origin: str | None) -> None:
        """Ask for the review of a match in which a person has or had a seat, or which the person has begun.

        Raises `IllegalMove` if the match is not over, or while the person plays a rated match of such a position;
        `NotYourSeat`, and `QuotaExceeded`.
        """
        view = self._matches.current(match_id)
        if person.id not in {view.host, *view.took_part}:
            raise NotYourSeat("only those who have played a match, or have begun it, ask for its review")
        if refusal := _review_refusal(view):
            raise IllegalMove(refusal)
        self._fair_play.check_analysis(person.id, view)
        self._ask(WaitingAnalysis(match_id, review_of(len(view.match.turns)), person.id, 0), origin)
        self._announce(match_id)

    def ask_hint(self, match_id: str, seat: int, person: Person, origin: str | None, revision: int) -> None:
        """Ask for a hint for a seat that must choose; the record of the match has a note of it from then on.

        Raises `IllegalMove` in a match between people, or while the person plays a rated match of such a position;
        `Stale`, `NotYourTurn` and `QuotaExceeded`.
        """

        def mark(view: MatchView) -> MatchView:
            if not may_hint(view, person.id):
                raise IllegalMove(WHERE_HINTS)
            if seat not in view.match.to_act:
                raise IllegalMove("a hint is for a seat whose turn it is")
            number = len(view.match.turns) + 1
            if number in view.match.hints:
                return view
            return replace(view, match=replace(view.match, hints=(*view.match.hints, number)))

        view = self._matches.current(match_id)
        if why := refusal(self._matches, view, "hint"):
            raise IllegalMove(why)
        self._fair_play.check_analysis(person.id, view)
        self._quotas.check_analyses(self._table.waiting(person.id))
        view = self._matches.change(match_id, seat, revision, mark)
        self._ask(WaitingAnalysis(match_id, len(view.match.turns), person.id, 0), origin)

    def _ask(self, asked: WaitingAnalysis, origin: str | None) -> None:
        """Ask for an analysis once."""
        with self._matches.store.write() as tx:
            if tx.analyses.was_asked(asked):
                return
            tx.tallies.hold(asked.person, origin)
            self._quotas.check_analyses(tx.analyses.waiting(asked.person, origin))
            tx.analyses.ask(asked, origin, self._matches.now())
        self.asked[asked.is_review].set()

    def keep(self, asked: WaitingAnalysis, content: Mapping[str, object] | None) -> None:
        """Store an analysis, or None if it is given up, and notify the open pages of the match."""
        self._table.finish(
            (asked.match_id, asked.played), self._matches.now(), dict(content) if content is not None else None
        )
        self._announce(asked.match_id)

    def _announce(self, match_id: str) -> None:
        self._matches.change(match_id, None, None, replace)


def may_hint(view: MatchView, person_id: str | None) -> bool:
    """Return whether hints are given now in a match to a person: it alone plays, against bots or without opponents."""
    people = [view.seats[seat].person for seat in view.people]
    may = "hint" not in view.refused and not refusal_of_view(view, "hint")
    return bool(person_id) and people == [person_id] and not view.match.over and may


def may_review(view: MatchView, access: SeatAccess) -> bool:
    """Return whether somebody with this access may ask for the review of a match."""
    return not _review_refusal(view) and (bool(access.seats) or access.host)


def _review_refusal(view: MatchView) -> str:
    """Return why nobody can ask for the review of a match; empty if its players can."""
    match = view.match
    if not match.over:
        return "a match is reviewed when it is over"
    return "" if any(match.made) else "nothing was played in this match"


def hint_content(advice: Advice) -> dict[str, object]:
    """Return a hint as JSON."""
    return {"advice": list(advice)}


def _waits(analysis: Analysis | None) -> bool:
    return analysis is not None and not analysis.is_made


def _failed(analysis: Analysis | None) -> bool:
    return analysis is not None and analysis.is_made and analysis.content is None
