"""The seats that a bot plays on a site: each has a player of its own, which is asked for one turn at a time."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import Any

from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.players.external.specs import make_player
from ludarium.players.player import Limit, Player, prepare_player
from ludarium.players.turn import describe_invalid_turn, request_turn

TRIES = 3
"""Failures of a player in one turn, after which it is given up."""
_ON_ITS_WAY = 0.5
"""Seconds of a clock that a turn on its way to the site may take."""


class GivenUp(LudariumError):
    """The player has failed so often in a turn that it is not asked again."""


class BotSeat:
    """One seat in one match, with the player of a spec."""

    def __init__(self, spec: str, match_id: str, seat: int) -> None:
        self._spec, self._match_id, self._seat = spec, match_id, seat
        self._player: Player | None = None

    def choose(self, turn: Mapping[str, Any]) -> str:
        """Return the turn that the player chooses, which the rules allow; a player that fails is started again.

        Raises `GivenUp` after the third failure, and what is wrong with the match.
        """
        match = Match.from_record(Record.parse(turn["record"]))
        failure = ""
        for _ in range(TRIES):
            try:
                return self._ask(match, turn)
            except LudariumError as error:
                failure = str(error)
                self.close()
        raise GivenUp(f"{failure} (tried {TRIES} times)")

    def _ask(self, match: Match, turn: Mapping[str, Any]) -> str:
        if self._player is None:
            self._player = make_player(self._spec, match.game, seed_of(self._match_id, self._seat))
        prepare_player(self._player, match, self._seat)
        chosen = request_turn(self._player, match, self._seat, limit_of(match, turn.get("left"))).turn
        try:
            match.submit(self._seat, chosen)
        except LudariumError as error:
            raise type(error)(f"{self._spec} {describe_invalid_turn(chosen, error)}") from error
        return chosen

    def close(self) -> None:
        """End the player."""
        if self._player:
            with suppress(OSError):
                self._player.close()
        self._player = None


def seed_of(match_id: str, seat: int) -> int:
    """Return the seed of a player, which is the same after a restart."""
    return int.from_bytes(sha256(f"{match_id} {seat}".encode()).digest()[:6], "big")


def limit_of(match: Match, left: float | None) -> Limit:
    """Return the limit of a turn for which a clock of the site has so many seconds left."""
    if left is None or match.clock is None or match.clock.is_correspondence:
        return Limit()
    seconds = max(0.1, left - _ON_ITS_WAY)
    return Limit(seconds, match.clock.increment, match.left)
