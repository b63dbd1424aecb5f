"""Throngs' rules as compiled functions; § cites a paragraph of this folder's README.

Size: the layout takes 50 lines, and the rules share their sets of sites, so they stay in one file.

Position `v`:

    index       field    meaning
    0           HAND     site of the stone in hand, -1 if there is none
    1           TRAVEL   how far the stone in hand may travel
    2           HOW      how the stone came to hand: MOVED, ADDED or CAPTURED
    3           TURN     turns played
    4           SECOND   1 if the second move of the turn is next
    5           FIRST    seat that had the first turn
    6, 7        COUNTER  §5: the counter of each seat
    8           PASSES   passes in a row
    9, 10       POINTS   §6: the points of each seat
    11          RESULT   0 while the game goes on, or BY_POINTS, BY_SUM, BY_PASSES, BY_LIMIT
    12          STAGE    stones of the pie placed (0 to 2), REPLY, or PLAY
    13 + 8w     SETS     black's stones in word w
    14 + 8w              white's stones in word w
    15 + 8w + b  COUNTS  bit b (0 to 2) of the number of black neighbours of each site of word w
    18 + 8w + b          bit b of the number of white neighbours

The sites are numbered row by row, and a set of sites is one to three words of 63 bits: site s is bit s % 63 of word
s // 63. The number of neighbours of a colour, from 0 to 6, has three bits, and the same bit of all sites is a set. So
one instruction counts, adds or compares for 63 sites:

    sites       6 5 4 3 2 1 0
    bit 0       0 1 0 0 1 1 0
    bit 1       1 0 0 0 0 1 0       site 1 has 3 black neighbours, site 5 has 5
    bit 2       0 1 0 1 0 0 0

Constants `t`, for W words and n sites:

    index                  field   meaning
    0                      SITES   option board, n
    1                      WORDS   number of words of a set, W
    2                      LIMIT   option turn_limit
    3                      PAGE    1 for rules=page
    4                      PIE     1 for setup=pie
    5 + 5w                 MASKS   word w of: the board, its edge sites, bits 0 to 2 of the degrees
    5 + (5 + 7s + k-1)W + w        word w of the sites at distance k (1 to 7) from site s on its lines
    the last n + 2                 rows and columns of a rectangle around the board, the place of each site in it

Actions: s < n uses site s, or ends a travel there; n passes, n + 1 accepts, n + 2 swaps.
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

HAND, TRAVEL, HOW, TURN, SECOND, FIRST = 0, 1, 2, 3, 4, 5
COUNTER, PASSES, POINTS, RESULT, STAGE, SETS = 6, 8, 9, 11, 12, 13
COUNTS, WIDTH = 2, 8
"""Where the counts of neighbours begin, and how many entries of `v` describe a word of sites."""

SITES, WORDS, LIMIT, PAGE, PIE, MASKS = 0, 1, 2, 3, 4, 5
BOARD, EDGE, DEGREE, MASKS_A_WORD = 0, 1, 2, 5
BITS, FURTHEST = 63, 7

MOVED, ADDED, CAPTURED = 0, 1, 2
BY_POINTS, BY_SUM, BY_PASSES, BY_LIMIT = 1, 2, 3, 4
REPLY, PLAY = 3, 4
STALE = 4
"""§5: the counter from which on moving and passing are not allowed."""

_M0, _M1, _M2, _M3, _M4, _M5 = (sum(1 << i for i in range(BITS) if i >> bit & 1) for bit in range(6))
_ONES, _TWOS, _FOURS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@rule()
def place(bit):
    """Return the number of the only bit of a word."""
    low = (bit & _M0 != 0) | (bit & _M1 != 0) << 1 | (bit & _M2 != 0) << 2
    return low | (bit & _M3 != 0) << 3 | (bit & _M4 != 0) << 4 | (bit & _M5 != 0) << 5


@rule()
def size(word):
    """Return the number of sites in a word."""
    word -= word >> 1 & _ONES
    word = (word & _TWOS) + (word >> 2 & _TWOS)
    word = (word + (word >> 4)) & _FOURS
    word += word >> 8
    word += word >> 16
    return word + (word >> 32) & 127


@rule()
def mask(t, w, which):
    """Return the sites of word w that are on the board, on its edge, or have a bit in their degree."""
    return t[MASKS + MASKS_A_WORD * w + which]


@rule()
def ring(t, site, k, w):
    """Return the sites of word w at distance k on the lines of a site."""
    return t[MASKS + (MASKS_A_WORD + FURTHEST * site + k - 1) * t[WORDS] + w]


@rule()
def empty(t, v, w):
    """Return the empty sites of word w."""
    return mask(t, w, BOARD) & ~(v[SETS + WIDTH * w] | v[SETS + WIDTH * w + 1])


@rule()
def counts(v, w, seat):
    """Return the three bits of the number of the seat's stones next to each site of word w."""
    at = SETS + WIDTH * w + COUNTS + 3 * seat
    return v[at], v[at + 1], v[at + 2]


