"""The ranked matches of a ladder, played again from the file that a site offers.

The file has a line of JSON for the ladder, for each player and for each match; `docs/reference/ladder.md` describes it.
"""

from __future__ import annotations

import base64
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.text import shorten
from ludarium.players.sandbox.script import BUDGETS
from ludarium.players.sandbox.trial import Trial, TrialSeat, play_trial
from ludarium.tournament.ranking import RECENT, Contender, next_pairing, parse_contenders, score, seating
from ludarium.tournament.ratings import START, Rating, rate_game

SECONDS = 3600.0
"""Seconds of real time for a match: a guard, since budgets are counted."""
LONGEST = 8 << 20
"""Bytes of a line."""
_NEAR = 1e-6
"""By how much ratings may differ, whose last digits depend on the mathematical library of the system."""
Line = Mapping[str, Any]  # Any: JSON
Outcome = Literal["same", "differs", "hidden", "unknown"]


class RankedMatch(NamedTuple):
    """A match that is to be played again; a seat is None whose player's source is not in the file.

    `modules` are the WebAssembly programs of its players, by their digests.
    """

    game: str
    number: int
    seats: tuple[TrialSeat | None, ...]
    first: tuple[int, ...]
    seed: int
    record: str
    score: float
    failed_seat: int | None
    by_machine: bool
    made_by: str
    modules: tuple[tuple[str, bytes], ...] = ()


class Checked(NamedTuple):
    """The result of playing a match again: `says` what differs, or why it could not be played."""

    number: int
    outcome: Outcome
    says: str = ""


def check_match(job: RankedMatch) -> Checked:
    """Play a match again, and compare the record."""
    seats = [seat for seat in job.seats if seat is not None]
    if len(seats) < len(job.seats):
        return Checked(job.number, "hidden", "the source of a player is not shown")
    try:
        trial = play_trial(job.game, seats, job.seed, SECONDS, dict(job.modules))
    except LudariumError as error:
        return Checked(job.number, "unknown", str(error))
    if said := _difference(job, trial):
        if job.by_machine or trial.by_machine:
            return Checked(job.number, "unknown", "a limit of time or a dead process has ended it, there or here")
        if any(seat.script is not None or seat.module for seat in seats) and not has_budgets(job.made_by):
            return Checked(job.number, "unknown", f"Ludarium {job.made_by} charged programs otherwise")
        return Checked(job.number, "differs", f"{said} (it was played by Ludarium {job.made_by})")
    return Checked(job.number, "same")


def has_budgets(made_by: str) -> bool:
    """Return whether a version of the software charges programs as this one does.

    >>> has_budgets("0.3.0"), has_budgets(f"0.4.0+budgets.{BUDGETS}")
    (False, True)
    """
    return made_by.rpartition("+budgets.")[2] == str(BUDGETS)


def _difference(job: RankedMatch, trial: Trial) -> str:
    """Return the first difference between a match and the same one played again; empty for none."""
    if trial.record == job.record and trial.failed_seat == job.failed_seat:
        got = 0.5 if trial.payoffs is None else score(job.first, trial.payoffs, trial.failed_seat)
        return "" if got == job.score else f"the score is {got:g} here and {job.score:g} in the file"
    try:
        kept = Record.parse(job.record)
    except LudariumError as error:
        return f"its record cannot be read: {error}"
    here = Record.parse(trial.record)
    for number, (mine, theirs) in enumerate(zip_longest(here.turns, kept.turns), 1):
        if mine != theirs:
            one, other = (shorten(each.text) if each else "nothing" for each in (mine, theirs))
            return f"turn {number} is {one} here and {other} in the file"
    return f"it ended here by {shorten(here.ending)}, and in the file by {shorten(kept.ending)}"


