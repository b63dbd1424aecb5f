"""Tournaments: an account organises them, others enter, and they begin and go on by themselves.

Whatever a person asks for is decided here. Every change first holds the row of the tournament, so what it then reads
stays true until it is stored: no tournament has more players than it says, and nobody enters one that has begun.

- Guests play no tournaments, and programs only where bots may take part.
- Who is blocked by the organiser, or has blocked them, cannot enter. Two players of whom one has blocked the other are
  paired as all are: otherwise a block would change the pairings of everybody.
- A person who closes their account leaves all tournaments.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.match.clock import DAY, HOUR
from ludarium.site.act import Done, NotOrganiser, Refusal, act
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person
from ludarium.site.match.transactions import Transactions
from ludarium.site.people.accounts import require_account
from ludarium.site.people.following import Blocks
from ludarium.site.people.names import name_key
from ludarium.site.people.people import RequireUsable
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.repositories import Repositories
from ludarium.site.tournaments.asked import GOING_ON, Asked, TournamentCommand
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.notices import tournament_notice
from ludarium.site.tournaments.pace import lets_in
from ludarium.site.tournaments.published import new_published, published_entries
from ludarium.site.tournaments.queries import TournamentQueries, no_such_tournament
from ludarium.site.tournaments.reading import MakeTournament, new_tournament, with_fillers
from ludarium.site.tournaments.rows.boards import AskedVerdict
from ludarium.site.tournaments.running.running import RunningTournaments
from ludarium.site.tournaments.site_bots import fillers
from ludarium.site.tournaments.views import TournamentView

MOST_ORGANISED, MOST_MADE = 3, 10
"""Tournaments of a person that may wait or go on at once, and that a person may make within a day."""
_log = logging.getLogger(__name__)


class Tournaments(TournamentQueries):
    """The tournaments of a site: what is asked about them, and what is asked of them."""

    def __init__(self, matches: Transactions, blocks: Blocks, require_usable: RequireUsable) -> None:
        super().__init__(matches)
        self._blocks, self._require_usable = blocks, require_usable
        self._running = RunningTournaments(matches)
        self.work: Callable[[], int] = self._running.work

    def view(self, person: Person | None, tournament_id: str) -> TournamentView:
        """Return a tournament as a person sees it; the results of their own matches are taken first.

        Raises `NoSuchTournament`.
        """
        view = super().view(person, tournament_id)
        if not view.has_untaken_result:
            return view
        self._step(tournament_id)
        return super().view(person, tournament_id)

    def make(self, person: Person | None, command: MakeTournament) -> Done:
        """Make a tournament, of which the person is the organiser; a published one is made once, and then is that one.

        Raises `NeedsAccount`, `QuotaExceeded`, or another `LudariumError` for what a tournament cannot be.
        """
        organiser = self._account(person)
        now = self._matches.now()
        made = (new_published if command.published else new_tournament)(organiser, command, now)
        exhibitor = self._exhibitor(organiser, command) if made.of_kind.has_exhibitor else None
        if exhibitor:
            made = replace(made, exhibitor=exhibitor.id, exhibitor_name=exhibitor.name)
        load(made.game).initial()  # before anybody waits for the transaction
        with self._store.write() as tx:
            tx.tournaments.lock(organiser.id)
            if made.published and (there := tx.tournaments.find_published(made.game)):
                return Done("The site has this tournament.", there)
            if full := _why_none_more(tx, organiser):
                raise QuotaExceeded(full, DAY)
            if tx.tournaments.organised_by(organiser.id, (*GOING_ON, "over", "cancelled"), now - DAY) >= MOST_MADE:
                raise QuotaExceeded(f"you have made {MOST_MADE} tournaments within a day", HOUR)
            tx.tournaments.add(made)
            bots = fillers(made) if with_fillers(made.of_kind, command) else ()
            for entry in published_entries(made) if made.published else bots:
                tx.tournament_entries.enter_bot(made.id, entry)
            if exhibitor and exhibitor.id == organiser.id:
                tx.tournament_entries.enter(made.id, organiser.id, now)
            elif exhibitor:
                text = (
                    f"{organiser.name} asks you to play everybody who enters {made.name}, all at once: enter to accept."
                )
                tx.notices.add(tournament_notice(made, exhibitor.id, text, now))
            if command.takes_part and not (exhibitor and exhibitor.id == organiser.id):
                with suppress(Refusal):  # such as that of a published one
                    act(EnterTournament(), Asked(tx, made, {}, organiser, now))
        return Done(command.done, made.id)

    def why_none_more(self, person: Person) -> str:
        """Return why a person makes no further tournament now, as a sentence without its end; empty if they may."""
        return _why_none_more(self._store, person)

    def act(self, person: Person | None, tournament_id: str, command: TournamentCommand) -> Done:
        """Carry out a person's command in a tournament.

        Raises `NoSuchTournament`, `NeedsAccount`, `NotOrganiser`, `QuotaExceeded`, and `Refusal` for what is not
        possible now.
        """
        if self._store.tournaments.load(tournament_id) is None:
            raise no_such_tournament(tournament_id)
        account = self._account(person)
        with self._store.write() as tx:
            tx.tournaments.lock(account.id)
            tx.tournaments.touch(tournament_id)
            tournament = tx.tournaments.load(tournament_id)
            assert tournament
            if not command.is_for(account, tournament):
                raise NotOrganiser("this is for the organiser of the tournament to do")
            entries = {entry.person: entry for entry in tx.tournament_entries.of(tournament_id)}
            act(command, Asked(tx, tournament, entries, account, self._matches.now()))
        if command.goes_on or lets_in(tournament, self._matches.now()):
            self._step(tournament_id)
        return Done(command.done, tournament_id)

    def judge(self, asked: AskedVerdict, points: float, verdict: str) -> None:
        """Decide a game that has waited for a verdict: the points of its first player, and how they were found."""
        now = self._matches.now()
        with self._store.write() as tx:
            tx.tournaments.touch(asked.tournament)
            if tx.judgements.decide(asked, points, verdict):
                tx.tournaments.set(asked.tournament, due_at=now)
        _log.info("match %s of tournament %s is adjudicated: %s", asked.match_id, asked.tournament, verdict)

    def _exhibitor(self, organiser: Person, command: MakeTournament) -> Person:
        """Return who is to play against everybody: the organiser, or an account given by name.

        Raises `ParseError`.
        """
        name = command.exhibitor.strip()
        if not name or name_key(name) == name_key(organiser.name):
            return organiser
        found = self._store.accounts.named("", name_key(name))
        if found is None or self._store.blocks.among({organiser.id, found.id}):
            raise ParseError(f"{shorten(name)} is nobody whom you can ask: expected the name of an account")
        if found.is_bot and not command.computers:
            raise ParseError(f"{found.name} is a bot: say that bots may take part, or ask a person")
        return found

    def _step(self, tournament_id: str) -> None:
        """Let follow at once what a command has made due; what fails here is tried again by `work`."""
        try:
            for _ in range(2):
                self._running.step(tournament_id)
        except DatabaseBusy:
            pass
        except LudariumError as error:
            _log.warning("tournament %s does not go on yet: %s", tournament_id, error)

    def _account(self, person: Person | None) -> Person:
        account = require_account(person, "tournaments are for accounts: make one, or sign in first")
        self._require_usable(account)
        return account


def _why_none_more(tables: Repositories, person: Person) -> str:
    if tables.tournaments.organised_by(person.id, GOING_ON) < MOST_ORGANISED:
        return ""
    return f"{MOST_ORGANISED} tournaments of yours wait or go on: end one first"
