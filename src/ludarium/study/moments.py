"""Positions worth looking at: large swings, traps, turns without an alternative, and games that are open to the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from ludarium.analysis.measuring.duels import ladder_bot
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.rng import derive
from ludarium.scenes.picture import draw
from ludarium.search.bot import ActionInfo
from ludarium.search.player import make_bot
from ludarium.study.journal import Runner
from ludarium.study.pictures import has_pictures
from ludarium.study.watching import Json, without_names

KINDS = {
    "only": "Only one good turn",
    "trap": "A trap",
    "swing": "A turning point",
    "close": "Open to the end",
}
"""Why a position is worth looking at, in the order in which positions are taken in turn."""
POSITIONS = 10
_LOOKED_AT, _EACH_GAME = 30, 2
_CLEAR = 0.12
"""How much better than any other turn the only good one is, and how much a trap costs, as a part of the payoffs."""
_FEW = 30
"""The simulations of who falls into a trap."""
_OFTEN, _WORSE = 10, 0.02
"""An action is never better if it was worse by so much in all positions where it could be chosen, at least so many."""
_VISITED = 0.02
"""The part of the simulations below which the value of an action is not taken for known."""


def worth_looking_at(
    game: Game, moments: Sequence[Sequence[Json]], simulations: int, seed: int, runner: Runner
) -> Json:
    """Return up to ten positions of observed games with what a search says of them, as JSON has it.

    `moments` are the candidates of each game. The largest swings and the most open positions come first among those
    that are searched, and a position is taken once.
    """
    chosen = _candidates(moments)
    if not chosen:
        return {"simulations": simulations, "positions": []}
    found = runner.run("look", partial(_look, game, seed), [(simulations, one["position"]) for one in chosen])
    never = never_better([more.get("behind", {}) for more in found if more])  # journals of before have none
    known = [{**one, **more} for one, more in zip(chosen, found, strict=True) if more]
    for one in known:
        one.pop("behind", None)
    return {
        "simulations": simulations, "looked_at": len(known), "never": never, "positions": _taken(known)[:POSITIONS],
    }  # fmt: skip


def never_better(behind: Sequence[Mapping[str, float]]) -> list[Json]:
    """Return the actions that were clearly worse than another wherever they could be chosen, often enough.

    `behind` has for each position by how much each action is worse than the best, as a part of the payoffs. Returned
    are the name of the action, in how many positions it could be chosen, and what it costs at least; the dearest first.

    >>> never_better([{"a": 0.0, "b": 0.1}] * 10 + [{"a": 0.0, "b": 0.2, "c": 0.4}])
    [['b', 11, 0.1]]
    """
    found: dict[str, list[float]] = {}
    for position in behind:
        for name, cost in position.items():
            found.setdefault(name, []).append(cost)
    never = [[name, len(costs), min(costs)] for name, costs in found.items()
             if len(costs) >= _OFTEN and min(costs) >= _WORSE]  # fmt: skip
    return sorted(never, key=lambda one: (-one[2], one[0]))


def _candidates(moments: Sequence[Sequence[Json]]) -> list[Json]:
    """Return the candidates that are searched: of each kind the best, of every game a few, each position once."""
    ranks = {
        "swing": lambda one: -one["swing"],
        "close": lambda one: abs(one["before"] - 0.5) - one["turn"] / max(1, one["of"]),
        "middle": lambda one: 0,
    }
    found: dict[str, Json] = {}
    each = [
        sorted(({**one, "game": number} for number, game in enumerate(moments) for one in game if one["kind"] == kind),
               key=rank)
        for kind, rank in ranks.items()
    ]  # fmt: skip
    for place in range(max(map(len, each), default=0)):
        for ordered in each:
            if place < len(ordered) and len(found) < _LOOKED_AT:
                found.setdefault(ordered[place]["position"], ordered[place])
    return [*found.values()]


def _look(game: Game, seed: int, job: tuple[int, str]) -> Json:
    """Return what a long and a short search say of a position; None where it cannot be read back."""
    simulations, position = job
    try:
        state = game.parse_position(position)
    except LudariumError:
        return None
    if not state.actors or len(state.actors) != 1:
        return None
    [seat] = state.actors
    values = _values(state, seat, simulations, seed)
    if not values:
        return None
    few = make_bot(ladder_bot(_FEW), game, derive(seed, 7)).choose(state, seat)
    ordered = sorted(values, key=lambda one: (-one.value, one.action))
    best, second = ordered[0], ordered[1] if len(ordered) > 1 else None
    by_action = {one.action: one.value for one in values}
    part = game.payoff_range.parts
    [value] = part((best.value,))
    return {
        "value": round(value, 4),
        "best": [state.action_name(best.action), round(value, 4), _marks(state, seat, best.action)],
        "second": [state.action_name(second.action), round(part((second.value,))[0], 4)] if second else None,
        "few": [state.action_name(few), round(part((by_action[few],))[0], 4)] if few in by_action else None,
        "legal": len(state.legal()),
        "behind": _behind(state, by_action, best.value),
    }  # fmt: skip


def _behind(state: State, values: Mapping[int, float], best: float) -> dict[str, float]:
    """Return by how much each action is worse than the best; a search gives up what it hardly looks at: it is last."""
    part = state.game.payoff_range.parts
    [top, last] = part((best, min(values.values())))
    found: dict[str, float] = {}
    for action in state.legal():
        name = without_names(state.game, state.action_name(action))
        cost = round(top - (part((values[action],))[0] if action in values else last), 4)
        found[name] = min(cost, found.get(name, cost))
    return found


def _values(state: State, seat: int, simulations: int, seed: int) -> list[ActionInfo]:
    """Return the actions that a search has looked at often enough."""
    bot = make_bot(ladder_bot(simulations), state.game, derive(seed, 7))
    chosen = bot.choose(state, seat)
    actions = bot.info.actions if bot.info else ()
    return [one for one in actions if one.visits >= _VISITED * simulations or one.action == chosen]


def _marks(state: State, seat: int, action: int) -> list[str]:
    """Return the marks of an action on the board: a ring around what is touched, or an arrow from first to last."""
    if not has_pictures(state.game):
        return []
    touches = [touch.elements for touch in draw(state).touches if (touch.seat, touch.action) == (seat, action)]
    if len(touches) != 1:
        return []
    elements = touches[0]
    return [elements[0]] if len(elements) == 1 else [f"{elements[0]}>{elements[-1]}"]


def _strengths(one: Json) -> dict[str, float]:
    """Return how well a position fits each kind; of a kind that it does not fit there is none."""
    found: dict[str, float] = {}
    gap = one["best"][1] - one["second"][1] if one["second"] else 0.0
    if gap >= _CLEAR and one["legal"] > 2:
        found["only"] = gap
    if one["few"] and one["best"][1] - one["few"][1] >= _CLEAR:
        found["trap"] = one["best"][1] - one["few"][1]
    found["swing"] = one["swing"]
    found["close"] = one["turn"] / max(1, one["of"]) - 2 * abs(one["value"] - 0.5)
    return found


def _taken(known: Sequence[Json]) -> list[Json]:
    """Return positions, of each kind in turn the one that fits it best, at most a few of one game."""
    found, games = list[Json](), dict[int, int]()
    strengths = [_strengths(one) for one in known]
    left = {
        kind: sorted((at for at, fits in enumerate(strengths) if kind in fits), key=lambda at: -strengths[at][kind])
        for kind in KINDS
    }
    used = set[int]()
    while len(found) < POSITIONS:
        before = len(found)
        for kind in KINDS:
            for at in left[kind]:
                game = known[at]["game"]
                if at in used or games.get(game, 0) >= _EACH_GAME:
                    continue
                used.add(at)
                games[game] = games.get(game, 0) + 1
                found.append({**known[at], "kind": kind})
                break
        if len(found) == before:
            break
    return found