@dataclass
class LadderReader:
    """Reads the lines of a file, and checks on the way what needs no playing: order, numbers and ratings."""

    faults: list[str] = field(default_factory=list)
    game: str = ""
    _teams: tuple[int, ...] = ()
    _players: dict[int, TrialSeat | None] = field(default_factory=dict)
    _modules: dict[str, bytes] = field(default_factory=dict)
    _ratings: dict[int, Rating] = field(default_factory=dict)
    _games: Counter[int] = field(default_factory=Counter)
    _pairings: dict[int, tuple[int, int]] = field(default_factory=dict)
    _seed: int = 0
    paired: int = 0
    """The pairings that were computed again."""
    rated: int = 0
    """The place of the last match that was read."""
    _from_the_start: bool = True

    def matches(self, lines: Iterable[bytes | str]) -> Iterator[RankedMatch]:
        """Yield the matches of a file.

        Raises `ParseError` for what is no file of a ladder, `UnknownGame` for a game that is not installed.
        """
        for number, text in enumerate(lines, 1):
            try:
                line = json.loads(text)
                kind = line["line"]
                if kind == "ladder":
                    self._begin(line)
                elif kind == "pairing":
                    self._pair(line)
                elif kind == "module":
                    self._modules[str(line["digest"])] = _module(line)
                elif kind == "player":
                    self._players[line["player"]] = _seat(line)
                else:
                    yield self._match(line)
            except LudariumError:
                raise
            except (ValueError, KeyError, TypeError, RecursionError, AttributeError, OverflowError) as error:
                cause = f"{type(error).__name__} {error}"
                raise ParseError(f"line {number} is no line of a ladder: {shorten(cause)}") from error

    def _begin(self, line: Line) -> None:
        if self.game and line["game"] != self.game:
            raise ParseError(f"the file has two games: expected {self.game} alone")
        self.game, game = str(line["game"]), load(str(line["game"]))
        self._teams, self._seed = tuple(game.teams), int(line["seed"])
        if line["after"] != self.rated:
            self.rated, self._from_the_start = int(line["after"]), False

    def _match(self, line: Line) -> RankedMatch:
        number, pair = int(line["match"]), (line["first"], line["second"])
        first = seating(self._teams, exchanged=number % 2 == 0)
        if first is None or any(player not in self._players for player in pair):
            raise ValueError(f"match {number} has a player of whom the file says nothing")
        if line["rated"] != self.rated + 1:
            self.faults.append(f"match {number} is ranked match {line['rated']}, and {self.rated + 1} was expected")
        self.rated = int(line["rated"])
        if self._from_the_start:
            if self._pairings and self._pairings.get(number - (number % 2 == 0)) != pair:
                self.faults.append(f"match {number} is of players {pair[0]} and {pair[1]}, who were not paired")
            self._rate(number, pair, line)
        seats = tuple(self._players[pair[each]] for each in first)
        failed = None if line["failed_seat"] is None else int(line["failed_seat"])
        texts = (str(line["record"]), float(line["score"]), failed, bool(line["by_machine"]), str(line["made_by"]))
        used = {seat.module for seat in seats if seat and seat.module}
        modules = tuple((digest, self._modules[digest]) for digest in sorted(used))
        return RankedMatch(self.game, number, seats, first, int(line["seed"]), *texts, modules)

    def _pair(self, line: Line) -> None:
        """Compute a pairing from the ratings so far, and note where the file has another."""
        number, pair = int(line["pairing"]), (int(line["first"]), int(line["second"]))
        if self._from_the_start and line["among"]:
            groups = enumerate(parse_contenders(str(line["among"])))
            players = [
                Contender(each, self._ratings.get(each, START), self._games[each], str(owner))
                for owner, group in groups
                for each in group
            ]
            recent = [*self._pairings.values()][-RECENT:]
            found = next_pairing(players, recent, self._seed, number)
            self.paired += 1
            if found != pair:
                said = f"{found[0]} and {found[1]}" if found else "nobody"
                self.faults.append(
                    f"pairing {number} is of players {pair[0]} and {pair[1]}: {said} follow from the seed"
                )
        self._pairings[number] = pair

    def _rate(self, number: int, pair: tuple[int, int], line: Line) -> None:
        """Compute the ratings after a match, and note where those of the file are others."""
        got = float(line["score"])
        after = rate_game([self._ratings.get(each, START) for each in pair], [got, 1 - got])
        for player, rating, field_ in zip(pair, after, ("first_rating", "second_rating"), strict=True):
            self._ratings[player] = Rating(*map(float, line[field_]))
            self._games[player] += 1
            if not all(math.isclose(*both, rel_tol=_NEAR) for both in zip(rating, line[field_], strict=True)):
                self.faults.append(f"match {number}: the rating of player {player} does not follow from the results")


def _module(line: Line) -> bytes:
    """Return a WebAssembly program; its digest must be its own."""
    content = base64.b64decode(line["content"], validate=True)
    if sha256(content).hexdigest() != line["digest"]:
        raise ValueError("the digest of a WebAssembly program is wrong")
    return content


def _seat(line: Line) -> TrialSeat | None:
    if line.get("level"):
        return TrialSeat(str(line["name"]), None, str(line["spec"]))
    if line.get("module"):
        return TrialSeat(str(line["name"]), module=str(line["module"]))
    source = line.get("source")
    return TrialSeat(str(line["name"]), str(source)) if source is not None else None