@rule()
def put(t, v, seat, site):
    """Place a stone, and add 1 to the counts of its neighbours."""
    word = site // BITS
    v[SETS + WIDTH * word + seat] |= 1 << (site - BITS * word)
    for w in range(t[WORDS]):
        at, near = SETS + WIDTH * w + COUNTS + 3 * seat, ring(t, site, 1, w)
        one = v[at] & near
        two = v[at + 1] & one
        v[at] ^= near
        v[at + 1] ^= one
        v[at + 2] ^= two


@rule()
def take(t, v, seat, site):
    """Remove a stone, and subtract 1 from the counts of its neighbours."""
    word = site // BITS
    v[SETS + WIDTH * word + seat] ^= 1 << (site - BITS * word)
    for w in range(t[WORDS]):
        at, near = SETS + WIDTH * w + COUNTS + 3 * seat, ring(t, site, 1, w)
        one = near & ~v[at]
        two = one & ~v[at + 1]
        v[at] ^= near
        v[at + 1] ^= one
        v[at + 2] ^= two


@rule()
def mover(v):
    """§1: return the seat to move."""
    return (v[TURN] + v[FIRST]) & 1


@rule()
def lead(v, seat, site):
    """§2: return the number of the seat's stones next to a site less the number of the other's."""
    word = site // BITS
    at, shift, more = SETS + WIDTH * word + COUNTS, site - BITS * word, 0
    for bit in range(3):
        more += (v[at + 3 * seat + bit] >> shift & 1) << bit
        more -= (v[at + 3 * (1 - seat) + bit] >> shift & 1) << bit
    return more


@rule()
def compared(t, v, w, seat):
    """§2: return the sites of word w where the lead is at least 0, 1 and 3, and those without an empty neighbour."""
    (p0, p1, p2), (q0, q1, q2) = counts(v, w, seat), counts(v, w, 1 - seat)
    borrow0 = q0 & ~p0
    borrow1 = q1 & borrow0 | (q1 | borrow0) & ~p1
    behind = q2 & borrow1 | (q2 | borrow1) & ~p2
    d0, d1, d2 = p0 ^ q0, p1 ^ q1 ^ borrow0, p2 ^ q2 ^ borrow1
    carry0 = p0 & q0
    carry1 = p1 & q1 | (p1 | q1) & carry0
    wrong = d0 ^ mask(t, w, DEGREE) | p1 ^ q1 ^ carry0 ^ mask(t, w, DEGREE + 1)
    wrong |= p2 ^ q2 ^ carry1 ^ mask(t, w, DEGREE + 2)
    return ~behind, (d0 | d1 | d2) & ~behind, (d2 | d1 & d0) & ~behind, ~wrong


@rule()
def can_travel(t, v, site, travel):
    """§4: return whether an empty site is near enough on a line."""
    for k in range(1, travel + 1):
        for w in range(t[WORDS]):
            if ring(t, site, k, w) & empty(t, v, w):
                return True
    return False


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: the seat to move; §8: seat 0 places the stones of the pie, seat 1 replies."""
    if v[RESULT]:
        return 0
    if v[STAGE] < PLAY:
        return 2 << (v[STAGE] // REPLY)
    return 2 << mover(v)


@rule()
def listed(word, first, sites, out, count):
    """Write the ids of a word's sites, whose first site has this id; without branches, because they are slow."""
    for bit in range(min(BITS, sites - first)):
        out[count] = first + bit
        count += word >> bit & 1
    return count


