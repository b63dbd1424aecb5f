"""The configuration of a tournament: game, players, pairing system, and random seed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.core.spec import Option
from ludarium.core.text import nearest, shorten, to_text
from ludarium.match.clock import Clock
from ludarium.players.external.script import BUDGET
from ludarium.players.external.specs import AnyPlayer, check_player, is_in_memory, player_name, spec_of
from ludarium.tournament.arena import GameJob
from ludarium.tournament.elimination import double_elimination, single_elimination
from ludarium.tournament.pairing import Pairing, PairingSystem, ladder, round_robin
from ludarium.tournament.swiss import swiss, swiss_rounds

SYSTEMS = {
    "round-robin": round_robin,
    "swiss": swiss,
    "single-elimination": single_elimination,
    "double-elimination": double_elimination,
    "ladder": ladder,
}
"""Pairing systems by name."""

_NUMBERS = {
    option.name: option
    for option in (
        Option("games", 2, range(1, 1_000_001), "games of every encounter; seats change from game to game"),
        Option("rounds", 0, range(1, 10_001), "rounds of swiss and ladder"),
        Option("seed", 0, range(10**15), "random seed"),
        Option("budget", BUDGET, range(1, 86_401), "processor seconds that a script may take for a game"),
    )
}
_LARGEST = 1_000_000
"""The maximum size of a file, in bytes."""
_KEYS = ("game", "players", "system", "clock", *_NUMBERS)


@dataclass(frozen=True)
class TournamentConfig:
    """The configuration of a tournament.

    | field | content |
    | --- | --- |
    | `game` | spec of the game |
    | `players` | each player by name, best seed first: a spec, a `Bot`, or a function `(state, seat)` |
    | `system` | name of the pairing system |
    | `games` | games of every encounter |
    | `rounds` | rounds of `swiss` and `ladder`; None for the usual number |
    | `seed` | random seed |
    | `clock` | time control, as in `60+1`; None for no clock |
    | `budget` | processor seconds that a script in JavaScript may take for a game; None for the usual time |

    >>> TournamentConfig.make(game="orion", players=["hard", "easy"]).games
    2
    """

    game: str
    players: Mapping[str, AnyPlayer]
    system: str = "round-robin"
    games: int = 2
    rounds: int | None = None
    seed: int = 0
    clock: str | None = None
    budget: int | None = None

    @classmethod
    def parse(cls, text: str, **instead: object) -> TournamentConfig:
        """Return the configuration in the text of a TOML file; `instead` replaces its values.

        Raises a `LudariumError` with the number of the line.
        """
        try:
            values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ParseError(f"it is not TOML: {error}") from None
        except (ValueError, RecursionError):
            raise ParseError("it has a number of thousands of digits, or lists nested too deeply") from None
        return cls.make(text, **{**values, **instead})

    @classmethod
    def make(cls, text: str = "", /, **values: object) -> TournamentConfig:
        """Return the configuration with these values after checking them.

        `text` is the text of their file, for line numbers in errors.

        Raises a `LudariumError`.
        """
        for key in values:
            with _line(text, key):
                if key not in _KEYS:
                    raise InvalidOption(
                        f"a tournament has no {shorten(key)}{nearest(key, _KEYS)} (expected one of {', '.join(_KEYS)})"
                    )
        for key in ("game", "players"):
            if key not in values:
                raise ParseError(f"a tournament needs {'players' if key == 'players' else 'a game'}: {key} is missing")
        with _line(text, "game"):
            game = load(_text("game", values["game"]))
        with _line(text, "system"):
            system = _system(_text("system", values.get("system", "round-robin")), game)
        clock = values.get("clock")
        with _line(text, "clock"):
            time = None if clock is None else str(Clock.parse(_text("clock", clock)))
        numbers = _read_numbers(text, values)
        if "rounds" in numbers and system not in ("swiss", "ladder"):
            with _line(text, "rounds"):
                raise InvalidOption(f"rounds are for swiss and ladder: {system} takes as many as it needs")
        with _line(text, "players"):
            players = _players(values["players"])
            if len(players) < game.seats:
                raise ParseError(f"{game.name} has {game.seats} seats, so name {game.seats} players or more")
        for name, bot in players.items():
            with _line(text, name, player_name(bot)):
                if not name.strip() or not name.isprintable():
                    raise InvalidOption(f"{shorten(name)} is not a player name: expected printable characters")
                check_player(bot, game)
        return cls(game.spec, players, system, clock=time, **numbers)

    @cached_property
    def loaded(self) -> Game:
        """The game."""
        return load(self.game)

    def pairing_system(self) -> PairingSystem:
        """Return a new generator of the pairing system: it yields rounds and is sent their payoffs."""
        return SYSTEMS[self.system](len(self.players), self.loaded.seats, self.games, self.rounds)

    def job(self, number: int, pairing: Pairing) -> GameJob:
        """Return the job of a game, with its own seed."""
        bots = [*self.players.values()]
        seated = tuple(bots[player] for player in pairing.seating)
        return GameJob(number, self.game, seated, derive(self.seed, number), self.clock, self.budget)

    def length(self) -> int:
        """Return the number of games if the better seed always wins; for elimination it is an estimate."""
        if self.system == "swiss":
            return swiss_rounds(len(self.players), self.rounds) * (len(self.players) // 2) * self.games
        system, count, outcomes = self.pairing_system(), 0, None
        while True:
            try:
                pairings = next(system) if outcomes is None else system.send(outcomes)
            except StopIteration:
                return count
            count += sum(not pairing.bye for pairing in pairings)
            best = [min(pairing.seating) for pairing in pairings]
            outcomes = [
                tuple(float(player == first) for player in pairing.seating)
                for pairing, first in zip(pairings, best, strict=True)
            ]

    def to_dict(self) -> dict[str, object]:
        """Return the configuration as plain values; `make` accepts them if every player is a spec."""
        return asdict(self) | {"players": {name: spec_of(player) for name, player in self.players.items()}}


def _text(key: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidOption(f"{key} must be a text in quotes, not {shorten(to_text(value))}")
    return value


def _read_numbers(text: str, values: Mapping[str, object]) -> dict[str, int]:
    """Return the given numbers after checking them."""
    numbers = {}
    for name, option in _NUMBERS.items():
        if values.get(name) is not None:
            with _line(text, name):
                numbers[name] = int(option.parse(values[name]))
    return numbers


def _system(name: str, game: Game) -> str:
    if name not in SYSTEMS:
        raise InvalidOption(
            f"{shorten(name)} is not a pairing system{nearest(name, SYSTEMS)} (expected one of {', '.join(SYSTEMS)})"
        )
    if name != "round-robin" and game.seats != 2:
        raise InvalidOption(f"{name} is for games of two seats, and {game.name} has {game.seats}: use round-robin")
    return name


def _players(value: object) -> dict[str, AnyPlayer]:
    """Return the players by name; in a list a player's name is its spec, with a number if the spec occurs again."""
    if isinstance(value, Mapping):
        return {name: _player(name, bot) for name, bot in value.items()}
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise InvalidOption(
            f"players must be a list of bots, or a table of names and bots, not {shorten(to_text(value))}"
        )
    players: dict[str, AnyPlayer] = {}
    for bot in value:
        player = _player("a player", bot)
        name, count = spec_of(player), 1
        while name in players:
            count += 1
            name = f"{spec_of(player)} #{count}"
        players[name] = player
    return players


