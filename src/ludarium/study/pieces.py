"""Which pieces are chosen, by their kinds and by where they stand, and which the winners have; read off the pictures.

No game has code of its own here: what an action is about is found by what is touched for it, and by what it moves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import hypot, sqrt
from typing import Any, NamedTuple

import numpy as np

from ludarium.analysis.measuring.estimates import mean_of
from ludarium.core.game import Game, State
from ludarium.scenes.picture import Picture, advance, begin, draw
from ludarium.scenes.scene import Element, Scene
from ludarium.scenes.turns import touched_for
from ludarium.study.pictures import has_pictures

_NEAR = 50.0
"""How far from a piece, in hundredths of a cell, that may lie which names its place."""
_BEYOND = 3.0
"""How many standard errors of chance lie between what is chosen and what is by chance, for it to be said."""
Seen = Mapping[str, Any]
"""What was seen in a game, as JSON has it."""


class Thing(NamedTuple):
    """What an action is about, a piece or what it turns: its kind, and the name of where it is, with its place."""

    kind: str
    name: str
    x: float
    y: float


def kind_of(element: Element) -> str:
    """Return the kind of a piece: the word with which its id begins, before a hyphen.

    >>> kind_of(Element("walker-0-3-4", "piece", 0, 0)), kind_of(Element("b5", "piece", 0, 0))
    ('walker', 'piece')
    """
    word, hyphen, _ = element.id.partition("-")
    return word if hyphen else "piece"


def beyond_chance(count: int, expected: float) -> int:
    """Return 1 for what is chosen more often than by chance, -1 for what is less often, 0 for what chance explains.

    >>> beyond_chance(30, 10.0), beyond_chance(0, 10.0), beyond_chance(12, 10.0)
    (1, -1, 0)
    """
    if abs(count - expected) <= _BEYOND * sqrt(max(1.0, expected)):
        return 0
    return 1 if count > expected else -1


def pieces_of(game: Game, sampled: Iterable[tuple[State, tuple[int, ...]]], final: Sequence[float]) -> Seen:
    """Return what choices of a game were about, beside chance, and which pieces the seats had; empty without pictures.

    `final` has what each seat got. By chance an action is one of those that are about something.

    | key      | content                                                                                     |
    | -------- | ------------------------------------------------------------------------------------------- |
    | `kinds`  | by kind how often a piece of it was chosen, and how often by chance                         |
    | `stands` | by the name of a place its x and y, and the same two numbers of what is there               |
    | `had`    | by kind how many the winners had on average, and the others; None where nobody or all won   |
    | `owned`  | the most kinds that a seat had at once                                                      |
    """
    if not has_pictures(game):
        return {}
    kinds, stands = dict[str, list[float]](), dict[str, list[float]]()
    counted, turned = list[list[Counter[str]]](), dict[tuple[str, ...], Thing | None]()
    for state, step in sampled:
        picture = begin(state)
        scene = draw(picture)
        counted.append([Counter(map(kind_of, _on_board(scene, seat))) for seat in range(game.seats)])
        shares, chosen = _choice(picture, scene, step, turned)
        for thing, share in shares.items():
            for one in (kinds.setdefault(thing.kind, [0, 0.0]),
                        stands.setdefault(thing.name, [round(thing.x, 1), round(thing.y, 1), 0, 0.0])):  # fmt: skip
                one[-2] += thing == chosen
                one[-1] = round(one[-1] + share, 6)
    owned = max((len(one) for seats in counted for one in seats), default=0)
    return {"kinds": kinds, "stands": stands, "had": _had(counted, final), "owned": owned}


def _choice(
    picture: Picture, scene: Scene, step: tuple[int, ...], turned: dict[tuple[str, ...], Thing | None]
) -> tuple[Mapping[Thing, float], Thing | None]:
    """Return what a choice could be about, each with its part of the actions, and what it was about.

    Empty where seats choose at once, where all actions are about the same, and where the chosen one is about nothing.
    `turned` remembers what handles turn.
    """
    state = picture.state
    if len(state.actors) != 1 or len(state.legal()) < 2:
        return {}, None
    [seat] = state.actors
    after = partial(_after, picture)
    pieces = {action: _piece(scene, seat, action) for action in state.legal()}
    piece = pieces[step[0]]
    if piece and not _is_moved(piece, after(step[0])):  # what is touched lies there and has no part in it
        return {}, None
    found = dict[int, Thing]()
    for action, one in pieces.items():
        thing = _standing(state, scene, seat, one) if one else _turned(scene, seat, action, after, turned)
        if thing:
            found[action] = thing
    chosen = found.get(step[0])
    if chosen is None or len({*found.values()}) < 2:
        return {}, None
    return {thing: count / len(found) for thing, count in Counter(found.values()).items()}, chosen


def _after(picture: Picture, action: int) -> Scene:
    return draw(advance(picture, picture.state.play_unchecked(action), (action,)))


def _piece(scene: Scene, seat: int, action: int) -> Element | None:
    """Return the seat's piece that an action is about: one that is touched, or one on the board where it is touched."""
    touched = touched_for(scene.touches, seat, action)
    by_id = {one.id: one for one in _own(scene, seat)}
    for name in touched:
        if name in by_id:
            return by_id[name]
    places = {one.id: (one.x, one.y) for one in scene.elements if one.role != "handle"}
    by_place = {(one.x, one.y): one for one in _on_board(scene, seat)}
    return next((by_place[places[name]] for name in touched if places.get(name) in by_place), None)


