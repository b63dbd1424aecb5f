"""Live play of simultaneous games: seats set orders at any time, and every tick plays a turn by them."""

from __future__ import annotations

from dataclasses import replace

from ludarium.core.errors import NotYourTurn
from ludarium.core.game import State
from ludarium.match.data import seat_name
from ludarium.match.match import Match
from ludarium.match.orders import next_action, parse_order
from ludarium.match.progress import apply_turn, check_in_progress


def set_order(match: Match, seat: int, text: str) -> Match:
    """Set what a seat does at the next tick and at all later ones, until it sets another order.

    Raises `IllegalMove`, `NotYourTurn` or `GameOver`.
    """
    check_in_progress(match, seat)
    if seat not in match.state.actors:
        raise NotYourTurn(f"{seat_name(match, seat)} has nothing left to decide")
    return replace(match, sealed={**match.sealed, seat: parse_order(match.state, seat, text)})


def play_tick(match: Match) -> Match:
    """Play a turn by the orders; a seat without an order that is allowed now plays its default action.

    Raises `GameOver`.
    """
    check_in_progress(match, 0)
    state, actions = match.state, list[int]()
    while state.actors and (state.in_turn or not actions):
        step = [_ordered_action(match, state, seat) for seat in state.actors]
        actions, state = [*actions, *step], state.play(*step)
    return replace(apply_turn(match, actions), sealed=match.sealed if state.actors else {})


def _ordered_action(match: Match, state: State, seat: int) -> int:
    action, _ = next_action(state, seat, match.sealed[seat]) if seat in match.sealed else (None, "")
    return state.default_action(seat) if action is None else action
