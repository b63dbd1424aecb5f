"""Games between equal players: how each went, and what was chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludarium.analysis.measuring.courses import Course, observe_game
from ludarium.core.game import Game, State
from ludarium.core.rng import derive
from ludarium.scenes.picture import advance, begin, draw
from ludarium.scenes.scene import Element, Scene
from ludarium.study.pictures import has_pictures
from ludarium.study.pieces import all_pieces, pieces_of

_DRAWN = 24
"""The choices of a game of which is looked where they are on the board."""
_OPENING = 1 / 3
"""The part of a game in which they are."""
_LATE, _SWINGS = 0.6, 2
_HARDLY, _SURE = 0.1, 10
"""An action is hardly ever chosen if it is by less than this part of what chance would, expected so often at least."""
Json = Any
"""What JSON can hold."""


class Choice(NamedTuple):
    """What seats have chosen in a state, and whether a turn began there."""

    state: State
    step: tuple[int, ...]


def watch(game: Game, player: str, seed: int, number: int) -> tuple[Course, Json]:
    """Play game `number` of a study between equal players; return its course, and what was chosen, as JSON has it."""
    choices = list[Choice]()
    course = observe_game(game, player, derive(seed, 1, number), lambda *seen: choices.append(Choice(*seen)))
    return course, {
        "first": first_turn(choices), "actions": actions_of(choices), "places": places_of(choices),
        "pieces": pieces_of(game, sampled(choices), [*map(float, course.final)]),
        "moments": [*moments_of(game, course, choices)], "turns": course.turns,
        "score": round(float(course.final[course.first]), 6) if course.first >= 0 else 0.0,
    }  # fmt: skip


def first_turn(choices: Sequence[Choice]) -> str:
    """Return the first turn of a game as text; empty where nobody or several seats chose."""
    if not choices or len(choices[0].state.actors) != 1:
        return ""
    start, actions = choices[0].state, list[int]()
    for state, step in choices:
        if actions and not state.in_turn:
            break
        actions += step
    return without_names(start.game, start.format_turn(actions))


def actions_of(choices: Iterable[Choice]) -> dict[str, list[float]]:
    """Return by the name of each action how often it was chosen, and how often chance would have chosen it."""
    found: dict[str, list[float]] = {}
    for state, step in choices:
        for seat, chosen in zip(state.actors, step, strict=True):
            legal = state.legal(seat)
            if len(legal) < 2:
                continue
            for action in legal:
                one = found.setdefault(without_names(state.game, state.action_name(action, seat)), [0, 0.0])
                one[0] += action == chosen
                one[1] += 1 / len(legal)
    return {name: [int(chosen), round(expected, 6)] for name, (chosen, expected) in found.items()}


def places_of(choices: Sequence[Choice]) -> dict[str, int]:
    """Return how often turns of the first third of a game touched each place of the picture, as `x,y`.

    The place is that of the last element that is touched for the action; where several touches mean the same action,
    as with the cells of a column, it is where a piece of the seat has come to lie.
    """
    if not choices or not has_pictures(choices[0].state.game):
        return {}
    early = [choice for choice in choices[: max(1, round(_OPENING * len(choices)))] if len(choice.state.actors) == 1]
    counts: Counter[str] = Counter()
    for place in spread(len(early), _DRAWN):
        state, step = early[place]
        counts.update(f"{x:.0f},{y:.0f}" for x, y in _places(state, step)[:1])
    return dict(counts)


def sampled(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices of a game of which is looked which pieces they are about."""
    return [choices[place] for place in spread(len(choices), _DRAWN)]


def without_names(game: Game, turn: str) -> str:
    """Return a turn or an action without the names of pieces that are alike, which words are before what they do.

    >>> import ludarium
    >>> without_names(ludarium.load("ludo"), "A2 6x3=18"), without_names(ludarium.load("orion"), "u+v-")
    ('6x3=18', 'u+v-')
    """
    names = _names_of_pieces(game) if has_pictures(game) else frozenset[str]()
    words = turn.split(" ")
    return " ".join(word for word, after in zip(words, [*words[1:], ""], strict=True) if not after or word not in names)


@lru_cache(64)
def _names_of_pieces(game: Game) -> frozenset[str]:
    """Return the names by which the first picture tells like pieces apart, which are no names of places."""
    elements = draw(game.initial()).elements
    places = {_name(one) for one in elements if one.role == "cell" or (one.role == "ground" and one.label)}
    pieces = {_name(one) for one in elements if one.role == "piece" and "die" not in one.look.split()}
    return frozenset(name for name in pieces - places if not name.isdigit())