def _own(scene: Scene, seat: int) -> list[Element]:
    """Return the pieces of a seat, without dice."""
    mine = f"seat-{seat}"
    looks = ((one, one.look.split()) for one in scene.elements if one.role == "piece")
    return [one for one, look in looks if mine in look and "die" not in look]


def _on_board(scene: Scene, seat: int) -> Iterator[Element]:
    """Yield the pieces of a seat on the board: where any piece is printed in text pictures, those that are."""
    printed = any(one.stamps for one in scene.elements if one.role == "piece" and "die" not in one.look.split())
    return (one for one in _own(scene, seat) if one.stamps or not printed)


def _is_moved(piece: Element, after: Scene) -> bool:
    """Return whether a piece has moved, turned or gone, or is being moved."""
    found = next((one for one in after.elements if one.id == piece.id), None)
    if found is None or "carried" in found.look.split():
        return True
    return (found.x, found.y, found.angle) != (piece.x, piece.y, piece.angle)


def _standing(state: State, scene: Scene, seat: int, piece: Element) -> Thing:
    """Return a piece with where it stands: the nearest place that has a label, by what the label begins with."""
    near = [
        (hypot(one.x - piece.x, one.y - piece.y), one)
        for one in scene.elements
        if one.role in ("ground", "cell") and one.label
    ]
    away, place = min(near, key=lambda one: one[0], default=(_NEAR, piece))
    if away >= _NEAR:
        seat_name = state.game.setup.seat_names[seat]
        return Thing(kind_of(piece), f"{kind_of(piece)} of {seat_name} beside the board", piece.x, piece.y)
    return Thing(kind_of(piece), re.split("[:,;]", place.label)[0], place.x, place.y)


def _turned(
    scene: Scene, seat: int, action: int, after: Callable[[int], Scene], turned: dict[tuple[str, ...], Thing | None]
) -> Thing | None:
    """Return what a handle turns or moves that is no piece, such as a rotor; None if nothing."""
    touched = touched_for(scene.touches, seat, action)
    before = {one.id: one for one in scene.elements}
    if not touched or any(before[name].role != "handle" for name in touched):
        return None
    if touched not in turned:
        changed = (
            one
            for one in after(action).elements
            if one.role in ("ground", "cell") and (old := before.get(one.id)) and _is_moved(old, Scene(0, 0, (one,)))
        )
        found = next(changed, None)
        turned[touched] = Thing(kind_of(found), found.id.replace("-", " "), found.x, found.y) if found else None
    return turned[touched]


def _had(counted: Sequence[Sequence[Counter[str]]], final: Sequence[float]) -> Mapping[str, list[float]] | None:
    """Return by kind how many pieces of it the winners had on average, and how many the others."""
    won = [part == max(final) for part in final]
    if all(won) or not counted:
        return None
    names = sorted({kind for seats in counted for one in seats for kind in one})
    found = {}
    for kind in names:
        means = [float(np.mean([seats[seat][kind] for seats in counted])) for seat in range(len(final))]
        sides = ([mean for mean, is_won in zip(means, won, strict=True) if is_won is side] for side in (True, False))
        found[kind] = [round(float(np.mean(side)), 6) for side in sides]
    return found


def all_pieces(found: Sequence[Seen]) -> Seen:
    """Return what was seen in all games: kinds and places beside chance, and the pieces of winners and others."""
    kinds, stands = dict[str, list[float]](), dict[str, list[float]]()
    for game in found:
        for sums, seen in ((kinds, game.get("kinds", {})), (stands, game.get("stands", {}))):
            for name, row in seen.items():
                known = sums.setdefault(name, [*row[:-2], 0, 0.0])
                known[-2:] = known[-2] + row[-2], known[-1] + row[-1]
    had = [game["had"] for game in found if game.get("had")]
    return {
        "kinds": [[name, chosen, round(expected, 3)] for name, (chosen, expected) in sorted(kinds.items())],
        "stands": [[name, *row[:-1], round(row[-1], 3)] for name, row in sorted(stands.items())],
        "had": [[name, *_compared([one.get(name, (0.0, 0.0)) for one in had])]
                for name in sorted({kind for one in had for kind in one})],
        "owned": max((game.get("owned", 0) for game in found), default=0),
    }  # fmt: skip


def _compared(pairs: Sequence[Sequence[float]]) -> list[float | None]:
    """Return the mean of the winners, that of the others, and the bounds of the difference; None for few games."""
    rows = np.array(pairs)
    means = [round(float(mean), 4) for mean in rows.mean(axis=0)]
    bounds = mean_of(rows[:, 0] - rows[:, 1])[1:] if len(rows) > 1 else (None, None)
    return [*means, *(bound if bound is None else round(bound, 4) for bound in bounds)]
