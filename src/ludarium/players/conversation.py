"""The conversation with a program that plays: Ludarium's side of the protocol of docs/reference/protocol.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.text import shorten
from ludarium.match.orders import actions_by_name
from ludarium.players.player import BotFailed, PlayResult
from ludarium.search.bot import ActionInfo, SearchInfo

VERSION = 1
_INFO = re.compile(r"value ([01](?:\.[0-9]+)?)(?: (?:visits|playouts) ([0-9]{1,15}))?(?: (?:pv|line) (.+))?", re.ASCII)
"""`playouts` and `line` are older words for `visits` and `pv`."""
_ACTION = re.compile(r"(.+) ([0-9]{1,15}) (-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?:e-[0-9]{1,3})?)", re.ASCII)
_ACTIONS = "actions "


class Lines(Protocol):
    """What reads and writes the lines of a program; `until` is a time of `time.monotonic`."""

    def send(self, text: str, until: float) -> None:
        """Write one or more lines."""

    def receive(self, until: float) -> str:
        """Return the next line."""


class Conversation:
    """The conversation with one program for one seat of a match."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._asks_for_legal = False
        self._sent_turns: list[str] | None = None
        self._info: SearchInfo | None = None
        self._actions = ""

    def greet(self, game: Game, seat: int, seed: int, until: float) -> None:
        """Wait until the program is ready for a game.

        Raises `BotFailed` and what `lines` raises.
        """
        self._lines.send(f"ludarium {VERSION}", until)
        version, *wanted = self._receive_answer("ready", until).split() or [""]
        if version != str(VERSION):
            raise BotFailed(f"speaks version {shorten(version)} of the protocol, and {VERSION} was expected")
        self._asks_for_legal = "legal" in wanted
        self._lines.send(f"game {game.spec} seat {seat} seed {seed}\nping game", until)
        if (said := self._receive_answer("pong", until)) != "game":
            raise BotFailed(f"said pong {shorten(said)} to ping game")

    def choose(self, state: State, seat: int, start: State, turns: Sequence[str], go: str, until: float) -> PlayResult:
        """Return the turn that the program plays in a state, which may choose it action by action, and its last report.

        `turns` are those since the `start`, and `go` is the line that asks. Raises `BotFailed` and what `lines` raises.
        """
        self._actions = ""
        turn = self._choose(state, seat, [*self._news(start, turns)], go, until)
        return PlayResult(turn, self._with_actions(state, seat, turn))

    def _choose(self, state: State, seat: int, news: Sequence[str], go: str, until: float) -> str:
        self._lines.send("\n".join(news), until)
        actions: list[int] = []
        now = state
        while True:
            names = actions_by_name(now, seat)
            asked = [f"state {now}", *(f"legal {name}" for name in names)] if self._asks_for_legal else []
            self._lines.send("\n".join([*asked, go]), until)
            word, said = self._receive(until)
            if word == "bestturn" and not actions:
                return said
            if word != "action":
                wanted = "action" if actions else "bestturn or action"
                raise BotFailed(f"said {shorten(f'{word} {said}'.strip())} where {wanted} was expected")
            if len(now.actors) > 1:
                return said
            if said not in names:
                some = ", ".join([*names][:8])
                raise BotFailed(f"chose {shorten(said)}, which is not an action here (expected one of {some})")
            actions.append(names[said])
            now = now.play(actions[-1])
            if now.actors != (seat,) or not now.in_turn:
                return state.format_turn(actions)

    def _with_actions(self, state: State, seat: int, turn: str) -> SearchInfo | None:
        """Return the last report, with that about the actions if they fit a state of the turn."""
        if self._info is None or not self._actions:
            return self._info
        states = [state]
        with suppress(LudariumError):  # the caller says what is wrong with a turn
            for action in () if len(state.actors) > 1 else state.parse_turn(turn)[:-1]:
                states.append(states[-1].play(action))
        for one in reversed(states):
            if actions := parse_actions(self._actions, one, seat):
                return replace(self._info, actions=actions, state=one)
        return self._info

    def _news(self, start: State, turns: Sequence[str]) -> Iterator[str]:
        """Yield the lines that bring the program up to date: new turns, or the position and all turns."""
        turns = list(turns)
        known = self._sent_turns
        if known is None or turns[: len(known)] != known:
            known = []
            yield "position" if start == start.game.initial() else f"position {start}"
        yield from (f"turn {text}" for text in turns[len(known) :])
        self._sent_turns = turns

    def _receive_answer(self, expected: str, until: float) -> str:
        """Return what follows the expected word in the program's next line."""
        word, said = self._receive(until)
        if word != expected:
            raise BotFailed(f"said {shorten(f'{word} {said}'.strip())} where {expected} was expected")
        return said

    def _receive(self, until: float) -> tuple[str, str]:
        """Return the first word and the rest of the next line that is not `info`; keep `info` about the search."""
        while True:
            word, _, said = self._lines.receive(until).partition(" ")
            if word == "error":
                raise BotFailed(f"reported an error: {shorten(said)}")
            if word == "info" and said.startswith(_ACTIONS):
                self._actions = said.removeprefix(_ACTIONS)
            elif word == "info":
                self._info = parse_info(said) or self._info
            elif word:
                return word, said.strip()


def parse_info(text: str) -> SearchInfo | None:
    """Parse the text after `info`; return None if it is not about the search.

    >>> parse_info("value 0.5 visits 300 pv u+ | a--") == parse_info("value 0.5 playouts 300 line u+ | a--")
    True
    """
    found = _INFO.fullmatch(text)
    if not found or float(found[1]) > 1:
        return None
    return SearchInfo(float(found[1]), int(found[2] or 0), tuple(found[3].split(" | ")) if found[3] else ())


def parse_actions(text: str, state: State, seat: int) -> tuple[ActionInfo, ...]:
    """Parse the text after `info actions`; return nothing unless it is about actions of the seat in this state.

    >>> import ludarium
    >>> parse_actions("u+ 30 0.5 | t- 12 0.25", ludarium.load("orion").initial(), 0)
    (ActionInfo(action=40, visits=30, value=0.5), ActionInfo(action=39, visits=12, value=0.25))
    """
    names, found = actions_by_name(state, seat), [_ACTION.fullmatch(part) for part in text.split(" | ")]
    if not all(part and part[1] in names for part in found):
        return ()
    return tuple(ActionInfo(names[part[1]], int(part[2]), float(part[3])) for part in found if part)


def format_info(info: SearchInfo) -> str:
    """Return the `info` line of a search.

    >>> format_info(SearchInfo(0.5, visits=300, pv=("u+", "a--")))
    'info value 0.5 visits 300 pv u+ | a--'
    """
    pv = f" pv {' | '.join(info.pv)}" if info.pv else ""
    return f"info value {round(info.value, 6):g} visits {info.visits}{pv}"


def format_actions(info: SearchInfo, seat: int) -> str:
    """Return the `info actions` line of a search: the name, the visits and the value of every action, the best first.

    It is empty if the search does not report them.
    """
    if info.state is None:
        return ""
    named = [(info.state.action_name(action, seat), visits, value) for action, visits, value in info.actions]
    return "info actions " + " | ".join(f"{name} {visits} {round(value, 6):g}" for name, visits, value in named)
