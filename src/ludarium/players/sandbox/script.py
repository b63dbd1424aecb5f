"""A player that is the text of a script; it runs once for each action, with an object that its game provides."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.core.game import Game, State
from ludarium.core.text import shorten, well_formed
from ludarium.match.match import Match
from ludarium.players.player import BotFailed, Limit, Player, PlayResult
from ludarium.players.sandbox.asked import ScriptQuestions
from ludarium.players.sandbox.line_process import LineProcess, ResponseTimeout, stay
from ludarium.search.bot import hook
from ludarium.search.scripting import Scripting

MEMORY = 64 << 20
"""Bytes of memory that a script may use."""
SECONDS = 1
"""Seconds of processor time that a turn may take; other processes do not count."""
BUDGET = 60
"""Seconds of processor time that all turns of a match may take."""
PATIENCE = 60.0
"""Seconds of real time that a turn may take."""
MOST_PRINTED = 64 << 10
"""The most characters that are stored of the output of a script in a match."""
_SANDBOX = Path(__file__).with_name("_quickjs.py")


class ScriptBudget(NamedTuple):
    """The limits of a script for a match.

    | field       | content                                                                     |
    | ----------- | --------------------------------------------------------------------------- |
    | `seconds`   | seconds of processor time for all turns                                     |
    | `steps`     | steps of the interpreter for a turn; None for no limit                      |
    | `all_steps` | steps of the interpreter for all turns; None for no limit                   |
    | `guard`     | seconds of processor time for a turn                                        |
    | `patience`  | seconds of real time for a turn, after which the script has failed          |
    | `niceness`  | how much lower the system's priority of its process is than ours            |
    """

    seconds: float = BUDGET
    steps: int | None = None
    all_steps: int | None = None
    guard: float = SECONDS
    patience: float = PATIENCE
    niceness: int = 0


BUDGETS = 2
"""The version of what programs are charged and may spend, from which the outcome of their matches follows."""
STEPS_OF_A_SECOND = 5_000_000
"""Steps that count as a second of the processor."""
TIMED = ScriptBudget()
"""The budget in the terminal."""
COUNTED = ScriptBudget(steps=5_000_000, all_steps=300_000_000, guard=2)
"""The budget on the site: counted, so that every machine gets the same match; the times are guards.

