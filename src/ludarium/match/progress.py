"""How a match moves on: turns, sealed orders, endings and rewinding; the steps that `Match`, offers and ticks share.

Every function returns the match afterwards; the match given stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ludarium.core.errors import GameOver, IllegalMove, NotYourTurn
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Entry
from ludarium.match.clock import round_duration
from ludarium.match.orders import next_action

if TYPE_CHECKING:
    from ludarium.match.match import Match


class Termination(NamedTuple):
    """An end outside the rules: how the match ended, and each seat's payoff."""

    ending: str
    payoffs: tuple[float, ...]


def check_in_progress(match: Match, seat: int) -> None:
    """Raise `NotYourTurn` if there is no such seat, `GameOver` if the match is over."""
    if not 0 <= seat < match.game.seats:
        raise NotYourTurn(f"{match.game.name} has no seat {seat}: expected 0 to {match.game.seats - 1}")
    if match.over:
        raise GameOver(f"the match is over: {match.ending}")


def seat_name(match: Match, seat: int) -> str:
    """Return the name of a seat, as in `X`."""
    return match.game.setup.seat_names[seat]


def apply_turn(match: Match, actions: Sequence[int], took: float | None = None) -> Match:
    """Play a turn given as actions; `took` is its duration in seconds.

    The clock runs if one seat decides alone and the duration is known. Raises `IllegalMove`.
    """
    actors, after = match.state.actors, match.state.play_actions(actions)
    text = match.state.format_turn(actions)
    if after.in_turn and after.actors:
        raise IllegalMove(f"{text} is only the beginning of a turn")
    entry, left = Entry(text, None if took is None else round_duration(took)), match.left
    if match.clock and entry.took is not None and len(actors) == 1 and actors != (CHANCE,):
        seat = actors[0]
        now = match.clock.after(left[seat], entry.took)
        entry, left = entry._replace(left=now), (*left[:seat], now, *left[seat + 1 :])
    return replace(match, state=after, turns=(*match.turns, entry), left=left, sealed={}, offer=None)


def play_sealed(match: Match) -> Match:
    """Play the simultaneous turns for which all orders are in; orders for later turns stay sealed."""
    while len(match.state.actors) > 1:
        state, sealed = match.state, match.sealed
        orders = {seat: next_action(state, seat, sealed[seat]) for seat in state.actors if seat in sealed}
        actions = [action for action, _ in orders.values() if action is not None]
        if len(actions) < len(state.actors):
            kept = {seat: sealed[seat] for seat, (action, _) in orders.items() if action is not None}
            return replace(match, sealed=kept)
        match = replace(apply_turn(match, actions), sealed={seat: rest for seat, (_, rest) in orders.items() if rest})
    return match if match.state.actors == (CHANCE,) else replace(match, sealed={})


def terminate(match: Match, ending: str, payoffs: tuple[float, ...]) -> Match:
    """End the match outside the rules."""
    return replace(match, termination=Termination(ending, payoffs), sealed={}, offer=None)


def lose(match: Match, seat: int, ending: str) -> Match:
    """End the match as lost by a seat and its team; the other seats win."""
    check_in_progress(match, seat)
    return terminate(match, ending, payoffs_after_loss(match.game, seat))


def payoffs_after_loss(game: Game, seat: int) -> tuple[float, ...]:
    """Return the payoffs of a match that a seat has lost outside the rules, and with it its team."""
    losers = [other for other, team in enumerate(game.teams) if team == game.teams[seat]]
    return game.payoff_range.after_loss(losers, game.seats)


def all_states(match: Match) -> tuple[State, ...]:
    """Return the states between the turns, from the start to the current state."""
    found = [match.start]
    for entry in match.turns:
        found.append(found[-1].move(entry.text))
    return tuple(found)


def rewind(match: Match, turns: int) -> Match:
    """Return the match as it was after this number of turns, clocks included."""
    left = (match.clock.main,) * match.game.seats if match.clock else ()
    past = replace(match, state=match.start, turns=(), left=left, sealed={}, offer=None)
    for entry in match.turns[:turns]:
        past = apply_turn(past, past.state.parse_turn(entry.text), entry.took)
    return past
