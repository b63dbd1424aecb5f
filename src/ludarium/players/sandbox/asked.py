"""The questions of a script about its game in a turn: positions that follow, chance, points, values, random games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import derive
from ludarium.search.bot import evaluation
from ludarium.search.survey import playouts

MOST_STATES = 20_000
"""Positions of one turn."""
MOST_GAMES = 1000
_LOOK, _PLAY, _VALUE, _PLAYOUTS = 300, 450, 450, 3000
"""The interpreter steps that count for a question, for a position, for its value, and for the first random game.

These and the next ones are what was measured on x86-64, five million steps a second; `benchmarks.budgets` prints what
each question is charged and takes. They are part of what a match follows from.
"""
_NAME, _LISTED, _LETTER = 25, 5, 10
"""The steps for a name of an action that is found, for one that is listed, and for a letter of a position."""
_STEP, _STEP_OF_ACTION = 0.15, 0.02
"""The steps for a step of a random game, and for each action that its game has, since most are looked at."""
Answer = dict[str, Any]  # Any: JSON


class ScriptQuestions:
    """Answers the questions of a script for one seat; positions have numbers, and the one of the turn has 0."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._seed = seat, seed
        self._states: list[State] = []
        self._names: dict[int, Mapping[str, int]] = {}
        self._count = 0

    def begin(self, state: State) -> Answer:
        """Begin a turn in a state; return its facts."""
        self._states, self._names = [state], {}
        return self._facts(state, 0)

    def reply(self, question: object) -> Answer:
        """Return the answer to a question; one that cannot be answered has the cause as `wrong`."""
        answers: Mapping[str, Callable[[State, Mapping[str, Any]], Answer]] = {
            "play": self._play,
            "legal": self._legal,
            "chance": self._chance,
            "text": self._text,
            "points": lambda state, _: {"points": list(state.points), "cost": _LOOK},
            "value": self._value,
            "playouts": self._playouts,
        }
        try:
            if not isinstance(question, dict) or question.get("what") not in answers:
                raise LudariumError("this cannot be asked")
            number = question.get("id")
            if not isinstance(number, int) or not 0 <= number < len(self._states):
                raise LudariumError("this position is not one of this turn")
            return answers[question["what"]](self._states[number], question)
        except LudariumError as error:
            return {"wrong": str(error), "cost": _LOOK}

    def _play(self, state: State, question: Mapping[str, Any]) -> Answer:
        name = str(question.get("name"))
        before = len(self._names)
        legal = self._named(question["id"])
        found, cost = legal.get(name), _NAME * len(legal) * (len(self._names) - before)
        if found is None or len(state.actors) > 1:
            raise LudariumError(f"{name[:40]} cannot be played here")
        if len(self._states) >= MOST_STATES:
            raise LudariumError(f"a turn may look at {MOST_STATES:,} positions")
        self._states.append(state.play_unchecked(found))
        facts = self._facts(self._states[-1], len(self._states) - 1)
        return {**facts, "cost": _PLAY + cost}

    def _text(self, state: State, question: Mapping[str, Any]) -> Answer:
        text = str(state)
        return {"text": text, "cost": _LOOK + _LETTER * len(text)}

    def _legal(self, state: State, question: Mapping[str, Any]) -> Answer:
        before = len(self._names)
        legal = [*self._named(question["id"])]
        each = _LISTED + _NAME * (len(self._names) - before)
        return {"legal": legal, "cost": _LOOK + each * len(legal)}

    def _chance(self, state: State, question: Mapping[str, Any]) -> Answer:
        found = state.chance_outcomes().items()
        outcomes = [{"name": state.action_name(each, CHANCE), "probability": share} for each, share in found]
        return {"outcomes": outcomes, "cost": _LOOK + _NAME * len(outcomes)}

    def _value(self, state: State, question: Mapping[str, Any]) -> Answer:
        """Answer with what the game's own evaluation expects for every seat."""
        if not state.actors:
            return {"payoffs": list(state.payoffs or ()), "cost": _LOOK}
        found = evaluation(state.game)
        if found is None:
            raise LudariumError(f"{state.game.name} has no evaluation: expected playouts")
        evaluate, tables = found
        out = np.zeros(state.game.seats)
        evaluate(tables, state.vector, out)
        return {"payoffs": out.tolist(), "cost": _VALUE}

    def _playouts(self, state: State, question: Mapping[str, Any]) -> Answer:
        games = question.get("games")
        if not isinstance(games, int | float) or not 1 <= games <= MOST_GAMES:
            raise LudariumError(f"playouts are 1 to {MOST_GAMES} games")
        if not state.actors:
            return {"payoffs": list(state.payoffs or ()), "cost": _LOOK}
        self._count += 1
        made = playouts(state, int(games), derive(self._seed, self._count) % 2**31)
        each = _STEP + _STEP_OF_ACTION * state.game.num_actions
        return {"payoffs": [paid / made.games for paid in made.payoffs], "cost": _PLAYOUTS + int(each * made.steps)}

    def _named(self, number: int) -> Mapping[str, int]:
        """Return the legal actions of who acts in a position, by their names."""
        if number not in self._names:
            state = self._states[number]
            actor = self._actor(state)
            legal = () if actor is None else state.legal(actor)
            self._names[number] = {state.action_name(action, actor): action for action in legal}
        return self._names[number]

    def _actor(self, state: State) -> int | None:
        return self._seat if self._seat in state.actors else state.actors[0] if state.actors else None

    def _facts(self, state: State, number: int) -> Answer:
        over = not state.actors
        paid = list(state.payoffs or ()) if over else []
        facts = {"id": number, "actor": self._actor(state), "over": over, "payoffs": paid}
        return {**facts, "inTurn": state.in_turn, "cost": _PLAY}
