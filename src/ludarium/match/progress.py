"""The progress of a match: turns, sealed orders, endings and rewinding; the steps that `Match`, offers and ticks share.

Every function returns the match afterwards; the match given stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from ludarium.core.entries import Entry, Timing
from ludarium.core.errors import GameOver, IllegalMove, NotYourTurn, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import name_turn_in_errors
from ludarium.core.rolls import TurnCount
from ludarium.core.text import shorten, to_text
from ludarium.match.clock import round_duration
from ludarium.match.data import ABSENCE, MatchFields, MatchT, SeatOffer, Spent, Termination, changed, seat_name
from ludarium.match.dice import throw_turn
from ludarium.match.orders import next_action
from ludarium.match.stand_ins import (
    default_turn,
    rewound,
    stand_ins_after,
    vacant_seats,
    with_fresh_clocks,
)

NOTHING: Mapping[int, Spent] = MappingProxyType({})
_AT_ONCE = Spent(0.0)


def check_seat(match: MatchFields, seat: object) -> None:
    """Raise `NotYourTurn` if there is no such seat."""
    if not isinstance(seat, int | np.integer) or not 0 <= seat < match.game.seats:
        what = shorten(seat) if isinstance(seat, str) else to_text(seat)
        raise NotYourTurn(f"{match.game.name} has no seat {what}: expected 0 to {match.game.seats - 1}")


def check_in_progress(match: MatchFields, seat: int) -> None:
    """Raise `NotYourTurn` if there is no such seat, `GameOver` if the match is over."""
    check_seat(match, seat)
    if match.over:
        raise GameOver(f"the match is over: {match.ending}")


def apply_text(match: MatchT, text: str, spent: Spent | None = None, together: Mapping[int, Spent] = NOTHING) -> MatchT:
    """Play a turn given as text, as `apply_turn` does; raises also what `State.parse_turn` does."""
    return _after(match, *match.state.follow(text), spent, together)


def apply_turn(
    match: MatchT, actions: Sequence[int], spent: Spent | None = None, together: Mapping[int, Spent] = NOTHING
) -> MatchT:
    """Play a turn given as actions; `spent` is its duration, `together` by seat that of a simultaneous turn.

    The clock runs if one seat decides alone and the duration is known, and in a correspondence match. Raises
    `IllegalMove`.
    """
    return _after(match, actions, match.state.play_actions(actions), spent, together)


def _after(
    match: MatchT, actions: Sequence[int], after: State, spent: Spent | None, together: Mapping[int, Spent]
) -> MatchT:
    """Return the match after actions that lead to a state."""
    actors, text = match.state.actors, match.state.format_turn(actions)
    if after.in_turn and after.actors:
        raise IllegalMove(f"{text} is only the beginning of a turn")
    entry, left = Entry(text), list(match.left)
    if spent:
        entry = entry._replace(took=round_duration(spent.took), credit=spent.credit)
        if match.clock and len(actors) == 1 and actors != (CHANCE,):
            left[actors[0]] = _left_after(match, actors[0], spent)
            entry = entry._replace(left=left[actors[0]])
    elif together and match.clock and match.clock.is_correspondence:
        for seat, own in together.items():
            left[seat] = _left_after(match, seat, own)
        timings = (
            (seat_name(match, seat), Timing(round_duration(own.took), left[seat], own.credit))
            for seat, own in sorted(together.items())
        )
        entry = entry._replace(timings=tuple(timings))
    made = tuple([count + (seat in actors) for seat, count in enumerate(match.made)])
    throws = match.throws + (CHANCE in actors)
    turns, count = (*match.turns, entry), match.count.after(match.state)
    return changed(
        match, state=after, turns=turns, left=tuple(left), made=made, throws=throws, count=count,
        sealed={}, spent={}, offer=_standing_offer(match, actors) if after.actors else None,
    )  # fmt: skip


def _standing_offer(match: MatchFields, actors: Sequence[int]) -> SeatOffer | None:
    """Return the offer that is open after a turn: none, if an opponent who had not accepted has decided in it."""
    offer, teams = match.offer, match.game.teams
    if offer is None or offer.kind == "takeback":
        return None
    vacant = [leaver.seat for leaver in match.leavers if not leaver.replaced_by]
    allies = [seat for seat, team in enumerate(teams) if team == teams[offer.seat]]
    leave_it = {CHANCE, offer.seat, *offer.accepted, *offer.sealed, *allies, *vacant}
    return offer._replace(sealed=()) if leave_it.issuperset(actors) else None


def play_entries(match: MatchT, entries: Sequence[Entry]) -> MatchT:
    """Play the turns of a record, with the times that are noted there; stand-ins come when they came.

    Raises the error of the first turn that cannot be played, with the number of the turn.
    """
    for number, entry in enumerate(entries):
        match = with_fresh_clocks(match, stand_ins_after(match.leavers, number))
        with name_turn_in_errors(number + 1, text=entry.text):
            match = _play_entry(match, entry)
    return with_fresh_clocks(match, stand_ins_after(match.leavers, len(entries)))


def _play_entry(match: MatchT, entry: Entry) -> MatchT:
    seats = {name: seat for seat, name in enumerate(match.game.setup.seat_names)}
    unknown = [name for name, _ in entry.timings if name not in seats]
    if unknown:
        raise ParseError(f"{shorten(unknown[0])} is not a seat: expected one of {', '.join(seats)}")
    spent = None if entry.took is None else Spent(entry.took, entry.credit)
    together = {seats[name]: Spent(timing.took, timing.credit) for name, timing in entry.timings}
    return apply_text(match, entry.text, spent, together)


def time_left(match: MatchFields, seat: int) -> float | None:
    """Return the seconds that the running turn of a seat may take; None if the seat's clock is not running."""
    if match.clock is None or match.over:
        return None
    if match.state.actors != (seat,) and not (match.clock.is_correspondence and seat in match.to_act):
        return None
    return match.clock.allowance(match.left[seat], first=not match.made[seat])


