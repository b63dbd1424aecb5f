"""How long people of a small site wait for a first opponent: offers that are sets, against offers for one game.

    python -m studies.meeting

Thirty persons come to the real service, in fake time, three times a week each for four weeks. Each likes some games and
tempos. On a visit a person who has fewer than two matches begun accepts an offer that fits their tastes, or else leaves
one. With `sets` it names all that they like; with `single` their favourite game at their favourite tempo. With
`favourite` they accept nothing else either.
"""

import json
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median, quantiles

from ludarium.core.errors import LudariumError
from ludarium.match.clock import DAY, HOUR
from ludarium.site.ground.values import Person
from ludarium.site.offers.commands import AcceptOffer, MakeOffer
from ludarium.site.offers.reading import SLOW
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store

PERSONS, WEEKS, VISITS = 30, 4, 3
SEEDS = range(10)
GAMES = ("grid", "ludo", "orion", "throngs", "vortex")
WAYS = ("sets", "single", "favourite")
_START = 1_800_000_000.0
_WANTED = 2


@dataclass
class Visitor:
    """A person with tastes: games and tempos, the favourite first; and when they came and met somebody first."""

    person: Person
    token: str
    games: list[str]
    tempos: list[str]
    came_at: float | None = None
    met_at: float | None = None
    matches: int = 0


class Simulation:
    """A site in fake time, on which everybody offers in one way."""

    def __init__(self, way: str, seed: int, folder: str) -> None:
        self._way, self._now = way, _START
        self._store = Store(f"sqlite:///{folder}/{way}-{seed}.sqlite")
        self._service = Service(self._store, now=lambda: self._now)
        self._random = random.Random(seed)  # noqa: S311  # tastes and visits
        self._visitors = [self._visitor() for _ in range(PERSONS)]

    def run(self) -> Iterator[float | None]:
        """Yield for each person the hours from the first visit to the first match, None without one."""
        length = WEEKS * 7 * DAY
        visits = [
            (_START + self._random.random() * length, number)
            for number in range(PERSONS)
            for _ in range(WEEKS * VISITS)
        ]
        for at, number in sorted(visits):
            self._now = at
            self._visit(self._visitors[number])
        for visitor in self._visitors:
            if visitor.came_at is not None:
                yield None if visitor.met_at is None else (visitor.met_at - visitor.came_at) / HOUR
        self._store.close()

    def _visitor(self) -> Visitor:
        person = self._service.people.create_guest()
        games = self._random.sample(GAMES, self._random.choice((1, 2, 2, 3, 3, 4)))
        tempos = self._random.sample(SLOW, self._random.choice((1, 2, 2, 3)))
        return Visitor(person, self._service.people.begin_session(person, ""), games, tempos)

    def _visit(self, visitor: Visitor) -> None:
        visitor.came_at = self._now if visitor.came_at is None else visitor.came_at
        self._service.people.visit(visitor.token)
        view = self._service.lobby.view(visitor.person)
        if visitor.matches + len(view.mine) >= _WANTED:
            return
        liked = (visitor.games[:1], visitor.tempos[:1]) if self._way == "favourite" else (visitor.games, visitor.tempos)
        for listed in view.offers:
            term = next((one for one in listed.terms if one.game in liked[0] and one.tempo in liked[1]), None)
            if listed.fits and term and self._act(visitor, AcceptOffer(listed.offer.id, *term)):
                return
        named = (visitor.games, visitor.tempos) if self._way == "sets" else (visitor.games[:1], visitor.tempos[:1])
        self._act(visitor, MakeOffer(";".join(named[0]), ",".join(named[1])))

    def _act(self, visitor: Visitor, command: AcceptOffer | MakeOffer) -> bool:
        try:
            done = self._service.offers.act(visitor.person, command)
        except QuotaExceeded:
            raise
        except LudariumError:  # met twice today
            return False
        if done.match:
            seated = {seat.person for seat in self._service.bots.look(done.match).seats}
            for one in self._visitors:
                if one.person.id in seated:
                    one.matches += 1
                    one.met_at = self._now if one.met_at is None else one.met_at
        return True


def measure(way: str, seeds: range = SEEDS) -> dict[str, object]:
    """Return how long people waited in one way of offering, over some seeds."""
    with tempfile.TemporaryDirectory() as folder:
        found = [hours for seed in seeds for hours in Simulation(way, seed, folder).run()]
    met = sorted(hours for hours in found if hours is not None)
    never = float("inf")
    everybody = sorted(never if hours is None else hours for hours in found)
    quarters = quantiles(met, n=4) if len(met) > 1 else [0.0, 0.0, 0.0]
    return {
        "way": way,
        "persons": len(found),
        "met": len(met),
        "median_hours": round(median(everybody), 1),
        "quarter_hours": round(quarters[0], 1),
        "three_quarter_hours": round(quarters[2], 1),
    }


def main() -> None:
    """Print a line for each way."""
    for way in WAYS:
        print(json.dumps(measure(way)), flush=True)


if __name__ == "__main__":
    main()