@rule()
def usable(t, v, w, seat, fresh):
    """§3: return the sites of word w where the seat can add or capture or, if its stones are `fresh`, move."""
    level, ahead, strong, full = compared(t, v, w, seat)
    own, enemy = v[SETS + WIDTH * w + seat], v[SETS + WIDTH * w + 1 - seat]
    found = empty(t, v, w) & (ahead | level & full) | enemy & strong
    if fresh:
        found |= own & level & ~full
        hemmed = own & level & full
        while hemmed:
            bit = hemmed & -hemmed
            hemmed ^= bit
            site = BITS * w + place(bit)
            if can_travel(t, v, site, lead(v, seat, site) + 1):
                found |= bit
    return found


@rule()
def destinations(t, v, out):
    """§4: write the sites where the stone in hand may end, found in the order of their cost."""
    words, travel, hand = t[WORDS], v[TRAVEL], v[HAND]
    free = t[SITES] + 3 - words  # the end of `out` is working memory: at last the empty sites not yet reached,
    reached = free - FURTHEST * words  # and before them the sites reached, by their cost
    for i in range(reached, free):
        out[i] = 0
    for w in range(words):
        out[free + w] = empty(t, v, w)
    home = hand // BITS
    out[reached + home] = 1 << (hand - BITS * home)
    for cost in range(1, travel + 1):
        for k in range(1, cost + 1):
            for source in range(words):
                bits = out[reached + (cost - k) * words + source]
                while bits:
                    bit = bits & -bits
                    bits ^= bit
                    for w in range(words):
                        landing = ring(t, BITS * source + place(bit), k, w) & out[free + w]
                        if landing:
                            out[free + w] ^= landing
                            if cost < travel:
                                out[reached + cost * words + w] |= landing
    count = 0
    for w in range(words):
        ends = empty(t, v, w) & ~out[free + w]
        if w == home and v[HOW] != MOVED:
            ends |= 1 << (hand - BITS * home)
        count = listed(ends, BITS * w, t[SITES], out, count)
    return count


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§3 to §5: the sites to use, or where the stone in hand may end; §8: sites for the pie, or the reply to it."""
    if v[HAND] >= 0:
        return destinations(t, v, out)
    sites, count = t[SITES], 0
    if v[STAGE] == REPLY:
        out[0], out[1] = sites + 1, sites + 2
        return 2
    if v[STAGE] < REPLY:
        for w in range(t[WORDS]):
            count = listed(empty(t, v, w), BITS * w, sites, out, count)
        return count
    fresh = v[COUNTER + seat] < STALE
    for w in range(t[WORDS]):
        count = listed(usable(t, v, w, seat, fresh), BITS * w, sites, out, count)
    if fresh or count == 0:  # §5: a player who can do nothing else must pass
        out[count] = sites
        count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Return 0: Throngs has no chance."""
    return 0


@rule()
def safe(t, v, seat, site, edge):
    """§6: return whether no empty neighbour of a site has an enemy stone beside it or, with `edge`, is an edge site."""
    for w in range(t[WORDS]):
        q0, q1, q2 = counts(v, w, 1 - seat)
        if ring(t, site, 1, w) & empty(t, v, w) & (q0 | q1 | q2 | mask(t, w, EDGE) & edge):
            return False
    return True


@rule()
def territory(t, v, w, seat):
    """§6: return the sites of word w that count for a seat.

    Degrees are 3 or 4 on the edge and 5 or 6 elsewhere, so the lowest bit tells them apart.
    """
    (p0, p1, p2), (q0, q1, q2) = counts(v, w, seat), counts(v, w, 1 - seat)
    edge, odd = mask(t, w, EDGE), mask(t, w, DEGREE)
    p_some, p_two, p_three = p0 | p1 | p2, p1 | p2, p2 | p1 & p0
    q_some, q_two, q_three = q0 | q1 | q2, q1 | q2, q2 | q1 & q0
    on_edge = p_some | ~q_two & ~(odd & q0)
    inside = p_two | p0 & ~q_three | ~q_two
    found = v[SETS + WIDTH * w + seat] & (edge & on_edge | ~edge & inside)
    found |= v[SETS + WIDTH * w + 1 - seat] & (p2 & (edge | odd | p0 | p1) | p_three & edge & odd)
    free = empty(t, v, w)
    found |= free & ~edge & p_three & ~q_some
    doubtful = free & (edge & p_three | ~edge & p2 & q_some)
    while doubtful:
        bit = doubtful & -doubtful
        doubtful ^= bit
        if safe(t, v, seat, BITS * w + place(bit), -1 if edge & bit else 0):
            found |= bit
    return found