def _player(key: str, value: object) -> AnyPlayer:
    return cast("AnyPlayer", value) if is_in_memory(value) else _text(key, value)


@contextmanager
def _line(text: str, *words: str) -> Iterator[None]:
    """Prefix the messages of errors with the number of the line that has one of these keys or values."""
    try:
        yield
    except LudariumError as error:
        for word in words:
            quoted = re.escape(word)
            found = re.search(rf"""^[ \t]*\[*["']?{quoted}["']?[ \t]*[].=]|["']{quoted}["']""", text, re.MULTILINE)
            if found:
                raise type(error)(f"line {text.count(chr(10), 0, found.start()) + 1}: {error}") from error
        raise


def read_config(path: Path, **instead: object) -> TournamentConfig:
    """Return the configuration in a file.

    Raises `ParseError` or what `TournamentConfig.parse` raises, with the file's name.
    """
    try:
        with path.open("rb") as file:
            found = file.read(_LARGEST + 1)
        text = found.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise ParseError(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text in UTF-8'}"
        ) from None
    try:
        if len(found) > _LARGEST:
            raise ParseError(f"it has more than {_LARGEST:,} bytes")
        return TournamentConfig.parse(text, **instead)
    except LudariumError as error:
        raise type(error)(f"{path}: {error}") from error
