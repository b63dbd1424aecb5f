"""Seats whose players have left in a match of three or more: the match goes on, and others may take the seats over.

Until somebody does, the seat plays its default actions. The record names who left and who stood in; only the one who
left is charged with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.text import shorten
from ludarium.match.data import Leaver, MatchFields, MatchT

LEAST_SEATS = 3
"""With fewer seats a match ends when a player leaves."""
_LEFT, _STOOD_IN = re.compile(r"(\S+) ([0-9]{1,7}) ([a-z]+) (.*)"), re.compile(r"([0-9]{1,7}) (.*)")


def vacant_seats(match: MatchFields) -> tuple[int, ...]:
    """Return the seats that nobody plays."""
    return tuple(sorted(leaver.seat for leaver in match.leavers if not leaver.replaced_by))


def goes_on_without(match: MatchFields, seat: int) -> bool:
    """Return whether a match goes on when the player of a seat leaves: two others must still play."""
    playing = set(range(match.game.seats)) - {seat, *vacant_seats(match)}
    return match.game.seats >= LEAST_SEATS and len({match.game.teams[other] for other in playing}) > 1


def leave(match: MatchT, seat: int, reason: str) -> MatchT:
    """Return the match after the player of a seat has left it; an open offer lapses.

    Raises `IllegalMove` if nobody plays the seat.
    """
    if seat in vacant_seats(match):
        raise IllegalMove("nobody plays this seat, so nobody can leave it")
    leaver = Leaver(seat, len(match.turns), reason, match.players[seat])
    return replace(match, leavers=(*match.leavers, leaver), offer=None)


def take_over(match: MatchT, seat: int, name: str) -> MatchT:
    """Return the match after somebody has taken over a seat; the clock of the seat is as at the beginning.

    Raises `IllegalMove` if the seat is not vacant.
    """
    if seat not in vacant_seats(match):
        raise IllegalMove("this seat is not vacant: expected one whose player has left")
    at = len(match.turns)
    leavers = tuple(
        leaver._replace(replaced_by=name, replaced_at=at) if leaver.seat == seat and not leaver.replaced_by else leaver
        for leaver in match.leavers
    )
    players = (*match.players[:seat], name, *match.players[seat + 1 :])
    return with_fresh_clocks(replace(match, leavers=leavers, players=players), [seat])


def with_fresh_clocks(match: MatchT, seats: Sequence[int]) -> MatchT:
    """Return the match with the clocks of these seats as at the beginning."""
    if not match.clock or not seats:
        return match
    left = tuple(match.clock.main if seat in seats else own for seat, own in enumerate(match.left))
    return replace(match, left=left)


def stand_ins_after(leavers: Sequence[Leaver], turns: int) -> list[int]:
    """Return the seats that were taken over after a number of turns."""
    return [leaver.seat for leaver in leavers if leaver.replaced_by and leaver.replaced_at == turns]


def default_turn(state: State, seat: int) -> list[int]:
    """Return the default actions of a whole turn of a seat that acts alone."""
    actions: list[int] = []
    while state.actors == (seat,) and (state.in_turn or not actions):
        actions.append(state.default_action(seat))
        state = state.play(actions[-1])
    return actions


def rewound(leavers: Sequence[Leaver], turns: int) -> tuple[Leaver, ...]:
    """Return who has left, after a takeback to a number of turns: nobody comes back by it."""
    return tuple(
        leaver._replace(turns=min(leaver.turns, turns), replaced_at=min(leaver.replaced_at, turns))
        for leaver in leavers
    )


def leaver_tags(leavers: Sequence[Leaver], seat_names: Sequence[str]) -> dict[str, str]:
    """Return the tags of a record that name the leavers and their stand-ins."""
    tags = {}
    for number, leaver in enumerate(leavers, 1):
        tags[f"Left{number}"] = f"{seat_names[leaver.seat]} {leaver.turns} {leaver.reason} {leaver.name}"
        if leaver.replaced_by:
            tags[f"StandIn{number}"] = f"{leaver.replaced_at} {leaver.replaced_by}"
    return tags


def take_leavers(tags: dict[str, str], game: Game) -> tuple[Leaver, ...]:
    """Remove the tags of leavers from those of a record, and return them.

    Raises `ParseError`.
    """
    return tuple(_take_leavers(tags, list(game.setup.seat_names)))


def _take_leavers(tags: dict[str, str], seat_names: list[str]) -> Iterator[Leaver]:
    number = 1
    while (text := tags.pop(f"Left{number}", None)) is not None:
        found = _LEFT.fullmatch(text)
        if not found or found[1] not in seat_names:
            example = f"{seat_names[0]} 12 resignation Ann"
            raise ParseError(
                f"{shorten(text)} does not tell who left: expected seat, turns, reason and name: {example}"
            )
        leaver = Leaver(seat_names.index(found[1]), int(found[2]), found[3], found[4])
        stood_in = tags.pop(f"StandIn{number}", None)
        if stood_in is not None:
            came = _STOOD_IN.fullmatch(stood_in)
            if not came or int(came[1]) < leaver.turns:
                raise ParseError(f"{shorten(stood_in)} is not a stand-in: expected turns and name, as in 14 Cid")
            leaver = leaver._replace(replaced_by=came[2], replaced_at=int(came[1]))
        yield leaver
        number += 1