def _left_after(match: MatchFields, seat: int, spent: Spent) -> float:
    assert match.clock
    return match.clock.after(match.left[seat], spent.charged, first=not match.made[seat])


def play_sealed(match: MatchT) -> MatchT:
    """Play the simultaneous turns for which all orders are in; orders for later turns stay sealed."""
    while len(match.state.actors) > 1:
        state, sealed = match.state, match.sealed
        orders = {seat: next_action(state, seat, sealed[seat]) for seat in state.actors if seat in sealed}
        actions = [action for action, _ in orders.values() if action is not None]
        if len(actions) < len(state.actors):
            still_sealed = {seat: sealed[seat] for seat, (action, _) in orders.items() if action is not None}
            return replace(match, sealed=still_sealed)
        rests = {seat: rest for seat, (_, rest) in orders.items() if rest}
        together = {seat: match.spent.get(seat, _AT_ONCE) for seat in state.actors}
        match = replace(apply_turn(match, actions, together=together), sealed=rests)
    return match if match.state.actors == (CHANCE,) else replace(match, sealed={})


def roll(match: MatchT) -> MatchT:
    """Play chance actions until a seat must act."""
    while not match.over and match.state.actors == (CHANCE,):
        actions = throw_turn(match.dice, match.commitment, match.state, len(match.turns), match.throws)
        match = play_sealed(replace(apply_turn(match, actions), sealed=match.sealed))
    return match


def terminate(match: MatchT, ending: str, payoffs: tuple[float, ...]) -> MatchT:
    """End the match outside the rules."""
    return replace(match, termination=Termination(ending, payoffs), sealed={}, spent={}, offer=None)


def unended(match: MatchT) -> MatchT:
    """Return the match as it was before it ended outside the rules."""
    return replace(match, termination=None)


def lose(match: MatchT, seat: int, ending: str) -> MatchT:
    """End the match as lost by a seat and its team, and by those that nobody plays; the other seats win."""
    check_in_progress(match, seat)
    return terminate(match, ending, payoffs_after_loss(match.game, seat, *vacant_seats(match)))


def abandon(match: MatchT) -> MatchT:
    """End the match as a draw between those who still play it, none of whom is there."""
    check_in_progress(match, 0)
    return terminate(match, ABSENCE, payoffs_by_absence(match))


def payoffs_by_absence(match: MatchFields) -> tuple[float, ...]:
    """Return the payoffs of a match of whose players nobody is there: a draw, but who left before has lost."""
    if vacant := vacant_seats(match):
        return payoffs_after_loss(match.game, *vacant)
    return match.game.payoff_range.after_draw(match.game.seats)


def play_on(match: MatchT) -> MatchT:
    """Play chance actions, and the default actions of seats that nobody plays, until a player must decide."""
    while True:
        match = roll(match)
        vacant = [*filter(match.to_act.__contains__, vacant_seats(match))]
        if not vacant:
            return match
        if len(match.state.actors) == 1:
            match = apply_turn(match, default_turn(match.state, vacant[0]))
        else:
            orders = {seat: match.state.action_name(match.state.default_action(seat), seat) for seat in vacant}
            match = play_sealed(replace(match, sealed={**match.sealed, **orders}))


def payoffs_after_loss(game: Game, *seats: int) -> tuple[float, ...]:
    """Return the payoffs of a match that these seats have lost outside the rules, and with them their teams."""
    teams = {game.teams[seat] for seat in seats}
    losers = [other for other, team in enumerate(game.teams) if team in teams]
    return game.payoff_range.after_loss(losers, game.seats)


def all_states(match: MatchFields) -> tuple[State, ...]:
    """Return the states between the turns, from the start to the current state."""
    found = [match.start]
    for entry in match.turns:
        found.append(found[-1].move(entry.text))
    return tuple(found)


def rewind(match: MatchT, turns: int) -> MatchT:
    """Return the match as it was after this number of turns, clocks included."""
    left = (match.clock.main,) * match.game.seats if match.clock else ()
    made, leavers = (0,) * match.game.seats, rewound(match.leavers, turns)
    past = replace(
        match, state=match.start, turns=(), left=left, made=made, throws=0, count=TurnCount(), leavers=leavers
    )
    return play_entries(replace(past, sealed={}, spent={}, offer=None), match.turns[:turns])