def _name(element: Element) -> str:
    return element.id.partition("-")[2]


def spread(length: int, most: int) -> list[int]:
    """Return at most so many places of a list of this length, evenly spread.

    >>> spread(10, 3), spread(2, 5), spread(0, 5)
    ([0, 4, 9], [0, 1], [])
    """
    return sorted({int(place) for place in np.linspace(0, length - 1, min(length, most)).round()}) if length else []


def _places(state: State, step: tuple[int, ...]) -> list[tuple[float, float]]:
    [seat], [action] = state.actors, step
    picture = begin(state)
    before = draw(picture)
    touches = [touch for touch in before.touches if (touch.seat, touch.action) == (seat, action)]
    if len(touches) == 1:
        return _middles(before, touches[0].elements[-1:])
    after = draw(advance(picture, state.play_unchecked(action), step))
    there = _pieces(before, seat)
    return [place for place in _pieces(after, seat) if place not in there]


def _middles(scene: Scene, names: Iterable[str]) -> list[tuple[float, float]]:
    places = {element.id: (element.x, element.y) for element in scene.elements}
    return [places[name] for name in names if name in places]


def _pieces(scene: Scene, seat: int) -> list[tuple[float, float]]:
    """Return where the pieces of a seat lie."""
    mine = f"seat-{seat}"
    return [(one.x, one.y) for one in scene.elements if one.role == "piece" and mine in one.look.split()]


def moments_of(game: Game, course: Course, choices: Sequence[Choice]) -> Iterable[Json]:
    """Yield positions of a game that may be worth looking at.

    They are those before the largest swings, the most open one late in the game, and two from its middle.
    """
    turns = [choice for choice in choices if not choice.state.in_turn]
    values = np.vstack([course.values, course.final]) if len(turns) else np.zeros((0, game.seats))
    alone = [n for n, (state, _) in enumerate(turns) if n and len(state.actors) == 1 and _is_choice(state)]
    swings = {n: float(np.abs(values[n + 1] - values[n]).max()) for n in alone}
    late = [n for n in alone if n >= _LATE * len(turns)]
    spread = {n: float(values[n].max() - values[n].min()) for n in late}
    chosen = [("swing", n) for n in sorted(swings, key=lambda n: -swings[n])[:_SWINGS]]
    chosen += [("close", n) for n in sorted(spread, key=lambda n: spread[n])[:1]]
    chosen += [("middle", alone[len(alone) * part // 3]) for part in (1, 2) if alone]
    for kind, n in chosen:
        state = turns[n].state
        [seat] = state.actors
        before, after = (round(float(values[at][seat]), 4) for at in (n, n + 1))
        yield {
            "kind": kind, "position": str(state), "seat": seat, "turn": n + 1, "of": len(turns), "before": before,
            "after": after, "swing": round(swings[n], 4), "played": _turn_text(choices, state),
        }  # fmt: skip


def _is_choice(state: State) -> bool:
    return len(state.legal(state.actors[0])) > 1


def _turn_text(choices: Sequence[Choice], start: State) -> str:
    """Return the turn that was played from a state."""
    at = next(n for n, choice in enumerate(choices) if choice.state is start)
    actions = list[int]()
    for state, step in choices[at:]:
        if actions and not state.in_turn:
            break
        actions += step
    return start.format_turn(actions)


def together(found: Sequence[Mapping[str, Json]]) -> Json:
    """Return what was chosen in all games: openings with their results, actions, places, pieces, lengths."""
    openings: dict[str, list[float]] = {}
    actions: dict[str, list[float]] = {}
    places: Counter[str] = Counter()
    for one in found:
        if one["first"]:
            opening = openings.setdefault(one["first"], [0, 0.0])
            opening[0] += 1
            opening[1] += one["score"]
        for name, (chosen, expected) in one["actions"].items():
            known = actions.setdefault(name, [0, 0.0])
            known[0] += chosen
            known[1] += expected
        places.update(one["places"])
    return {
        "games": len(found),
        "openings": [
            [turn, int(count), round(score / count, 4)]
            for turn, (count, score) in sorted(openings.items(), key=lambda one: (-one[1][0], one[0]))
        ],
        "actions": [[name, chosen, round(expected, 3)] for name, (chosen, expected) in sorted(actions.items())],
        "dead": [name for name, (chosen, expected) in sorted(actions.items())
                 if expected >= _SURE and chosen < _HARDLY * expected],
        "places": dict(sorted(places.items())),
        "pieces": all_pieces([one.get("pieces", {}) for one in found]),  # journals of before have none
        "lengths": [one["turns"] for one in found],
    }  # fmt: skip
