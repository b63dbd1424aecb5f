"""Throngs' rules, compiled; § are the paragraphs of this folder's README.

The sites are numbered row by row, and a set of sites is one to three words of 63 bits: site s is bit s % 63 of word
s // 63. How many neighbours of each colour a site has is kept for all the sites at once: a count from 0 to 6 is three
bits, and the same bit of every site makes a set. One instruction therefore counts, adds or compares for 63 sites:

    sites       6 5 4 3 2 1 0
    bit 0       0 1 0 0 1 1 0
    bit 1       1 0 0 0 0 1 0       site 1 has 3 black neighbours, site 5 has 5
    bit 2       0 1 0 1 0 0 0

Position v: the site of the stone in hand or -1, how far it may travel, how it came to hand, turns played, whether the
second move of the turn is next, who had the first turn, both counters, passes in a row, both scores, the result, the
stage of the pie. Then for each word black's stones and white's, and three bits each of their counts.
Action s < n chooses the site s, whatever lies there, or the end of a travel; n is a pass, n + 1 accepts, n + 2 swaps.
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

HAND, TRAVEL, HOW, TURN, SECOND, FIRST = 0, 1, 2, 3, 4, 5
COUNTER, PASSES, SCORE, RESULT, STAGE, SETS = 6, 8, 9, 11, 12, 13
"""In v; COUNTER and SCORE have a word for each seat."""
COUNTS, WIDTH = 2, 8
"""After each word's stones come the counts of neighbours; so many words stand for 63 sites."""

SITES, WORDS, LIMIT, PAGE, PIE, MASKS = 0, 1, 2, 3, 4, 5
"""In t: the sites, the words of a set, three options; for each word the board, its edge and three bits of the degrees.
Then for every site and k = 1 to 7, the sites at distance k on its lines. The last words are the rows and the columns
of a rectangle around the board, and every site's place in it, row by row."""
BOARD, EDGE, DEGREE, MASKS_A_WORD = 0, 1, 2, 5
BITS, FURTHEST = 63, 7

MOVED, ADDED, CAPTURED = 0, 1, 2
"""How a stone came to hand."""
BY_SCORE, BY_SUM, BY_PASSES, BY_LIMIT = 1, 2, 3, 4
REPLY, PLAY = 3, 4
"""Stages: the stones of the pie that have been placed, then the reply to it, then play."""
STALE = 4
"""§5: the counter at which moving and passing end."""

_M0, _M1, _M2, _M3, _M4, _M5 = (sum(1 << i for i in range(BITS) if i >> bit & 1) for bit in range(6))
_ONES, _TWOS, _FOURS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@rule()
def place(bit):
    """Which bit of a word this is."""
    low = (bit & _M0 != 0) | (bit & _M1 != 0) << 1 | (bit & _M2 != 0) << 2
    return low | (bit & _M3 != 0) << 3 | (bit & _M4 != 0) << 4 | (bit & _M5 != 0) << 5


@rule()
def size(word):
    """How many sites are in a word."""
    word -= word >> 1 & _ONES
    word = (word & _TWOS) + (word >> 2 & _TWOS)
    word = (word + (word >> 4)) & _FOURS
    word += word >> 8
    word += word >> 16
    return word + (word >> 32) & 127


@rule()
def mask(t, w, which):
    """The sites of the board, of its edge, or with a bit in their degree, in word w."""
    return t[MASKS + MASKS_A_WORD * w + which]


@rule()
def ring(t, site, k, w):
    """Of word w the sites at distance k on the lines of a site."""
    return t[MASKS + (MASKS_A_WORD + FURTHEST * site + k - 1) * t[WORDS] + w]


@rule()
def empty(t, v, w):
    """The empty sites of word w."""
    return mask(t, w, BOARD) & ~(v[SETS + WIDTH * w] | v[SETS + WIDTH * w + 1])


@rule()
def counts(v, w, seat):
    """The three bits of how many stones of a seat are next to the sites of word w."""
    at = SETS + WIDTH * w + COUNTS + 3 * seat
    return v[at], v[at + 1], v[at + 2]


@rule()
def put(t, v, seat, site):
    """Place a stone, and add one to what its neighbours count."""
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
    """Remove a stone, and take one from what its neighbours count."""
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
    """§1: whose move it is."""
    return (v[TURN] + v[FIRST]) & 1


