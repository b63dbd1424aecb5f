"""The controls of a browser's seats for everything but turns: resigning, offers and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.core.cached import cached_property
from ludarium.core.kernel import CHANCE
from ludarium.core.rolls import starts
from ludarium.core.spec import parse_game_spec
from ludarium.match.data import CALLED_OFF, FORFEIT, TIME
from ludarium.match.orders import is_simultaneous
from ludarium.match.stand_ins import vacant_seats
from ludarium.match.verdict import short_name
from ludarium.search.personas import Persona, bot_name, offered_bots
from ludarium.site.bots.analyses import may_hint, may_review
from ludarium.site.match.clocks import may_give
from ludarium.site.match.pages.displayed import DisplayedMatch
from ludarium.site.match.presence import claim_refusal
from ludarium.site.match.seating import OPEN_NAME
from ludarium.site.words import invitation_address, listed


class OpenSeat(NamedTuple):
    """An open seat: its name, who waits there, where anybody takes it, and for whom it is reserved; empty for none."""

    seat: str
    waiting: str
    address: str
    kept_for: str


class NextBot(NamedTuple):
    """The bot that was beaten, and the next one, with the fields of the form that begins a match against it."""

    beaten: str
    level: str
    name: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class SeatPanel:
    """The controls of a match page for resigning, offers and answers."""

    page: DisplayedMatch

    @cached_property
    def seat(self) -> int | None:
        """The seat for which this browser resigns, offers and answers; None where it has none, or all is over."""
        match, seats = self.page.match, sorted(self.page.access.seats)
        if match.over or not seats:
            return None
        offer, draft = match.offer, self.page.draft
        answering = [seat for seat in seats if offer and seat not in (offer.seat, *offer.accepted)]
        return draft.seat if draft and not offer else (answering or seats)[0]

    @property
    def may_answer(self) -> bool:
        """Whether the offer of another seat waits for this seat's answer."""
        offer = self.page.match.offer
        return offer is not None and self.seat is not None and self.seat not in (offer.seat, *offer.accepted)

    @property
    def offer_text(self) -> str:
        """The open offer, as a sentence to its reader, who may have made it; empty if there is none."""
        offer = self.page.match.offer
        if offer is None:
            return ""
        match, mine = self.page.match, offer.seat in self.page.access.seats and not self.may_answer
        verb, what = {"draw": ("offer", "a draw"), "takeback": ("request", "a takeback")}.get(offer.kind, ("", ""))
        if not verb:
            bot = bot_name(match.game.spec, offer.bot)
            verb, what = "suggest", f"the bot {bot} for seat {match.game.setup.seat_names[offer.vacant]}"
        if mine:
            return f"You {verb} {what}. Nobody has answered yet."
        return f"{short_name(match, offer.seat)} {verb}s {what}."

    @property
    def may_take_back(self) -> bool:
        """Whether the seat has played a turn that it may request to take back."""
        return self.knows_takebacks and self._has_played(self.seat)

    @property
    def knows_takebacks(self) -> bool:
        """Whether turns of the match can be taken back at all, now or later."""
        return "takeback" not in self.page.view.refused

    @property
    def knows_draws(self) -> bool:
        """Whether a draw can be offered in the match at all, now or later."""
        return "draw" not in self.page.view.refused

    @property
    def gone(self) -> Mapping[str, float]:
        """The seconds for which others have been away from a match for one sitting, by their names."""
        found = {seat: absence for seat, absence in self.page.gone.items() if seat not in self.page.access.seats}
        return {short_name(self.page.match, seat): absence.seconds for seat, absence in found.items()}

    @property
    def claim_refusal(self) -> str:
        """Why the seat may not claim the match of who has left, as a sentence without its end; empty if it may."""
        if self.seat is None or self.page.at is not None:
            return "a match is claimed by its players"
        return claim_refusal(self.page.view, self.seat, self.page.gone)

    @property
    def claim_in(self) -> float:
        """The seconds after which the seat may claim the match of who has left; 0 if it may, or nobody knows."""
        waits = [each.claim_in for seat, each in self.page.gone.items() if seat not in self.page.access.seats]
        known = [wait for wait in waits if wait is not None]
        return min(known, default=0.0)

    @property
    def goes_on_without(self) -> str:
        """What comes next in a match with ticks whose players have left, in sentences; empty in any other match."""
        page = self.page
        if page.view.live is None or self.seat is None or not self.gone:
            return ""
        names = listed([*self.gone])
        if page.running:
            return f"The match goes on, with the last order of {names}. Press Pause to wait."
        if not self.has_started:
            return f"It begins when {names} {'is' if len(self.gone) == 1 else 'are'} back and ready."
        if page.view.rated and page.pauses and page.pauses.ends_in is not None:
            return f"When the pause is over, you can go on without {names}."
        if page.view.rated:
            return f"Press Resume: a day later the match goes on without {names}."
        return (
            f"The match waits for {names}. It is not rated: if nobody comes back, you lose nothing by leaving it, too."
        )

    @property
    def commands(self) -> list[str]:
        """The words of what the reader may ask for now in place of a turn, and `turn` where it is theirs to play."""
        page, offer = self.page, self.page.match.offer
        going_on = self.seat is not None and page.at is None
        may = {
            "turn": page.draft is not None, "hint": self.may_ask_hint, "resign": going_on,
            "takeback": going_on and not offer and self.may_take_back,
            "draw": going_on and not offer and self.knows_draws,
            "accept": going_on and self.may_answer, "decline": going_on and offer is not None,
            "claim": going_on and not self.claim_refusal,
            "claim-draw": going_on and not self.claim_refusal and len(page.view.seats) == 2,
            "review": page.match.over and self.may_review, "rematch": self.may_rematch,
        }  # fmt: skip
        return [word for word, allowed in may.items() if allowed]

    @property
    def may_plan(self) -> bool:
        """Whether the seat waits for a turn of another, so that an answer to it can be planned."""
        match = self.page.match
        waits = self.seat is not None and self.seat not in match.to_act and bool(match.to_act)
        return waits and not self.page.view.live and not is_simultaneous(match.game)

    @property
    def vacant(self) -> tuple[int, ...]:
        """The seats that nobody plays, while the match goes on."""
        return () if self.page.match.over else vacant_seats(self.page.match)

    @property
    def invited(self) -> tuple[int, ...]:
        """The open seats that are reserved for named people."""
        view = self.page.view
        return tuple(seat for seat in view.open_seats if not view.seats[seat].name.startswith(OPEN_NAME))

    @property
    def open_to_reader(self) -> tuple[OpenSeat, ...]:
        """The open seats of a match in progress, for a reader who has no part in it."""
        page = self.page
        if page.access.seats or page.access.host or page.match.over:
            return ()
        return tuple(self._open(seat) for seat in page.view.open_seats)

    def _open(self, seat: int) -> OpenSeat:
        view = self.page.view
        invitation, name = view.seats[seat].invitation, self.page.match.game.setup.seat_names[seat]
        waiting = [each.name for each in view.seats if each.person]
        is_free = invitation is not None and invitation.for_anybody
        address = invitation_address(view.id, invitation.token) if invitation and is_free else ""
        return OpenSeat(name, " and ".join(waiting), address, "" if seat not in self.invited else view.seats[seat].name)

    @property
    def bots(self) -> Mapping[str, Persona]:
        """The bots that may be proposed for a vacant seat, by their levels."""
        return offered_bots(self.page.match.game)

    @property
    def giver(self) -> int | None:
        """The seat that may give its opponent 24 hours; None if this browser has none, or has both."""
        own = self.page.access.seats
        return next((seat for seat in own if 1 - seat not in own and may_give(self.page.view, seat)), None)

    @property
    def has_started(self) -> bool:
        """Whether any seat has played a turn; dice do not count."""
        return any(state.actors != (CHANCE,) for state in self.page.played.states[:-1])

    @property
    def may_ask_hint(self) -> bool:
        """Whether the reader, who alone plays against bots, may ask for a hint for the turn that begins."""
        page = self.page
        person = next((page.view.seats[seat].person for seat in page.access.seats), None)
        return page.draft is not None and may_hint(page.view, person)

    @property
    def may_review(self) -> bool:
        """Whether this browser may ask for the review of the match."""
        return may_review(self.page.view, self.page.access)

    @property
    def may_rematch(self) -> bool:
        """Whether this browser may ask for a rematch, or join it."""
        view, access = self.page.view, self.page.access
        is_over = view.match.over and view.match.ending != CALLED_OFF and not self.page.no_rematch
        return is_over and (bool(access.seats) or (access.host and not view.people))

    @property
    def rematch_begins(self) -> str:
        """Who begins a rematch, and why, in a sentence; empty where all seats begin at once, or one plays alone."""
        match, own = self.page.match, self.page.access.seats
        first, seats = starts(match.start), match.game.seats
        if seats < 2 or len(match.start.actors) > 1:
            return ""
        if first == CHANCE:
            return "In a rematch it is drawn by lot again who begins."
        names = [short_name(match, seat) if len(own) != 1 or seat not in own else "you" for seat in range(seats)]
        who, last = names[first - 1], names[first]
        why = f"since {last} began this one" if seats == 2 else "since everybody moves on by a seat"
        return f"In a rematch {who} {'begin' if who == 'you' else 'begins'}, {why}."

    @property
    def next_bot(self) -> NextBot | None:
        """The next stronger bot, for a reader who has beaten a bot alone; None in other matches."""
        match, view, seats = self.page.match, self.page.view, self.page.access.seats
        bots = [seat.name for seat in view.seats if seat.is_bot]
        levels, payoffs = [*self.bots], match.payoffs
        if payoffs is None or not bots or len(bots) != len(view.seats) - 1 or seats != {*view.people}:
            return None
        (mine,) = seats
        if payoffs[mine] <= max(pay for seat, pay in enumerate(payoffs) if seat != mine):
            return None
        if match.ending.partition(":")[0] in (TIME, FORFEIT) or not {*bots} <= {*levels}:
            return None
        strongest = max(map(levels.index, bots))
        beaten = self.bots[levels[strongest]].name
        if strongest + 1 == len(levels):
            return NextBot(beaten, "", "", {})
        level = levels[strongest + 1]
        fields = {f"seat-{seat}": "here" if seat in seats else level for seat in range(len(view.seats))}
        fields |= {f"option-{name}": value for name, value in parse_game_spec(match.game.spec).options.items()}
        return NextBot(beaten, level, self.bots[level].name, fields)

    def _has_played(self, seat: int | None) -> bool:
        return any(seat in state.actors for state in self.page.played.states[:-1])
