"""Knock-out systems: a player is out after losing one encounter, or two with double elimination.

After a tied encounter the two players meet again, one game from each seat, up to `REPLAYS` times, or as often as is
asked; if it is still tied, the better seed goes on.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ludarium.tournament.first_seats import FirstSeats
from ludarium.tournament.pairing import Pairing, PairingSystem, RoundPayoffs, encounters, leads

REPLAYS = 3
WINNERS, LOSERS, FINAL = "winners", "losers", "final"

_Place = int | None
"""A place in a bracket: a player, or None."""


def single_elimination(
    players: int, seats: int, games: int, rounds: int | None = None, *, replays: int = REPLAYS, even: bool = True
) -> PairingSystem:
    """Pair a single-elimination bracket: a player who loses an encounter is out."""
    standing, out = _slots(players), list[int]()
    number, firsts = 0, FirstSeats(games if even else 2)
    while len(standing) > 1:
        standing, losers = yield from _meet(number, standing, games, firsts, replays=replays)
        out += _worst_first(losers)
        number += 1
    return [*_present(standing), *reversed(out)]


def double_elimination(
    players: int, seats: int, games: int, rounds: int | None = None, *, replays: int = REPLAYS, even: bool = True
) -> PairingSystem:
    """Pair a double-elimination bracket: a player who loses two encounters is out.

    The winners of both brackets meet in a final; if the undefeated player loses it, they meet in a second one.
    """
    standing, below, out = _slots(players), list[_Place](), list[int]()
    upper, lower, firsts = 0, 0, FirstSeats(games if even else 2)
    while len(standing) > 1:
        standing, fallen = yield from _meet(upper, standing, games, firsts, WINNERS, replays=replays)
        upper += 1
        if below:  # crossed, so that players do not meet again early
            mixed = [place for pair in zip(below, reversed(fallen), strict=True) for place in pair]
            below, losers = yield from _meet(lower, mixed, games, firsts, LOSERS, replays=replays)
            out += _worst_first(losers)
            lower += 1
        else:
            below = fallen
        if len(below) > 1:
            below, losers = yield from _meet(lower, below, games, firsts, LOSERS, replays=replays)
            out += _worst_first(losers)
            lower += 1
    undefeated = standing[0]
    for number in range(2):
        first, second = yield from _meet(number, [*standing, *below], games, firsts, FINAL, replays=replays)
        if first == [undefeated]:
            break
        standing, below = first, second
    return [*_present(first), *_present(second), *reversed(out)]


def _meet(
    number: int, places: Sequence[_Place], games: int, firsts: FirstSeats, section: str = "", *, replays: int = REPLAYS
) -> Generator[list[Pairing], RoundPayoffs, tuple[list[_Place], list[_Place]]]:
    """Pair neighbours and return the winners and the losers, pair by pair."""
    tables = {at // 2: sorted(_present(places[at : at + 2])) for at in range(0, len(places), 2)}
    seated = firsts.seat({place: table for place, table in tables.items() if table})
    pairings = encounters(number, seated, games, section)
    lead = leads(pairings, (yield pairings))
    for _ in range(replays):
        tied = {place: table for place, table in tables.items() if len(table) == 2 and not lead[place, table[0]]}
        if not tied:
            break
        again = encounters(number, tied, 2, section)
        lead.update(leads(again, (yield again)))
    won, lost = list[_Place](), list[_Place]()
    for place, table in tables.items():
        ranked = sorted(table, key=lambda player: -lead[place, player])
        won.append(ranked[0] if ranked else None)
        lost.append(ranked[1] if len(ranked) == 2 else None)
    return won, lost


def _slots(players: int) -> list[_Place]:
    """Return the first round's places: the two best seeds can meet only in the final, the best four in the semi-finals.

    >>> _slots(5)
    [0, None, 3, 4, 1, None, 2, None]
    """
    order = [0]
    while len(order) < players:
        order = [place for seed in order for place in (seed, 2 * len(order) - 1 - seed)]
    return [seed if seed < players else None for seed in order]


def _present(places: Sequence[_Place]) -> list[int]:
    return [player for player in places if player is not None]


def _worst_first(losers: Sequence[_Place]) -> list[int]:
    return sorted(_present(losers), reverse=True)