@rule()
def count_points(t, v):
    """§6: count the points of both seats."""
    for seat in range(2):
        count = 0
        for w in range(t[WORDS]):
            count += size(territory(t, v, w, seat))
        v[POINTS + seat] = count


@rule()
def judge(t, v):
    """§7: return the result of the position after a move."""
    whole = v[SECOND] == 0
    ahead = v[POINTS + mover(v)]
    if t[PAGE]:
        ahead = max(v[POINTS], v[POINTS + 1])
    if (whole or not t[PAGE]) and 2 * (ahead - 3) > t[SITES]:
        return BY_POINTS
    if whole and t[PAGE] and v[POINTS] + v[POINTS + 1] == t[SITES]:
        return BY_SUM
    if v[PASSES] == 4:
        return BY_PASSES
    return BY_LIMIT if v[TURN] == t[LIMIT] else 0


@rule()
def end_move(t, v, seat, passed):
    """§1, §5 to §7: end the move: update counters and turn, count the points, and set the result."""
    v[HAND], v[TRAVEL], v[HOW] = -1, 0, MOVED
    if not passed or v[COUNTER + seat] < STALE:
        v[COUNTER + seat] += 1
    v[PASSES] = v[PASSES] + 1 if passed else 0
    v[TURN] += v[SECOND]
    v[SECOND] ^= 1
    count_points(t, v)
    v[RESULT] = judge(t, v)


@rule()
def choose(t, v, seat, site):
    """§3: begin a move on this site; the move is over at once if the stone can only stay."""
    word = site // BITS
    bit, ahead = 1 << (site - BITS * word), lead(v, seat, site)
    how, travel = MOVED, ahead + 1
    if v[SETS + WIDTH * word + 1 - seat] & bit:
        how, travel = CAPTURED, ahead - 3
        take(t, v, 1 - seat, site)
        put(t, v, seat, site)
    elif v[SETS + WIDTH * word + seat] & bit == 0:
        how, travel = ADDED, ahead - 1
        put(t, v, seat, site)
        v[COUNTER + seat] = 0
    if how == MOVED or can_travel(t, v, site, travel):
        v[HAND], v[TRAVEL], v[HOW] = site, travel, how
    else:
        end_move(t, v, seat, False)


@rule()
def prepare(t, v, action):
    """§8: place a stone of the pie, or play the reply to it; the seat with the single stone begins."""
    stage = v[STAGE]
    v[STAGE] += 1
    if stage < REPLY:
        put(t, v, int(stage == 1 or (stage == 2 and t[PAGE])), action)
        return
    v[FIRST] = 0 if t[PAGE] else 1
    if action == t[SITES] + 2:
        v[FIRST] ^= 1
        for w in range(t[WORDS]):
            at = SETS + WIDTH * w
            v[at], v[at + 1] = v[at + 1], v[at]
            for bit in range(COUNTS, COUNTS + 3):
                v[at + bit], v[at + bit + 3] = v[at + bit + 3], v[at + bit]


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§3, §4: use a site, end a travel, or pass; §8: or play a step of the pie."""
    action, hand, seat = actions[0], v[HAND], mover(v)
    if v[STAGE] < PLAY:
        prepare(t, v, action)
    elif hand >= 0:
        if action != hand:
            take(t, v, seat, hand)
            put(t, v, seat, action)
        end_move(t, v, seat, False)
    elif action == t[SITES]:
        end_move(t, v, seat, True)
    else:
        choose(t, v, seat, action)


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§6: points are the sites of the territories; §7: the seat with more points wins."""
    out[0], out[1] = v[POINTS], v[POINTS + 1]
    if v[RESULT] == 0 or v[POINTS] == v[POINTS + 1]:
        return 0
    return 1 if v[POINTS] > v[POINTS + 1] else 2


def board_key(t: Vector, v: Vector) -> Vector:
    """Return the part of a position that is equal where the board is: the stones."""
    return v[SETS:]


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
