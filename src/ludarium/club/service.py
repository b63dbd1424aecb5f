"""The commands of the club, used by every interface of the server.

An interface passes a seat only after it has checked that the caller may play it. `revision` is the revision that the
caller last saw: a change of an older revision is refused with `Stale`, so a turn that is sent twice or from two windows
is played once. Dice are rolled here, together with the turn that causes them. Bots answer offers immediately; their
turns come from `bot_workers`.

Size: a method for each thing that a seat may do, with what it refuses.
"""

import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from ludarium.club.begin.challenges import Challenges
from ludarium.club.begin.new_match import new_match
from ludarium.club.begin.rematches import Rematches
from ludarium.club.bots.analyses import Analyses
from ludarium.club.mail.outbox import Outbox
from ludarium.club.mail.reply_addresses import ReplyAddresses
from ludarium.club.match.clocks import Clocks
from ludarium.club.match.live import LiveMatches, require_not_live
from ludarium.club.match.planning import Planning, follow
from ludarium.club.match.queries import Queries
from ludarium.club.match.seating import SeatAccess, Seating
from ludarium.club.match.stand_ins import StandIns, with_accepted_bot
from ludarium.club.match.transactions import NoSuchMatch, Stale, Transactions
from ludarium.club.match.views import HighScore, Live, MatchSummary, MatchView, SeatAssignment
from ludarium.club.notices.news import News
from ludarium.club.notices.notices import Notices
from ludarium.club.notices.notifier import Notifier
from ludarium.club.notices.watching import Watching
from ludarium.club.people.accounts import AccountRules, Accounts
from ludarium.club.people.act_log import ActLog
from ludarium.club.people.blocks import Blocks
from ludarium.club.people.closing import Closing
from ludarium.club.people.passkeys import Passkeys
from ludarium.club.people.passwords import Passwords
from ludarium.club.people.people import People
from ludarium.club.people.sign_in import SignIn
from ludarium.club.people.vacation import VACATION_DAYS, Vacation
from ludarium.club.quotas import Limiter, Quotas
from ludarium.club.ratings.ratings import Ratings
from ludarium.club.ratings.standings import Standings
from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.text import counted, shorten
from ludarium.match.clock import Clock
from ludarium.match.commitment import Commitment
from ludarium.match.data import RESIGNATION
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.match.progress import all_states
from ludarium.store.database import DatabaseBusy
from ludarium.store.match.repository import DamagedMatch, MatchExists, Store

__all__ = [
    "DamagedMatch",
    "DatabaseBusy",
    "HighScore",
    "Live",
    "MatchExists",
    "MatchSummary",
    "MatchView",
    "NoSuchMatch",
    "SeatAssignment",
    "Service",
    "Stale",
]

ACCEPTS_DRAW = 0.4
"""A bot accepts a draw if it last valued its seat at most this high; before its first turn it declines."""


