"""What people see of tournaments: one of them, and lists; nothing here changes anything."""

from itertools import islice

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.site.ground.changes import MatchChange, TournamentChange
from ludarium.site.ground.values import MatchSummary, Person
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import BEGUN
from ludarium.site.tournaments.asked import GOING_ON
from ludarium.site.tournaments.entering import entry_refusal, open_waiting
from ludarium.site.tournaments.pace import FRESH, is_live
from ludarium.site.tournaments.rows.tournaments import ExportedWaiting, NewsLine
from ludarium.site.tournaments.rows.values import State, StoredTournament, TournamentEntry
from ludarium.site.tournaments.site_bots import enterable_bots, removable_bots
from ludarium.site.tournaments.substituting import WaitForPlace, waiting_refusal
from ludarium.site.tournaments.views import ListedTournaments, TournamentView, view_of
from ludarium.site.ttl_cache import TtlCache

_LISTED, _IN_STRIP = 50, 3
_NEWS = 100
"""Lines of news on the page of a tournament."""
_OPEN: tuple[State, ...] = ("open",)
_RUNNING: tuple[State, ...] = ("running",)
_OVER: tuple[State, ...] = ("over",)


class NoSuchTournament(LudariumError):
    """No tournament has this id."""

    status = 404
    kind = "no-tournament"


class TournamentQueries:
    """The queries about the tournaments of a site."""

    def __init__(self, matches: Transactions) -> None:
        self._matches, self._store = matches, matches.store
        self._of_strangers = TtlCache[ListedTournaments](
            matches.store.notifier.counter(TournamentChange, MatchChange), matches.now
        )

    def view(self, person: Person | None, tournament_id: str) -> TournamentView:
        """Return a tournament as a person sees it.

        Raises `NoSuchTournament`.
        """
        tournament = self._store.tournaments.load(tournament_id)
        if tournament is None:
            raise no_such_tournament(tournament_id)
        entries = self._store.tournament_entries.of(tournament_id)
        by_id, now = {entry.person: entry for entry in entries}, self._matches.now()
        refusal = entry_refusal(self._store, tournament, by_id, person, now)
        view = view_of(tournament, entries, self._store.tournament_boards.of(tournament_id), person, refusal)
        news = self._store.tournament_news
        view = view._replace(
            news=news.of(tournament_id, _NEWS),
            disqualified=news.disqualified(tournament_id),
            bots=enterable_bots(self._store, tournament, entries, person, now),
            removable_bots=removable_bots(self._store, tournament, entries, person),
            now=now,
        )
        return self._with_waiting(view, by_id, person) if tournament.state == "running" else view

    def _with_waiting(
        self, view: TournamentView, entries: dict[str, TournamentEntry], person: Person | None
    ) -> TournamentView:
        """Return a view with the waiting list, of which only the organiser sees the others."""
        if person is None or WaitForPlace.never_in(view.tournament):
            return view
        waiting = open_waiting(self._store, view.tournament, view.now)
        own = next((one for one in waiting if one.person == person.id), None)
        refused = own or waiting_refusal(self._store, view.tournament, entries, person, view.now)
        return view._replace(waiting=waiting if view.is_organiser else (), own_waiting=own, may_wait=not refused)

    def said_by(self, person: Person) -> tuple[NewsLine, ...]:
        """Return what a person has announced and decided in all tournaments, the oldest first."""
        return self._store.tournament_news.find(person=person.id)

    def waited_by(self, person: Person) -> tuple[ExportedWaiting, ...]:
        """Return where a person is on a waiting list or was asked to play on, the oldest first."""
        return self._store.tournament_waiting.of_person(person.id)

    def listed(self, person: Person | None, game: str = "", limit: int = _LISTED) -> ListedTournaments:
        """Return the tournaments, or those of a game given by its name."""
        table = self._store.tournaments
        mine = table.of_person(person.id, GOING_ON) if person else ()
        return ListedTournaments(
            table.in_state(_OPEN, limit, game),
            table.in_state(_RUNNING, limit, game),
            table.in_state(_OVER, limit, game),
            frozenset(one.id for one in mine),
        )

    def strip(self, person_id: str | None, game: str = "") -> ListedTournaments:
        """Return the tournaments that begin next, as other pages list them, and of all games live ones that go on.

        All strangers see the same for a while.
        """
        if person_id is None:
            return self._of_strangers.get(game, lambda: self._strip(None, game))
        return self._strip(person_id, game)

    def _strip(self, person_id: str | None, game: str) -> ListedTournaments:
        table = self._store.tournaments
        mine = frozenset(one.id for one in table.of_person(person_id, _OPEN)) if person_id else frozenset[str]()
        going_on = () if game else table.in_state(_RUNNING, 4 * _IN_STRIP)
        running = (one for one in going_on if is_live(one.tempo))
        return ListedTournaments(table.in_state(_OPEN, _IN_STRIP, game), (*islice(running, _IN_STRIP),), (), mine)

    def of_person(self, person: Person) -> tuple[StoredTournament, ...]:
        """Return the tournaments in which a person is or was, and has not left."""
        return self._store.tournaments.of_person(person.id, (*GOING_ON, "over", "cancelled"))

    def going_on(self, person: Person) -> tuple[StoredTournament, ...]:
        """Return the tournaments in which a person is, and which wait or go on."""
        return self._store.tournaments.of_person(person.id, GOING_ON)

    def games_now(self, view: TournamentView, limit: int) -> tuple[MatchSummary, ...]:
        """Return the matches of a tournament that go on, those of the first in the table first; no closed ones."""
        if view.tournament.state != "running":
            return ()
        ranks = {row.row.player: row.row.rank for row in view.table}
        boards = [board for board in view.boards if board.match_id and not board.how]
        boards.sort(key=lambda board: min(ranks[player] for player in board.seating))
        summaries = self._store.summaries([board.match_id or "" for board in boards[:limit]])
        found = {one.id: one for one in summaries if not one.closed and not one.private}
        return tuple(found[board.match_id] for board in boards if board.match_id in found)

    def leads_to_board(self, view: TournamentView, person: Person | None) -> bool:
        """Return whether a live game of a person has just begun, and they have not seen its board."""
        if person is None or view.live_board is None:
            return False
        return self._store.notices.is_new(person.id, BEGUN, view.live_board.match_id or "", view.now - FRESH)

    def shown_match(self, match_id: str) -> MatchSummary | None:
        """Return a match that everybody may see, or None."""
        found = self._store.summaries([match_id]) if match_id else ()
        return next((one for one in found if not one.closed and not one.private), None)

    def live_match(self, person_id: str) -> tuple[str, str, str] | None:
        """Return the match that a person plays now in a live tournament and has not opened, with its id and name."""
        return self._store.tournament_boards.live_match_of(person_id)

    def of_match(self, view: MatchView) -> tuple[str, str] | None:
        """Return the id and the name of the tournament to which a match belongs, or None."""
        return self._matches.tournament_of(view)

    def is_arena(self, tournament_id: str) -> bool:
        """Return whether people come and go in a tournament, and who waits is paired."""
        found = self._store.tournaments.load(tournament_id)
        return found is not None and found.of_kind.at_any_time


def no_such_tournament(tournament_id: str) -> NoSuchTournament:
    """Return the error for an unknown id of a tournament."""
    return NoSuchTournament(f"there is no tournament {shorten(tournament_id)}")
