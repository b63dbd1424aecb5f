"""Closing an account, with its matches, its name and its data."""

from contextlib import suppress

from ludarium.club.match.transactions import Transactions
from ludarium.club.match.views import MatchView
from ludarium.club.people.people import Person
from ludarium.core.errors import LudariumError
from ludarium.match.data import RESIGNATION
from ludarium.store.rows import Act

FORMER_NAME = "Former player"
_CLOSED = "closed"
"""Why a seat is vacant."""


class AccountClosing:
    """Closes accounts; the people themselves do it, or administrators."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._table = matches.store.accounts

    def count_running(self, person: Person) -> int:
        """Return the number of matches that a person would leave."""
        return len(self._table.running_matches(person.id))

    def close(self, person: Person, actor: str, *, keep_name: bool) -> None:
        """Leave all matches of a person that go on, and forget how they sign in, and where.

        Their name stays on their matches, and nobody else can have it; or they become a "former player", and it is
        free. Their bots are closed, too. When it is interrupted, it can be done again.
        """
        for bot in self._matches.store.people.bots_of(person.id):
            self.close(bot, actor, keep_name=True)
        now = self._matches.now()
        for match_id in self._table.running_matches(person.id):
            with suppress(LudariumError):  # a match that has ended meanwhile, or cannot be loaded, stops nothing
                self._matches.change(match_id, None, None, lambda view: _leave(view, person, now))
        act = Act(now, actor, "close account", person.id, "" if keep_name else FORMER_NAME)
        with self._matches.store.write() as tx:
            tx.accounts.close(person.id, None if keep_name else FORMER_NAME, now)
            tx.challenges.end_between(person.id, None, now)
            tx.offers.touch()
            tx.offers.end(person.id, None, now)
            tx.acts.add(act)


def _leave(view: MatchView, person: Person, now: float) -> MatchView:
    """Return the match after a person has left all their seats: they resign, or stand-ins may take over."""
    for seat, assignment in enumerate(view.seats):
        if assignment.person == person.id and not view.match.over:
            resigned = view.without(seat, RESIGNATION, now)
            view = resigned if resigned.match.over else view.without(seat, _CLOSED, now)
    return view
