"""Multiplication Ludo's rules, compiled; § are the paragraphs of this folder's README.

Position v: the result, the seat to move (-1 while nobody is), its roll (0 before it), turns played; then the position
of every marker on the board, the markers of seat 0 first, then those of seat 1, and so on:

    v[PLACES + seat * markers + marker]    1 is the start, the goal is where a marker is retired

A turn is a roll, and a marker moved by it: two steps, except for a one, which is a step and a turn.
Nature's action is the seat that begins, or the roll less one. A seat's action is the marker that it moves, 0 to 3.
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

RESULT, MOVER, ROLL, TURN, PLACES = 0, 1, 2, 3, 4
SEATS, MARKERS, GOAL, DIE, LIMIT, EFFORT = 0, 1, 2, 3, 4, 5
"""In t: the options, the limit in turns of all players together; then, for players that search, from every position
the thousandths of rolls that a marker needs to reach the goal."""

NOBODY = -1
DRAWN = 5
"""The result of a game that the turn limit ended; 1 to 4 is a win of seat 0 to 3."""


@rule()
def chances(t, v):
    """How many ways nature's next step can go: §1 any player may begin, §2 any face of the die may come up."""
    return t[DIE] if v[MOVER] != NOBODY else t[SEATS]


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§2: nature rolls, then the player moves."""
    if v[RESULT]:
        return 0
    return 2 << v[MOVER] if v[ROLL] else 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§3: any marker that is not retired."""
    count = 0
    if seat < 0:
        count = chances(t, v)
        for action in range(count):
            out[action] = action
        return count
    own = PLACES + seat * t[MARKERS]
    for marker in range(t[MARKERS]):
        out[count] = marker
        count += v[own + marker] != t[GOAL]
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """§1 and §2: every player is as likely to begin, every face as likely to come up, as another."""
    count = chances(t, v)
    for action in range(count):
        out[action] = 1.0 / count
    return count


@rule()
def pass_on(t, v):
    """The turn is over: §1 the next player's follows, unless §7 the game is won or §8 the limit is reached."""
    v[ROLL] = 0
    v[TURN] += 1
    if v[RESULT] == 0 and v[TURN] == t[LIMIT]:
        v[RESULT] = DRAWN
    following = v[MOVER] + 1
    v[MOVER] = NOBODY if v[RESULT] else following if following < t[SEATS] else 0


@rule()
def bump(v, first, last, place):
    """§6: back to 1 with the markers on this position, among those from first to last."""
    for marker in range(first, last):
        if v[marker] == place:
            v[marker] = 1


@rule()
def retired(t, v, seat):
    """§5: how many of a player's markers are on the goal."""
    own, count = PLACES + seat * t[MARKERS], 0
    for marker in range(own, own + t[MARKERS]):
        count += v[marker] == t[GOAL]
    return count


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """The draw of who begins, a roll, or a marker's move."""
    action = actions[0]
    if v[MOVER] == NOBODY:
        v[MOVER] = action
    elif v[ROLL]:
        own = PLACES + v[MOVER] * t[MARKERS]
        place = v[own + action] * v[ROLL]
        if place > t[GOAL]:  # §4
            place = 1
        v[own + action] = place
        if place == t[GOAL]:
            if retired(t, v, v[MOVER]) == t[MARKERS]:  # §7
                v[RESULT] = v[MOVER] + 1
        elif place > 1:
            bump(v, PLACES, own, place)
            bump(v, own + t[MARKERS], PLACES + t[SEATS] * t[MARKERS], place)
        pass_on(t, v)
    elif action:
        v[ROLL] = action + 1
    else:  # §2: a one forfeits the turn
        pass_on(t, v)


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """A point for every marker that is retired."""
    for seat in range(t[SEATS]):
        out[seat] = retired(t, v, seat)
    return 1 << v[RESULT] - 1 if 0 < v[RESULT] < DRAWN else 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
