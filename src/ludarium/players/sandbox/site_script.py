"""A script that plays a match of a site, which may last for weeks and several servers."""

from __future__ import annotations

from ludarium.core.game import Game, State
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import Limit, PlayResult
from ludarium.players.sandbox.script import COUNTED, ScriptFailed, ScriptPlayer
from ludarium.search.bot import Bot

_PATIENCE = 30.0
"""Seconds of real time for a turn: a guard, since the budget is counted."""
_SIZE = 16_000_000
"""Bytes of the process of a script that waits for its next turn."""


class _Waiting(Bot):
    """The bot of a script for the search queue; the script runs in a process of its own."""

    def choose(self, state: State, seat: int) -> int:
        """Raise `ScriptFailed`: the player chooses whole turns."""
        raise ScriptFailed("chooses whole turns")

    def trim(self) -> int:
        """Return the bytes of the process."""
        return _SIZE


class SiteScript(BotPlayer):
    """The player of a script for one seat of a match, closed when the match is over or another needs the memory.

    A new one runs the turns of its seat again first, without playing them, so that the script has its own data again.
    """

    def __init__(self, text: str, game: Game, seed: int) -> None:
        super().__init__(_Waiting())
        self._script = ScriptPlayer(text, game, seed, COUNTED._replace(patience=_PATIENCE))
        self._begun = False

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the script's turn.

        Raises `ScriptFailed`.
        """
        self._script.prepare(match, seat)
        if not self._begun:
            turns = [entry.text for entry in match.turns]
            for played, state in enumerate(all_states(match)[:-1]):
                if seat in state.actors:
                    self._script.choose_in(state, seat, turns[:played])
            self._begun = True
        return self._script.play(match, seat, limit)

    def close(self) -> None:
        """End the process."""
        self._script.close()
