"""The controls of a live match on its page, and the pictures of its ticks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludarium.club.match.pauses import ALL_PAUSES, LONGEST_PAUSE, Pauses
from ludarium.club.match.seating import SeatAccess
from ludarium.club.match.views import Live, MatchView
from ludarium.core.cached import cached_property
from ludarium.match.clock import format_clock
from ludarium.match.numbers import number_caption
from ludarium.scenes import svg
from ludarium.scenes.picture import draw, seen_by
from ludarium.server.played import play_out
from ludarium.server.web.board.board_view import choices
from ludarium.server.words import PACES, describe_tick


@dataclass(frozen=True)
class LivePanel:
    """The controls of one browser for a live match.

    `running` is whether the match is running now, and `pauses` are those of a rated match.
    """

    view: MatchView
    live: Live
    access: SeatAccess
    running: bool
    pauses: Pauses | None = None

    @cached_property
    def orders(self) -> Mapping[int, tuple[int, ...]]:
        """The actions that this browser may order, by seat."""
        state = self.view.match.state
        return {seat: state.legal(seat) for seat in state.actors if seat in self.access.seats}

    @property
    def key_sets(self) -> Mapping[int, tuple[tuple[str, ...], ...]]:
        """The sets of keys that control this browser's seats: all sets for a single seat, else one for each seat."""
        sets, seats = self.view.match.game.definition.keys, list(self.orders)
        if len(seats) == 1:
            return {seats[0]: sets}
        return {seat: (keys,) for seat, keys in zip(seats, sets, strict=False)}

    @property
    def keys(self) -> str:
        """The seat and action of every key, as JSON for the page's script."""
        pairs = ((seat, keys) for seat, sets in self.key_sets.items() for keys in sets)
        return json.dumps({key: [seat, action] for seat, keys in pairs for action, key in enumerate(keys)})

    @property
    def paces(self) -> Mapping[str, str]:
        """The labels of the paces to choose from, including the current one, by the seconds of a tick."""
        return {f"{self.live.tick:g}": describe_tick(self.live.tick)} | PACES

    @property
    def may_control(self) -> bool:
        """Whether this browser may start and pause the match."""
        return self.access.may_control(self.view.people)

    @property
    def may_step(self) -> bool:
        """Whether this browser may play single turns."""
        return self.access.may_step(self.view.people)

    @property
    def unready(self) -> tuple[int, ...]:
        """The seats of the people who are not ready."""
        ready = () if self.live.expires_at else self.live.ready
        return tuple(seat for seat in self.view.people if seat not in ready)

    @property
    def is_awaited(self) -> bool:
        """Whether the match waits until this browser is ready."""
        if self.running or not self.may_control:
            return False
        if self.pauses and self.pauses.have_ended:
            return True
        return not self.view.people or bool(self.access.seats & {*self.unready})

    @property
    def pause_rule(self) -> str:
        """The allowed pauses of a rated match, and the time left for them, in sentences; empty in another match."""
        if self.pauses is None:
            return ""
        match, left = self.view.displayed, self.pauses.left
        each = ", ".join(f"{match.display_name(seat)} {format_clock(left[seat])}" for seat in self.view.people)
        longest, whole = f"{LONGEST_PAUSE:.0f} seconds", f"{ALL_PAUSES / 60:.0f} minutes"
        rule = f"A player may pause for {longest} at a time and {whole} in all, and then the others may go on."
        return f"This match is rated. {rule} Pauses left: {each}."


def tick_data(view: MatchView, seats: Iterable[int] = ()) -> str:
    """Return the picture of a live match as JSON, for the open pages of the person with these seats."""
    match = view.match
    played = play_out(match.start, tuple(entry.text for entry in match.turns))
    scene = draw(seen_by(played.picture(len(match.turns)), seats))
    caption = number_caption(view.match, scene.caption)  # as the page has it
    return json.dumps(
        {"match": view.id, "choices": choices(scene), **svg.frame(scene), "caption": caption}, separators=(",", ":")
    )
