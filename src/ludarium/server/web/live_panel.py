"""A match that is played live, as one browser watches and steers it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ludarium.club.service import Live, MatchView
from ludarium.scenes import svg
from ludarium.scenes.scene import draw
from ludarium.server.web.access import SeatAccess
from ludarium.server.web.board_view import choices
from ludarium.server.web.played import play_out

TEMPOS = {
    "2": "a turn every 2 seconds",
    "1": "a turn every second",
    "0.5": "2 turns a second",
    "0.2": "5 turns a second",
    "0.1": "10 turns a second",
}
"""The paces that are offered, by the seconds of a tick."""


def tempo(seconds: float) -> str:
    """The pace of ticks so many seconds apart, in words.

    >>> tempo(0.5), tempo(0.7)
    ('2 turns a second', 'a turn every 0.7 seconds')
    """
    return TEMPOS.get(f"{seconds:g}", f"a turn every {seconds:g} seconds")


@dataclass(frozen=True)
class Panel:
    """What a browser may do in a live match; `running` is whether that runs now."""

    view: MatchView
    live: Live
    held: SeatAccess
    running: bool

    @cached_property
    def orders(self) -> Mapping[int, tuple[int, ...]]:
        """What this browser may order, by seat."""
        state = self.view.match.state
        return {seat: state.legal(seat) for seat in state.actors if seat in self.held.seats}

    @property
    def hands(self) -> Mapping[int, tuple[tuple[str, ...], ...]]:
        """The sets of keys by which this browser's seats are steered: all for one seat, or one for each."""
        sets, seats = self.view.match.game.definition.keys, list(self.orders)
        if len(seats) == 1:
            return {seats[0]: sets}
        return {seat: (keys,) for seat, keys in zip(seats, sets, strict=False)}

    @property
    def keys(self) -> str:
        """What each key orders, for the page's script: a seat and an action."""
        pairs = ((seat, keys) for seat, sets in self.hands.items() for keys in sets)
        return json.dumps({key: [seat, action] for seat, keys in pairs for action, key in enumerate(keys)})

    @property
    def tempos(self) -> Mapping[str, str]:
        """The paces at which the match may go on, the present one among them."""
        return {f"{self.live.tick:g}": tempo(self.live.tick)} | TEMPOS

    @property
    def may_run(self) -> bool:
        """Whether this browser may let the match run, and halt it."""
        return self.held.steers(self.view.people)

    @property
    def unready(self) -> tuple[int, ...]:
        """The people for whom the match waits."""
        ready = () if self.live.expires_at else self.live.ready
        return tuple(seat for seat in self.view.people if seat not in ready)

    @property
    def alone(self) -> bool:
        """Whether this browser may take single turns."""
        return self.held.alone(self.view.people)

    @property
    def asked(self) -> bool:
        """Whether the match waits for this browser."""
        return not self.running and self.may_run and (not self.view.people or bool(self.held.seats & {*self.unready}))


def tick(view: MatchView) -> str:
    """A live match as it stands, for a page that shows how it stood a little while before."""
    match = view.match
    played = play_out(match.start, tuple(entry.text for entry in match.turns))
    scene = draw(match.state, match.start, [action for turn in played.walks for action in turn])
    return json.dumps({"choices": choices(scene), **svg.frame(scene)}, separators=(",", ":"))