@rule()
def lead(v, seat, site):
    """§2: how many more neighbours of a site are the seat's than the other's."""
    word = site // BITS
    at, shift, more = SETS + WIDTH * word + COUNTS, site - BITS * word, 0
    for bit in range(3):
        more += (v[at + 3 * seat + bit] >> shift & 1) << bit
        more -= (v[at + 3 * (1 - seat) + bit] >> shift & 1) << bit
    return more


@rule()
def compared(t, v, w, seat):
    """§2: the sites of word w where the lead is at least 0, 1 and 3, and those with no empty neighbour."""
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
    """§4: whether an empty site is near enough on a line."""
    for k in range(1, travel + 1):
        for w in range(t[WORDS]):
            if ring(t, site, k, w) & empty(t, v, w):
                return True
    return False


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: the seat that moves; §8: the first places the stones of the pie, the second replies."""
    if v[RESULT]:
        return 0
    if v[STAGE] < PLAY:
        return 2 << (v[STAGE] // REPLY)
    return 2 << mover(v)


@rule()
def listed(word, first, sites, out, count):
    """Write the ids of a word's sites, the first of which has this id; without branches it is fastest."""
    for bit in range(min(BITS, sites - first)):
        out[count] = first + bit
        count += word >> bit & 1
    return count


@rule()
def usable(t, v, w, seat, fresh):
    """§3: the sites of word w where the seat can add or capture, or, while its counter is fresh, move."""
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
    """§4: list where the stone in hand may end, spreading from it by rising cost."""
    words, travel, hand = t[WORDS], v[TRAVEL], v[HAND]
    free = t[SITES] + 3 - words  # the end of `out` is scratch paper: last what is not reached,
    reached = free - FURTHEST * words  # before it what is, by its cost
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
    """§3 to §5: sites to use, or where the stone in hand may go; §8: sites for the pie, or the reply to it."""
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
    if fresh or count == 0:  # §5: who can do nothing else must pass
        out[count] = sites
        count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Nature has no part in Throngs."""
    return 0


@rule()
def safe(t, v, seat, site, edge):
    """§6: whether no empty neighbour of an empty site is the other's, too, or for a site of the edge on the edge."""
    for w in range(t[WORDS]):
        q0, q1, q2 = counts(v, w, 1 - seat)
        if ring(t, site, 1, w) & empty(t, v, w) & (q0 | q1 | q2 | mask(t, w, EDGE) & edge):
            return False
    return True


@rule()
def territory(t, v, w, seat):
    """§6: the sites of word w that count for a seat.

    On the edge degrees are 3 or 4, elsewhere 5 or 6, so the lowest bit of the degree tells which.
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
def count_scores(t, v):
    """§6: both scores, as they stand after a move."""
    for seat in range(2):
        score = 0
        for w in range(t[WORDS]):
            score += size(territory(t, v, w, seat))
        v[SCORE + seat] = score


@rule()
def judge(t, v):
    """§7: the result of the position before the move that would come next."""
    whole = v[SECOND] == 0
    ahead = v[SCORE + mover(v)]
    if t[PAGE]:
        ahead = max(v[SCORE], v[SCORE + 1])
    if (whole or not t[PAGE]) and 2 * (ahead - 3) > t[SITES]:
        return BY_SCORE
    if whole and t[PAGE] and v[SCORE] + v[SCORE + 1] == t[SITES]:
        return BY_SUM
    if v[PASSES] == 4:
        return BY_PASSES
    return BY_LIMIT if v[TURN] == t[LIMIT] else 0


@rule()
def end_move(t, v, seat, passed):
    """§1, §5 to §7: count the move, and the scores after it."""
    v[HAND], v[TRAVEL], v[HOW] = -1, 0, MOVED
    if not passed or v[COUNTER + seat] < STALE:
        v[COUNTER + seat] += 1
    v[PASSES] = v[PASSES] + 1 if passed else 0
    v[TURN] += v[SECOND]
    v[SECOND] ^= 1
    count_scores(t, v)
    v[RESULT] = judge(t, v)


@rule()
def choose(t, v, seat, site):
    """§3: begin a move on this site; it is over where the stone can only stay."""
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
    """§8: place a stone of the pie, or settle who has which; whoever has the single stone begins."""
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
    """One decision: a site, the end of a travel, a pass; or a step of the pie."""
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
    """§6: the territory of each; §7: the higher score wins."""
    out[0], out[1] = v[SCORE], v[SCORE + 1]
    if v[RESULT] == 0 or v[SCORE] == v[SCORE + 1]:
        return 0
    return 1 if v[SCORE] > v[SCORE + 1] else 2


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
