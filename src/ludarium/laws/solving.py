"""Laws of what a game offers to solvers in its module `exact`."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample
from ludarium.solve.canonical import CanonicalForm
from ludarium.solve.race.race import RaceLayout
from ludarium.solve.race.table import first_roll

Places = tuple[tuple[int, ...], ...]
"""The places of the pieces of every side, ascending."""


def the_canonical_form_keeps_what_matters(sample: Sample) -> None:
    """A position and its canonical form have the same actors and payoffs, and the same forms follow them as often.

    So they have the same values. Where the form leaves out a rule, one of them may be over when the other is not.
    """
    form = CanonicalForm.of(sample.game)
    for state in sample.states:
        found = form.position(state)
        must(form.position(found) == found, "the canonical form of the canonical form is another", state)
        if form.left_out and bool(state.actors) != bool(found.actors):
            continue
        must(found.actors == state.actors, f"the canonical form has the actors {found.actors}", state)
        must(found.payoffs == state.payoffs, f"the canonical form pays {found.payoffs}", state)
        if len(state.actors) == 1:
            one, other = _following(form, state), _following(form, found)
            known = form.left_out and any(not after.actors for after in (*one, *other))
            must(known or one == other, "other positions follow the canonical form", state)


def _following(form: CanonicalForm, state: State) -> Counter[State]:
    """Return the canonical forms of the positions that may follow, and how many actions, or what chance, each has."""
    weights = state.chance_outcomes() if state.actors == (CHANCE,) else dict.fromkeys(state.legal(), 1.0)
    found: dict[State, float] = {}
    for action, weight in weights.items():
        after = form.position(state.play_unchecked(action))
        found[after] = found.get(after, 0.0) + weight
    return Counter({after: round(1e9 * weight) for after, weight in found.items()})


def the_race_is_that_of_the_rules(sample: Sample) -> None:
    """A race that a game declares has the game's rolls, moves and ends, and its places tell a position whole.

    A position is made anew from the places of its pieces and the turn, and must be the same but for what the canonical
    form leaves out.
    """
    describe = getattr(sample.game.definition.optional_module("exact"), "race", None)
    if describe is None:
        return
    game, layout = sample.game, describe(sample.game)
    form, start = CanonicalForm.of(game), first_roll(game, layout)
    for state in sample.states:
        v = state.vector
        if state.actors != (CHANCE,) or v[layout.mover] < 0:
            continue
        (side, turn), now = layout.turn(v), _places(layout, state)
        made = game.state(layout.position(start, now, side, turn))
        must(form.position(made) == form.position(state), f"the race makes {made} of it", state)
        chances = list(state.chance_outcomes().values())
        even = len(chances) == layout.race.steps.shape[1] and np.allclose(chances, 1 / len(chances))
        must(even, "the race has other rolls, or they are not equally likely", state)
        for face, roll in enumerate(state.legal(CHANCE)):
            after = state.play_unchecked(roll)
            following = (
                [after.play_unchecked(action) for action in after.legal()] if after.actors == (side,) else [after]
            )
            known, found = {*_moves(layout, now, side, face)}, {_places(layout, after) for after in following}
            must(found == known, f"the race has other moves with outcome {face} of chance", state)
            for after in following:
                _must_go_on(layout, after, side, turn, form.left_out)


def _must_go_on(layout: RaceLayout, after: State, side: int, turn: int, left_out: str) -> None:
    """Check that the game is over when the race is, and that otherwise the next side rolls."""
    race = layout.race
    is_home = any(place[0] == race.places - 1 for place in _places(layout, after))
    if is_home and (not race.even or turn == race.sides - 1):
        must(not after.actors, "the race is over, and the game is not", after)
    elif after.actors or not left_out:
        must(after.actors == (CHANCE,), "the race goes on, and nobody rolls", after)
        then = (side + race.order) % race.sides, (turn + 1) % race.sides if layout.turns >= 0 else 0
        must(layout.turn(after.vector) == then, "in the race another side has the next turn", after)


def _places(layout: RaceLayout, state: State) -> Places:
    return tuple(tuple(layout.places(state.vector, side)) for side in range(layout.race.sides))


def _moves(layout: RaceLayout, now: Places, side: int, face: int) -> Iterator[Places]:
    """Yield the places of all pieces after every move that the race has, or the same ones if it has none."""
    race, moved = layout.race, False
    goal = race.places - 1
    for piece, place in enumerate(now[side]):
        to = int(race.steps[place, face])
        if to < 0 or (race.alone and 0 < to < goal and to in now[side]):
            continue
        moved, after = True, [list(places) for places in now]
        after[side][piece] = to
        for other in range(race.sides):
            struck = int(race.meets[side, other, to]) if other != side else -1
            after[other] = [0 if place == struck else place for place in after[other]]
        yield tuple(tuple(sorted(places)) for places in after)
    if not moved:
        yield now


LAWS = (Law(the_canonical_form_keeps_what_matters), Law(the_race_is_that_of_the_rules))