class Service:
    """All matches of a database; any number of services in any number of processes may share it.

    A view shows the sealed orders of the requested seats only. `queries` has the queries, which change nothing,
    `standings` and `ratings` those about strength, `live` the commands of live matches, `planning` those about turns
    planned ahead, `seating` those about seats, `people` the people and their sessions, `accounts`, `sign_in`,
    `passkeys`, `passwords`, `blocks` and `closing` their accounts, `act_log` what people have done to others,
    `challenges` what they offer each other, `quotas` refuses what one visitor has too much of, `notices` what people
    hear, `outbox` has the mail that waits, `reply_addresses` the addresses that may play a turn, `news` tells open
    pages of changes, and `notifier` announces the changes made in this process.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        rules: AccountRules | None = None,
        quotas: Quotas | None = None,
        vacation_days: int = VACATION_DAYS,
    ) -> None:
        self.notifier = Notifier()
        self._matches = Transactions(store, self.notifier, now)
        self.news = News(store, self.notifier)
        self.queries = Queries(self._matches)
        self.quotas = Limiter(store.tallies, store.attempts, quotas or Quotas(), now)
        self.live = LiveMatches(self._matches, self.quotas)
        self.people = People(store.people, now, self.quotas)
        self.clocks = Clocks(self._matches)
        self.vacation = Vacation(store.vacations, self._spread_vacation, now, vacation_days)
        self._matches.follow = follow
        self._matches.extend_vacation = self.vacation.extend
        rules = rules or AccountRules()
        self.passkeys = Passkeys(store.passkeys, self.people, rules, now)
        self.notices = Notices(store, now)
        self.outbox = Outbox(store.outbox, now)
        self.reply_addresses = ReplyAddresses(store.reply_addresses, self._matches, now)
        self.accounts = Accounts(store.accounts, rules, self.notifier.notify, now)
        self.standings = Standings(store.results, self._matches, self.accounts.all)
        self.watching = Watching(store.watchers, now)
        self.passwords = Passwords(store.passwords, self.accounts.find, self.accounts.addresses, now)
        self.act_log = ActLog(store.acts)
        self.blocks = Blocks(store.blocks, self.accounts.find, now)
        self.planning = Planning(self._matches)
        self.seating = Seating(self._matches, self.blocks.keep_out)
        self.stand_ins = StandIns(self._matches, self.blocks.keep_out)
        self.challenges = Challenges(store.challenges, self._matches, self.accounts.find, self.blocks, self.quotas)
        self.rematches = Rematches(self._matches, self.seating, self.quotas)
        self.analyses = Analyses(store.analyses, self._matches, self.quotas)
        self.ratings = Ratings(store.ratings)
        self.closing = Closing(store.accounts, self._matches, self.notifier.notify)
        self.sign_in = SignIn(
            self.people,
            store.accounts,
            store.sign_in_codes,
            store.attempts,
            store.outbox,
            self.outbox,
            rules,
            self.quotas,
            now,
        )

    def create(
        self,
        spec: str,
        seats: Sequence[SeatAssignment],
        *,
        position: str | None = None,
        clock: Clock | None = None,
        tick: float | None = None,
        seed: int | None = None,
        host: str | None = None,
        origin: str | None = None,
        shown: Commitment | None = None,
        private: bool = False,
    ) -> MatchView:
        """Create a match. With a seed its dice are reproducible; without one they follow from a secret.

        The dice roll when every seat is taken, after each person could add a nonce to the secret. `shown` is the
        commitment to this secret that the host has seen before, with the id of the match.

        With a `tick` in seconds it is a live match: every tick plays a turn, once all people are ready. `host` is the
        id of the person who may invite others to its open seats, `origin` the network from which they come. A `private`
        match is in no list, and found by its link alone.

        Raises a `LudariumError` for an invalid game, position, bot or number of seats, `QuotaExceeded`, and
        `MatchExists` if a match has begun with this commitment.
        """
        now = self._matches.now()
        view = new_match(now, spec, seats, position=position, clock=clock, tick=tick, seed=seed, host=host, shown=shown)
        view = replace(view, private=private)
        return self._matches.insert(view, origin, partial(self.quotas.check, live=view.live is not None))

    def fork(
        self,
        match_id: str,
        turn: int,
        seats: Sequence[SeatAssignment],
        *,
        host: str | None = None,
        origin: str | None = None,
        shown: Commitment | None = None,
    ) -> MatchView:
        """Create a match, without a clock, from the position of another match after `turn` turns.

        That of a private match is private.

        Raises `NoSuchMatch`, `ParseError` if the match has fewer turns, or `GameOver` if the game is over there.
        """
        view = self._matches.current(match_id)
        match, last = view.match, len(view.match.turns)
        if not 0 <= turn <= last:
            raise ParseError(f"the match has {counted(last, 'turn')} so far, so it has no turn {shorten(str(turn))}")
        position, private = str(all_states(match)[turn]), view.private
        return self.create(
            match.game.spec, seats, position=position, host=host, origin=origin, shown=shown, private=private
        )

    def get(self, match_id: str, *, seats: Collection[int] = (), person: str | None = None) -> MatchView:
        """Return the current state of a match, as these seats, or those of a person, may see it.

        Raises `NoSuchMatch`.
        """
        view = self._matches.look(match_id)
        return view.seen_from(seats if person is None else SeatAccess.of(view, person).seats)

    def submit(self, match_id: str, seat: int, text: str, revision: int, *, value: float | None = None) -> MatchView:
        """Play a turn, or seal an order for a simultaneous turn; `value` is the bot's estimate of its payoff.

        Raises `NoSuchMatch`, `Stale`, or the error of a turn that is not allowed.
        """

        def play(view: MatchView) -> MatchView:
            require_not_live(view)
            return view.after_turn(seat, text, self._matches.now(), value)

        return self._matches.change(match_id, seat, revision, play)

    def resign(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Resign for a seat: the match ends, or goes on without its player if a person and another player go on."""
        now = self._matches.now()
        return self._matches.change(match_id, seat, revision, lambda view: view.without(seat, RESIGNATION, now))

    def forfeit(self, match_id: str, seat: int, revision: int, cause: str) -> MatchView:
        """End the match because a seat's program has failed, with the cause."""
        return self._change(match_id, seat, revision, lambda match: match.forfeit(seat, cause))

    def offer_draw(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Offer a draw; bots answer immediately (`ACCEPTS_DRAW`)."""
        return self._offer(match_id, seat, revision, lambda match: offer_draw(match, seat))

    def ask_takeback(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Ask to take back the seat's last turn; bots accept immediately, and a rated match allows none."""

        def ask(view: MatchView) -> MatchView:
            if view.rated:
                raise IllegalMove("nothing is taken back in a rated match")
            return _let_bots_answer(view, ask_takeback(require_not_live(view), seat))

        return self._matches.change(match_id, seat, revision, ask)

    def accept(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Accept the offer of another seat."""

        def accept(view: MatchView) -> MatchView:
            return with_accepted_bot(replace(view, match=accept_offer(view.match, seat)))

        return self._matches.change(match_id, seat, revision, accept)

    def decline(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Decline the offer of another seat, or withdraw the seat's own."""
        return self._change(match_id, seat, revision, lambda match: decline_offer(match, seat))

    def _spread_vacation(self, person_id: str) -> None:
        """Copy the vacations of a person into their matches."""
        for match_id in self._matches.store.vacations.matches_of(person_id):
            with suppress(LudariumError):  # a match that cannot be loaded must not stop the clocks of the others
                self._matches.change(match_id, None, None, self._matches.with_vacations)

    def _change(self, match_id: str, seat: int, revision: int, change: Callable[[Match], Match]) -> MatchView:
        """Save the match that `change` returns, at the next revision."""
        return self._matches.change(match_id, seat, revision, lambda view: replace(view, match=change(view.match)))

    def _offer(self, match_id: str, seat: int, revision: int, offer: Callable[[Match], Match]) -> MatchView:
        """Make an offer, and let the bots answer it."""
        return self._matches.change(
            match_id, seat, revision, lambda view: _let_bots_answer(view, offer(require_not_live(view)))
        )


def _let_bots_answer(view: MatchView, match: Match) -> MatchView:
    """Return the view after the bots have answered the open offer of `match`."""
    for seat, assignment in enumerate(view.seats):
        offer = match.offer
        if offer is None or assignment.kind != "bot" or seat == offer.seat:
            continue
        value = view.values[seat]
        accepts = offer.kind != "draw" or (value is not None and value <= ACCEPTS_DRAW)
        match = accept_offer(match, seat) if accepts else decline_offer(match, seat)
    return replace(view, match=match)
