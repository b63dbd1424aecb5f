"""The process in which a bot looks for the turns of a position that people analyse.

It is one of its own, since a search computes most of the time, and requests would wait for the interpreter meanwhile.
It begins with the first question, takes less of the processor than the server does, and ends when nobody has asked for
a while, or when the server ends, however that does.
"""

import multiprocessing
import os
import secrets
import signal
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from ludarium.core.compiling.waiting import is_waiting
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rolls import roller
from ludarium.players.player import Interruption
from ludarium.review.advice import Advice, SeatAdvice
from ludarium.review.adviser import Adviser, adviser_spec, is_duel
from ludarium.review.lines import Line
from ludarium.review.luck import decisions
from ludarium.site.analysis.rows import Search

NAME = "positions"
"""The name of the process."""
MOST_LINES = 4
"""The turns of which it says what they are worth."""
_NICE = 10
"""How much the processor is left to others, as the command `nice` counts it."""
_KEPT = 600.0
"""Seconds that the process stays when nobody asks; it holds memory, and takes a second or two to begin."""
_SLICE = 0.05
"""Seconds of waiting between two questions whether others have precedence."""
_PATIENCE = 1.0
"""Seconds in which the process must end a search that is given up, or it is killed."""
_LEVELS = 2
"""Where a roll leaves no choice, the next roll is looked at as well."""


class SearchFailed(Exception):
    """The process has ended without an answer, or its bot has failed."""


class GivenUp(Interruption):
    """Others want the processor for what they have asked."""


def search(
    asked: Search, seconds: float, give_way: Callable[[], object], played: Sequence[str] | None = None
) -> dict[str, Any]:
    """Return what a bot says of a position as JSON: its level, its advice, and the best lines.

    Before a roll the advice is the mean over all rolls; where several choose at once there are no lines. Where one
    chooses, what the turns are worth that were `played` is said as well, if they are given.
    """
    game = load(asked.game)
    adviser = Adviser(game, secrets.randbits(31), give_way, level=asked.level)
    state, lines = game.parse_position(asked.position), tuple[Line, ...]()
    if state.actors == (CHANCE,):
        advice = Advice(0, _means(adviser, state, seconds))
    elif len(state.actors) == 1 and (lines := adviser.lines(state, seconds, MOST_LINES)):
        best = lines[0]
        advice = Advice(
            0, (SeatAdvice(state.actors[0], best.value, best.turn, best.gap),), (best.turn, *best.following)
        )
    else:
        advice = adviser.advise(state, 0, seconds)
    said = {"by": asked.level or adviser_spec(game), "advice": list(advice), "lines": list(lines)}
    if played is None:
        return said
    known = {line.turn: line for line in lines}
    values = adviser.worths(state, [turn for turn in played if turn not in known], seconds / 2 / MOST_LINES)
    worths = [known.get(turn) or Line(turn, values[turn]) for turn in played if turn in known or turn in values]
    return said | {"played": [[*one] for one in worths]}


def _means(adviser: Adviser, state: State, seconds: float) -> tuple[SeatAdvice, ...]:
    """Return what the seat that rolls can expect before its roll, without a turn; nothing where that is not known.

    Before a draw of who begins it is what the first seat of two rivals can expect.
    """
    states, seat = decisions(state, _LEVELS), roller(state)
    if seat == CHANCE and is_duel(state.game):
        seat = 0
    if seat == CHANCE or not states:
        return ()
    mean, gap = 0.0, 0.0 if all(after.actors for after in states) else None
    for after, share in states.items():
        if after.payoffs is not None:
            mean += share * state.game.payoff_range.parts(after.payoffs)[seat]
            continue
        said = adviser.advise(after, 0, seconds / len(states)).seats[0]
        if said.seat != seat and not is_duel(state.game):
            return ()
        mean += share * (said.value if said.seat == seat else 1.0 - said.value)
        gap = None if gap is None or said.gap is None else max(gap, said.gap)
    return (SeatAdvice(seat, mean / sum(states.values()), "", gap),)


class SearchProcess:
    """Searches one position at a time in a process of its own; here while other processes compile what it needs."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._used = 0.0
        self._pipe: Connection

    def search(self, asked: Search, seconds: float, give_way: Callable[[], object]) -> dict[str, Any]:
        """Return what `search` returns; `give_way` is called again and again meanwhile, and may raise.

        Raises `NotReady`, `SearchFailed`.
        """
        if is_waiting():
            return search(asked, seconds, give_way)
        answer = self._ask(asked, seconds, give_way)
        self._used = time.monotonic()
        return answer

    def search_unasked(
        self, asked: Search, seconds: float, give_way: Callable[[], object], played: Sequence[str] | None
    ) -> dict[str, Any]:
        """Return the same for what nobody has asked, with what the turns are worth that were played.

        The process does not stay for it; when `give_way` raises `GivenUp`, it is ready for the next question at once.
        It raises that, too, while other processes compile.
        """
        if is_waiting():
            raise GivenUp
        return self._ask(asked, seconds, give_way, played)

    def _ask(
        self, asked: Search, seconds: float, give_way: Callable[[], object], played: Sequence[str] | None = None
    ) -> dict[str, Any]:
        try:
            self._begin()
            self._pipe.send((asked, seconds, played))
            while not self._pipe.poll(_SLICE):
                give_way()
            answer = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            raise SearchFailed("the process of searches has ended") from None
        except GivenUp:
            self._give_up()
            raise
        except BaseException:  # its answer would be taken for that to the next question
            self.close()
            raise
        if isinstance(answer, str):
            raise SearchFailed(answer)
        return answer  # type: ignore[no-any-return]  # what comes out of a pipe has no type

    def _give_up(self) -> None:
        """Let the process end its search, so that it hears the next question; else end the process."""
        try:
            self._pipe.send(None)
            if self._pipe.poll(_PATIENCE):
                self._pipe.recv()
                return
        except (EOFError, OSError):  # it has ended
            pass
        self.close()

    def rest(self) -> None:
        """End the process when nobody has asked for some minutes."""
        if self._process and self._used + _KEPT < time.monotonic():
            self.close()

    def close(self) -> None:
        """End the process; the next question begins another."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.join()
            self._pipe.close()

    def _begin(self) -> None:
        if self._process:
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_answer, args=(theirs,), name=NAME, daemon=True)
        process.start()
        theirs.close()
        self._process = process


def _answer(pipe: Connection) -> None:
    """Answer questions until the other side ends, or is killed: then its end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all, and the server says when to end
    if hasattr(os, "nice"):
        os.nice(_NICE)

    def give_way() -> None:
        """Give way to nobody here, as the processor is shared by priority; end where the other side wants it."""
        if pipe.poll():
            raise GivenUp

    while True:
        try:
            if question := pipe.recv():  # else it has given up what is answered already
                asked, seconds, played = question
                pipe.send(_try(asked, seconds, give_way, played))
        except (EOFError, OSError):
            return


def _try(
    asked: Search, seconds: float, give_way: Callable[[], object], played: Sequence[str] | None
) -> dict[str, Any] | str:
    """Return the answer, or why there is none."""
    try:
        return search(asked, seconds, give_way, played)
    except Exception as error:  # noqa: BLE001 - a bot may fail in any way, which must not stop the other answers
        return f"{type(error).__name__}: {error}"
