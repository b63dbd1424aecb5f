"""Throngs again, slow and obvious, from the rule book: stones in a dictionary, on boards copied from their pictures.

A position is a dictionary from points to "b" or "w".
Nothing here is shared with the kernel, so where the two agree neither is likely to be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.games.throngs.pictures import STEPS, Point, Stones, neighbours, sites


@dataclass
class Reference:
    """A game of Throngs, played by words: a point, `pass`, `accept` or `swap`."""

    board: int = 63
    pie: bool = False
    page: bool = False
    turn_limit: int = 500
    stones: Stones = field(default_factory=dict)
    mover: str = "b"
    turn: int = 1
    second: bool = False
    counters: dict[str, int] = field(default_factory=lambda: {"b": -1, "w": -1})
    passes: int = 0
    placed: int = 3

    def __post_init__(self) -> None:
        self.points = sites(self.board)
        self.beside = neighbours(self.board)
        self.hand: Point | None = None
        self.left = 0
        self.may_stay = False
        self.over = ""
        self.replied = not self.pie or self.placed == 3
        self.scores = {"b": 0, "w": 0}

    @property
    def other(self) -> str:
        return "bw"[self.mover == "b"]

    @property
    def actor(self) -> int:
        if self.placed < 3:
            return 0
        return "bw".index(self.mover) if self.replied else 1

    @property
    def winner(self) -> str:
        if not self.over or self.scores["b"] == self.scores["w"]:
            return ""
        return max("bw", key=lambda player: self.scores[player])

    def influence(self, point: Point) -> int:
        """Own stones less enemy stones in the vicinity of a point."""
        vicinity = [*map(self.stones.get, self.beside[point]), self.stones.get(point)]
        return vicinity.count(self.mover) - vicinity.count(self.other)

    def legal(self) -> set[Point | str]:
        """What may be said next."""
        if self.over:
            return set()
        if self.placed < 3:
            return {point for point in self.points if point not in self.stones}
        if not self.replied:
            return {"accept", "swap"}
        if self.hand is not None:
            ends: set[Point | str] = {*self.reached(self.hand, self.left)}
            return ends | {self.hand} if self.may_stay else ends
        fresh = self.counters[self.mover] < 4
        found: set[Point | str] = {point for point in self.points if self.usable(point, fresh)}
        return found | {"pass"} if fresh or not found else found

    def usable(self, point: Point, fresh: bool) -> bool:
        """Whether a move can begin at a point."""
        influence, holds = self.influence(point), self.stones.get(point)
        if holds is None:
            return influence >= 1 or (influence == 0 and all(near in self.stones for near in self.beside[point]))
        if holds == self.other:
            return influence >= 2
        return fresh and influence >= 1 and self.can_hop(point, influence)

    def hops(self, start: Point, left: int) -> Iterator[tuple[Point, int]]:
        """The empty points on the lines from a point, with what is left on landing there."""
        for a, b in STEPS:
            x, y = start
            for distance in range(1, left + 1):
                x, y = x + a, y + b
                if (x, y) not in self.beside:
                    break
                if (x, y) not in self.stones:
                    yield (x, y), left - distance

    def can_hop(self, start: Point, left: int) -> bool:
        """Whether a stone can leave a point."""
        return any(self.hops(start, left))

    def reached(self, start: Point, left: int) -> dict[Point, int]:
        """Every empty point where hops from here can end, with the most that can be left there."""
        best: dict[Point, int] = {}
        todo = [(start, left)]
        while todo:
            for point, rest in self.hops(*todo.pop()):
                if rest > best.get(point, -1):
                    best[point] = rest
                    todo.append((point, rest))
        return best

    def play(self, what: Point | str) -> None:
        """Play one of the legal actions."""
        if isinstance(what, str):
            self.say(what)
        elif self.placed < 3:
            self.stones[what] = ("bww" if self.page else "bwb")[self.placed]
            self.placed += 1
        elif self.hand is not None:
            del self.stones[self.hand]
            self.stones[what] = self.mover
            self.finish()
        else:
            self.begin(what)

    def say(self, what: str) -> None:
        """Reply to the pie, or pass."""
        if not self.replied:
            self.reply(what)
            return
        if self.counters[self.mover] < 4:
            self.counters[self.mover] += 1
        self.passes += 1
        self.next_move()

    def reply(self, what: str) -> None:
        """Settle the colours; the player with a single stone begins."""
        self.replied = True
        if what == "swap":
            self.stones = {point: "bw"[stone == "b"] for point, stone in self.stones.items()}
        self.mover = min("bw", key=lambda player: list(self.stones.values()).count(player))

    def begin(self, point: Point) -> None:
        """Add, capture or take up a stone."""
        influence, holds = self.influence(point), self.stones.get(point)
        if holds is None:
            self.counters[self.mover] = 0
        self.left = influence - {None: 1, self.other: 2, self.mover: 0}[holds]
        self.stones[point] = self.mover
        self.may_stay = holds != self.mover
        if self.can_hop(point, self.left):
            self.hand = point
        else:
            self.finish()

    def finish(self) -> None:
        """The stone has been put down."""
        self.hand, self.left = None, 0
        self.counters[self.mover] += 1
        self.passes = 0
        self.next_move()

    def next_move(self) -> None:
        """Count the scores, see whether the game is over, pass the move on."""
        self.turn += self.second
        if self.second:
            self.mover = self.other
        self.second = not self.second
        self.scores = {player: self.score(player) for player in "bw"}
        self.over = self.end()

    def end(self) -> str:
        """Why the game is over, if it is."""
        scores, sites = self.scores, len(self.points)
        if self.page and not self.second:
            if any(score > sites / 2 + 3 for score in scores.values()):
                return "score"
            if sum(scores.values()) == sites:
                return "sum"
        if not self.page and 2 * (scores[self.mover] - 3) > sites:
            return "score"
        if self.passes == 4:
            return "passes"
        return "limit" if self.turn > self.turn_limit else ""

    def score(self, player: str) -> int:
        """How many sites count for a player."""
        return sum(self.counts(point, player) for point in self.points)

    def counts(self, point: Point, player: str) -> bool:
        """Whether a site counts for a player."""
        enemy = "bw"[player == "b"]
        around = [*map(self.stones.get, self.beside[point])]
        holds, p = self.stones.get(point), around.count(player)
        if holds is None and p < 3:
            return False  # as most empty sites do not
        q, e, d = around.count(enemy), around.count(None), len(around)
        if holds == player:
            return p >= 1 or e >= 3 if d < 5 else p >= 2 or q - p < 2
        if holds == enemy:
            return d + 2 < 2 * p
        free = [near for near in self.beside[point] if near not in self.stones]
        unwatched = all(self.stones.get(second) != enemy for near in free for second in self.beside[near])
        if d < 5:
            return unwatched and all(len(self.beside[near]) >= 5 for near in free)
        return (p >= 4 and unwatched) or q == 0