The steps of a turn take about a second of the processor, so that who plays against the script waits at most for two.
"""


class Ran(NamedTuple):
    """The run of a script in a turn: its fault with its line, its output, its steps, and seconds of the processor."""

    fault: str = ""
    line: int | None = None
    printed: str = ""
    steps: int = 0
    seconds: float = 0.0


class ScriptFailed(BotFailed):
    """A script cannot go on; `line` is the line of its text where that was noticed, if it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class ScriptPlayer(Player):
    """A script in its own process, which ends with the match.

    In a game with an `api` of its own, the choice that a script made before an exception counts, and the record has the
    first exception and the number of exceptions. In other games a script that chooses nothing fails. `last` is what it
    did in its last turn, and `failed_at` the line where it could not go on, if it is known; `failed_by_machine` says
    whether that was a limit of time, which another machine may not have reached, or a process that died, and `used_up`
    whether it was the budget of all turns.
    """

    def __init__(self, text: str, game: Game, seed: int, budget: ScriptBudget = TIMED) -> None:
        self._text = text
        self._scripting: Scripting | None = hook(game, "SCRIPTING")
        self._seed = seed % 2**31
        self._budget = budget
        self._process: LineProcess | None = None
        self._asked = ScriptQuestions(0, self._seed)
        self._first_fault, self._faults = "", 0
        self._room = MOST_PRINTED
        self._turns = 0
        self.last = Ran()
        self.failed_at: int | None = None
        self.failed_by_machine = self.used_up = False
        self.give_way: Callable[[], None] = stay

    def suspend(self, *, suspended: bool) -> None:
        """Let the process rest, or go on."""
        if self._process:
            self._process.suspend(suspended=suspended)

    def prepare(self, match: Match, seat: int) -> None:
        """Start the engine and load the script."""
        if self._process is None:
            host = self._scripting.host if self._scripting else _usual_host()
            self._asked = ScriptQuestions(seat, self._seed)
            limits: dict[str, float | None] = {"steps": self._budget.steps, "all_steps": self._budget.all_steps}
            limits |= {"memory": MEMORY, "seconds": self._budget.guard, "budget": self._budget.seconds}
            limits["niceness"] = self._budget.niceness
            self.failed_by_machine = True  # if it cannot be started
            self._process = LineProcess([sys.executable, "-I", str(_SANDBOX)])
            self._process.give_way = self.give_way
            self.failed_by_machine = False
            self._ask({"desk": host, "text": self._text, "seed": self._seed, **limits})

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the script's choice in this turn; where the game has an `api` of its own, else its last choice."""
        turn = self.choose_in(match.state, seat, [entry.text for entry in match.turns])
        return PlayResult(turn, remark=self._remark())

    def choose_in(self, state: State, seat: int, turns: Sequence[str]) -> str:
        """Return what the script chooses in a state, after these lines of the record.

        Raises `ScriptFailed`.
        """
        self.last, played = Ran(), len(turns)
        if self._scripting:
            turn = str(self._run(self._scripting.facts(state, seat), played).get("choice"))
        else:
            turn = self._choose_turn(state, seat, played)
        self._turns += 1
        return turn

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()

    def _choose_turn(self, state: State, seat: int, played: int) -> str:
        """Return a turn, for which the script runs once for each action."""
        now, actions = state, list[int]()
        if len(now.actors) > 1:
            return now.action_name(self._choose(now, seat, played), seat)
        while now.actors == (seat,) and (now.in_turn or not actions):
            actions.append(self._choose(now, seat, played))
            now = now.play(actions[-1])
        return state.format_turn(actions)

    def _choose(self, state: State, seat: int, played: int) -> int:
        """Return the action that the script chooses in a state.

        Raises `ScriptFailed` if it chooses none, or none that is legal.
        """
        facts = {"turn": self._turns, "seat": seat, "state": self._asked.begin(state)}
        said = self._run(facts, played)
        choice = said.get("choice")
        named = {state.action_name(action, seat): action for action in state.legal(seat)}
        if choice in named:
            return named[choice]
        if self.last.fault:
            self.failed_at = self.last.line
            raise ScriptFailed(f"failed with {shorten(self.last.fault)}{_at(self.last.line)}", self.last.line)
        if choice is None:
            raise ScriptFailed("chose no action: expected api.play(...) with one of api.legal()")
        raise ScriptFailed(f"chose {shorten(str(choice))}, which is not legal here")

    def _run(self, facts: object, played: int) -> dict[str, Any]:
        """Run the script once; return its answer."""
        said = self._ask(facts)
        fault, line = str(said.get("fault") or ""), said.get("line")
        printed = str(said.get("printed") or "")[: self._room]
        self._room -= len(printed)
        before, steps, seconds = self.last, int(said.get("steps") or 0), float(said.get("seconds") or 0)
        line = line if isinstance(line, int) else None
        self.last = Ran(fault, line, before.printed + printed, before.steps + steps, before.seconds + seconds)
        if fault:
            self._faults += 1
            self._first_fault = self._first_fault or f"failed in turn {played + 1}: {shorten(fault)}"
        return said

    def _remark(self) -> str:
        times = "times" if self._faults > 1 else "time"
        return f"{self._first_fault}; {self._faults} {times} in all" if self._faults else ""

    def _ask(self, question: Any) -> dict[str, Any]:
        """Return the answer of the process, which may ask in the meantime.

        Raises `ScriptFailed`.
        """
        assert self._process, "a script is prepared before it is asked"
        until = time.monotonic() + self._budget.patience
        try:
            self._process.send(json.dumps(question), until)
            said = well_formed(json.loads(self._process.receive(until)))
            while isinstance(said, dict) and "ask" in said:
                self._process.send(json.dumps(self._asked.reply(said["ask"])), until)
                said = well_formed(json.loads(self._process.receive(until)))
        except (json.JSONDecodeError, RecursionError):
            raise ScriptFailed("changed the objects that report its choice") from None
        except ResponseTimeout:
            self.failed_by_machine = True
            raise ScriptFailed(f"gave no turn within {self._budget.patience:g} seconds") from None
        except BotFailed:  # its process has died
            self.failed_by_machine = True
            raise
        if not isinstance(said, dict):
            raise ScriptFailed("changed the objects that report its choice")
        line = said.get("line") if isinstance(said.get("line"), int) else None
        self.failed_at = line
        if limit := said.get("exceeded"):
            self.failed_by_machine = limit not in ("memory", "steps", "all_steps")
            self.used_up = limit in ("all_steps", "budget")
            raise ScriptFailed(f"{self._describe_limit(limit)}{_at(line)}", line)
        if "failed" in said:
            raise ScriptFailed(f"failed with {shorten(said['failed'])}", line)
        return said

    def _describe_limit(self, limit: str) -> str:
        """Return what a script did that exceeded a limit, as a predicate."""
        if limit == "memory":
            return f"used more than {MEMORY >> 20} MB of memory"
        if limit in ("steps", "all_steps"):
            most, whole = (self._budget.steps, "turn") if limit == "steps" else (self._budget.all_steps, "match")
            return f"took more than {most:,} steps for a {whole}"
        seconds, whole = (self._budget.seconds, "match") if limit == "budget" else (self._budget.guard, "turn")
        return f"took more than {seconds:g} second{'s' * (seconds != 1)} of the processor for a {whole}"


def _at(line: int | None) -> str:
    return f" (line {line})" if line else ""


@cache
def _usual_host() -> str:
    return files(__package__).joinpath("desk.js").read_text("utf-8")


LONGEST_BUDGET = 86_400
"""The most of it that a caller may allow."""
