"""Ludarium's players as a program: the engine's side of the protocol of docs/reference/protocol.md."""

from __future__ import annotations

import math
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import replace

from ludarium.core.entries import Entry
from ludarium.core.errors import LudariumError, NotYourTurn, ParseError
from ludarium.core.registry import load
from ludarium.core.text import nearest, shorten
from ludarium.match.match import Match
from ludarium.players.conversation import VERSION, format_actions, format_info
from ludarium.players.external.specs import make_player, player_name
from ludarium.players.player import Limit, Player, prepare_player
from ludarium.players.turn import request_turn

_GAME = re.compile(r"(.+?) seat ([0-9]{1,2})(?: seed ([0-9]{1,20}))?", re.ASCII)
_SECONDS = r"([0-9]{1,8}(?:\.[0-9]+)?)"
_TIMES = re.compile(rf"(?:within {_SECONDS}(?: increment {_SECONDS}(?: clocks [0-9. ]+)?)?)?", re.ASCII)
_PROMPT = 0.9
"""The fraction of a turn's time that the player may use; the rest is for transmitting the answer."""


class Engine:
    """A player that is controlled by lines of text and answers in lines; `bot` is its spec.

    >>> engine = Engine("random")
    >>> for line in ("ludarium 1", "game orion(clicks=1) seat 0 seed 7", "position", "go within 5"):
    ...     for answer in engine.answer(line):
    ...         print(answer)
    ready 1
    bestturn y-
    """

    def __init__(self, bot: str) -> None:
        self.over = False
        self._bot = bot
        self._player: Player | None = None
        self._match: Match | None = None
        self._seat = 0
        self._words: dict[str, Callable[[str], Iterator[str]]] = {
            "ludarium": self._greet,
            "game": self._game,
            "position": self._position,
            "turn": self._turn,
            "go": self._go,
            "ping": self._ping,
            "quit": self._quit,
        }

    def answer(self, line: str) -> Iterator[str]:
        """Yield the answers to a line; an error is answered with `error` and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return
        try:
            if word not in self._words:
                known = ", ".join(self._words)
                raise ParseError(
                    f"{shorten(word)} was not expected{nearest(word, self._words)} (expected one of {known})"
                )
            yield from self._words[word](rest.strip())
        except LudariumError as error:
            yield f"error {error}"

    def close(self) -> None:
        """Close the player."""
        if self._player:
            self._player.close()

    def _greet(self, version: str) -> Iterator[str]:
        if version != str(VERSION):
            raise ParseError(f"version {shorten(version)} is not supported: this is version {VERSION}")
        yield f"ready {VERSION}"

    def _game(self, rest: str) -> Iterator[str]:
        said = _GAME.fullmatch(rest)
        if said is None:
            raise ParseError(f"{shorten(rest)} is not a game and seat, as in game orion(clicks=2) seat 0")
        game, seat = load(said[1]), int(said[2])
        if seat >= game.seats:
            raise NotYourTurn(f"{game.name} has no seat {seat}: expected 0 to {game.seats - 1}")
        player = make_player(self._bot, game, int(said[3] or secrets.randbits(32)))
        self.close()
        self._match, self._player, self._seat = None, player, seat
        match = Match.begin(game, [player_name(self._bot)] * game.seats)
        prepare_player(player, match, seat)
        self._match = match
        yield from ()

    def _position(self, text: str) -> Iterator[str]:
        match = self._playing()
        self._match = Match.begin(match.game, match.players, position=text or None)
        yield from ()

    def _turn(self, text: str) -> Iterator[str]:
        match = self._playing()
        actions = match.state.parse_turn(text)
        turns = (*match.turns, Entry(match.state.format_turn(actions)))
        self._match = replace(match, state=match.state.play_actions(actions), turns=turns)
        yield from ()

    def _go(self, rest: str) -> Iterator[str]:
        match, player = self._playing(), self._player
        assert player, "a player is created with its game"
        said = _TIMES.fullmatch(rest)
        if said is None:
            raise ParseError(f"{shorten(rest)} is not a time limit: expected, for example, go within 60")
        if self._seat not in match.to_act:
            raise NotYourTurn(f"seat {self._seat} has nothing to decide here{match.ending and f': {match.ending}'}")
        within = float(said[1]) if said[1] else math.inf
        limit = Limit(_PROMPT * within)
        if said[2]:
            limit = Limit(within, float(said[2]), (within,) * match.game.seats)
        result = request_turn(player, match, self._seat, limit)
        if result.info:
            yield format_info(result.info)
            if actions := format_actions(result.info, self._seat):
                yield actions
        yield f"bestturn {result.turn}"

    def _ping(self, text: str) -> Iterator[str]:
        yield f"pong {text}".rstrip()

    def _quit(self, _: str) -> Iterator[str]:
        self.over = True
        yield from ()

    def _playing(self) -> Match:
        if self._match is None:
            raise ParseError("no game has begun: send game first, as in game orion(clicks=2) seat 0")
        return self._match
