"""Vortex again, slow and obvious, from the rule book: paths are lists of places, tokens count the steps along them.

A place is (row, column) on a square, (ring, hour) on a round board, with twelve hours to a ring.
Nothing here is shared with the kernel, so where the two agree neither is likely to be wrong.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

Place = tuple[int, int]

LETTERS = "XOVH"
SITTING = {1: [0], 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}
"""In which corners so many players sit."""


def square_path(side: int, corner: int) -> list[Place]:
    """Straight on until the edge or a place where one has been, then turn right; all turned by quarters."""
    row, column, down, right = 0, 0, 0, 1
    path = [(0, 0)]
    while len(path) < side * side:
        ahead = row + down, column + right
        if ahead in path or not (0 <= ahead[0] < side and 0 <= ahead[1] < side):
            down, right = right, -down
            continue
        path.append(ahead)
        row, column = ahead
    for _ in range(corner):
        path = [(column, side - 1 - row) for row, column in path]
    return path


def round_path(rings: int, corner: int) -> list[Place]:
    """Once round each ring, straight in to the next, and at last to the centre."""
    path, hour = [], 3 * corner
    for ring in range(rings):
        around = [(hour + step) % 12 for step in range(12)]
        path += [(ring, passed) for passed in around]
        hour = around[-1]
    return [*path, (rings, 0)]


@dataclass
class Reference:
    """A game of Vortex, played by names of actions."""

    board: str = "square5"
    players: int = 2
    die: int = 6
    each: int = 4
    limit: int = 2000
    tokens: list[list[int]] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """How many turns each player has had."""
    mover: int | None = None
    roll: int | None = None
    skipped: bool = False

    def __post_init__(self) -> None:
        kind, size = self.board[:-1], int(self.board[-1])
        path = square_path if kind == "square" else round_path
        self.paths = [path(size, corner) for corner in SITTING[self.players]]
        self.centre = self.paths[0][-1]
        edge = size - 1
        self.safe = {(0, 0), (0, edge), (edge, 0), (edge, edge)} if kind == "square" else set()
        self.tokens = self.tokens or [[0] * self.each for _ in range(self.players)]
        self.turns = self.turns or [0] * self.players

    def place(self, player: int, steps: int) -> Place | None:
        """Where a token lies after so many steps; nowhere at the start."""
        return self.paths[player][steps - 1] if steps else None

    @property
    def home(self) -> list[int]:
        """The players with all tokens in the centre."""
        return [p for p in range(self.players) if all(self.place(p, s) == self.centre for s in self.tokens[p])]

    @property
    def over(self) -> bool:
        return len(set(self.turns)) == 1 and (bool(self.home) or self.turns[0] == self.limit)

    @property
    def winners(self) -> list[int]:
        return self.home if self.over else []

    def lands(self, steps: int) -> bool:
        """Whether the mover's token after so many steps can go on by the roll."""
        assert self.mover is not None
        assert self.roll is not None
        there = steps + self.roll
        if there > len(self.paths[self.mover]):
            return False
        return self.place(self.mover, there) == self.centre or there not in self.tokens[self.mover]

    def victim(self, steps: int) -> int | None:
        """The rival whom the mover's token would bump by the roll."""
        assert self.mover is not None
        assert self.roll is not None
        target = self.place(self.mover, steps + self.roll)
        if target in self.safe or target == self.centre:
            return None
        for rival in range(self.players):
            if rival != self.mover and target in [self.place(rival, s) for s in self.tokens[rival]]:
                return rival
        return None

    def legal(self) -> set[str]:
        """What may come next."""
        if self.over:
            return set()
        if self.mover is None:
            return {f"first {LETTERS[player]}" for player in range(self.players)}
        if self.roll is None:
            return {f"roll {number}" for number in range(1, self.die + 1)}
        return {
            f"{steps}{'-' if self.victim(steps) is None else 'x'}{steps + self.roll}"
            for steps in self.tokens[self.mover]
            if self.lands(steps)
        }

    def play(self, way: str) -> None:
        """Draw who begins, roll, or move; with no move the turn is over."""
        self.skipped = False
        word, _, rest = way.partition(" ")
        if word == "first":
            self.mover = LETTERS.index(rest)
        elif word == "roll":
            self.roll = int(rest)
            if not self.legal():
                self.skipped = True
                self._next()
        else:
            assert self.mover is not None
            assert self.roll is not None
            steps = int(way.replace("x", "-").split("-")[0])
            rival, there = self.victim(steps), steps + self.roll
            if rival is not None:
                place = self.place(self.mover, there)
                self.tokens[rival] = [0 if self.place(rival, s) == place else s for s in self.tokens[rival]]
            own = self.tokens[self.mover].copy()
            own.remove(steps)
            self.tokens[self.mover] = [*own, there]
            self._next()

    def _next(self) -> None:
        """Against the direction of travel."""
        assert self.mover is not None
        self.turns[self.mover] += 1
        self.mover = self.mover - 1 if self.mover > 0 else self.players - 1
        self.roll = None

    def aims(self, rival: int) -> set[tuple[int, Place]]:
        """The rolls with which a player could now land somewhere, and where."""
        path = self.paths[rival]
        return {
            (roll, path[steps + roll - 1])
            for steps in self.tokens[rival]
            for roll in range(1, self.die + 1)
            if steps + roll <= len(path)
        }

    def threats(self, player: int, steps: int, aims: list[Counter[Place]]) -> int:
        """The pairs of a rival and a roll that could bump a token."""
        place = self.place(player, steps)
        if place is None or place in self.safe or place == self.centre:
            return 0
        return sum(aims[rival][place] for rival in range(self.players) if rival != player)

    def all_threats(self) -> list[dict[int, int]]:
        """For every player, the threats to the tokens by where they are."""
        aims = [Counter(place for _, place in self.aims(player)) for player in range(self.players)]
        return [{s: self.threats(player, s, aims) for s in own} for player, own in enumerate(self.tokens)]

    def points(self) -> list[int]:
        """Every player's score, a half point counted as a whole."""
        points = []
        for own, threats in zip(self.tokens, self.all_threats(), strict=True):
            worth = sum(10 * steps * max(0, self.die - threats[steps]) for steps in own)  # in parts of a die's side
            points.append((2 * worth + self.die) // (2 * self.die))
        return points

    def text(self) -> str:
        """The position as text."""
        rows = "/".join(",".join(map(str, sorted(own))) for own in self.tokens)
        mover = "-" if self.mover is None else LETTERS[self.mover]
        roll = "" if self.roll is None else f" {self.roll}"
        return f"{rows} {mover} {sum(self.turns) + 1}{roll}"
