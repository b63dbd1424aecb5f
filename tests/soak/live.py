"""Play live rounds and an arena in browsers without scripts, on a site whose processes are killed.

`python -m tests.soak.live swiss --kills 30` lets persons play the rounds of a live Swiss tournament through the pages
of a site of two processes, and `arena` an arena of half an hour, in fake time. What must hold:

- nobody plays two games at once, and no round begins before the one before it is over;
- all that are to be played are played, whatever was killed; `ludarium tournament --verify` finds no fault;
- the points of the table are those of the results in the records, and a player is told of each round once.

`--postgresql` starts a server for this; without it there is an SQLite file. `results/tournaments.md` has figures.
"""

import argparse
import signal
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.match import Match
from ludarium.site.check import check_database
from ludarium.tournament.verification import faults_of
from tests.soak.browsers import Browser, Page, shuffled
from tests.soak.kills import LONGEST, Fault, _postgresql
from tests.soak.league import Crowd
from tests.soak.season import any_turn
from tests.soak.timed import START, TimedSite
from tools.ports import reserved_port

GAME = "orion(clicks=1,turn_limit=10)"
FORMS = {
    "swiss": {"kind": "swiss", "tempo": "600+5", "most": "32"},
    "arena": {"kind": "arena", "tempo": "180+2", "minutes": "30", "most": "32", "streaks": "yes"},
}
WAITS, STEP = 1800.0, 15.0
"""Seconds until the tournament begins, and between two looks."""
_AT_ONCE, _MOST_LOOKS = 4, 600


class Hall(Crowd):
    """A live tournament that browsers play."""

    def __init__(self, site: TimedSite, kind: str, people: int, seed: int, rounds: int = 4) -> None:
        super().__init__(site, people, seed)
        self.kind = kind
        self._form = FORMS[kind] | ({"rounds": str(rounds)} if kind == "swiss" else {})
        self.tournament = ""

    def play(self, kills: int) -> None:
        """Make a tournament, enter it, and play until it is over; kill a process in every other look."""
        begins = datetime.fromtimestamp(START + WAITS, UTC).strftime("%Y-%m-%dT%H:%M")
        first = self.browsers[0]
        form = self._form | {"game": GAME, "begins": begins, "zone": "UTC", "name": "The hall"}
        form |= {"soon": ""} if self.kind == "arena" else {}  # the form of any other kind asks for no minutes
        self.tournament = first.press(first.get(f"/tournaments/new?kind={form['kind']}"), "make", **form).address
        for browser in self.browsers[1:]:  # the first one has entered by making it
            browser.press(browser.get(self.tournament), "enter")
        self._wait(WAITS)
        left = kills
        for _ in range(_MOST_LOOKS):
            if self._data()["state"] == "over" and not left:
                return
            with ThreadPoolExecutor(_AT_ONCE) as at_once:
                looks = [at_once.submit(self._look, one) for one in shuffled(self.chance, self.browsers)]
                if left and self.chance.random() < 0.6:
                    self._kill(within=0.5)
                    left -= 1
            for look in looks:
                look.result()
            self._check_now()
            self._wait(STEP)
        raise Fault("the tournament is not over")

    def check(self) -> list[str]:
        """Return what is wrong, as sentences; empty if nothing is."""
        data = self._data()
        found = faults_of(data)
        games = [game for wave in data["waves"] for game in wave if len(game["players"]) == 2]
        points, runs = Counter[int](), Counter[int]()
        for game in games:
            for player, got in zip(game["players"], self._results(game), strict=True):
                points[player] += self._worth(got, runs, player)  # type: ignore[assignment]  # fractions
        for game in (game for wave in data["waves"] for game in wave if game["how"] == "bye"):
            points[game["players"][0]] += 1
        published = {row["player"]: row["points"] for row in data["table"]}
        if published != {player: float(points[player]) for player in published}:
            found.append(f"the table has {published}, and should have {points}")
        pairs = Counter(frozenset(game["players"]) for game in games)
        if self.kind == "swiss" and max(pairs.values()) > 1:
            found.append("two have met twice")
        self.counts["games"] = len(games)
        self.counts["waves"] = len(data["waves"])
        return found

    def _results(self, game: Any) -> tuple[Fraction, Fraction]:  # Any: JSON
        """Return what the players of a game got, the one with the first turn first, by its record."""
        record = Record.parse(self.browsers[0].text(f"/matches/{game['match']}/record"))
        if not record.payoffs:
            raise Fault(f"{game['match']} is not over")
        one, other = record.payoffs
        first = Fraction(1, 2) if one == other else Fraction(int(one > other))
        return first, 1 - first

    def _worth(self, got: Fraction, runs: Counter[int], player: int) -> Fraction:
        if self.kind == "swiss":
            return got
        worth = 2 * got * (2 if runs[player] >= 2 else 1)
        runs[player] = runs[player] + 1 if got == 1 else 0
        return worth

    def _check_now(self) -> None:
        """Raise `Fault` if somebody plays two games at once, or a round has begun too early."""
        waves = self._data()["waves"]
        going_on = Counter(player for wave in waves for game in wave if not game["how"] for player in game["players"])
        if going_on and max(going_on.values()) > 1:
            raise Fault("somebody plays two games at once")
        if self.kind == "swiss" and any(not game["how"] for wave in waves[:-1] for game in wave):
            raise Fault("a round has begun before the one before it was over")

    def _look(self, browser: Browser) -> None:
        """Look at the tournament, follow the link to the board, and play a turn or two there."""
        page = browser.get(self.tournament)
        for path in page.links('/matches/[^"/]+', 'role="status"', 'aria-labelledby="now"')[:1]:
            self._play(browser, browser.get(path))

    def _play(self, browser: Browser, page: Page) -> None:
        form, chance = page.form("turn"), self.chance.random()
        if page.form("accept"):
            browser.press(page, "accept")
        elif chance < 0.15 and page.form("resign"):
            browser.press(page, "resign")
        elif form:
            record = browser.text(f"{page.address}/record")
            match = Match.from_record(Record.parse(record))
            seat = int(form.fields["seat"])
            if not match.over and seat in match.to_act:
                browser.press(page, "turn", text=any_turn(match.state, seat, self.chance))
                self._count("turns")

    def _data(self) -> Any:  # Any: JSON
        return self.browsers[0].data(self.tournament)


def run(
    site: TimedSite, kind: str, *, people: int = 16, kills: int = 30, seed: int = 1, rounds: int = 4
) -> Counter[str]:
    """Play a live tournament, and check it. Raises `Fault`."""
    load(GAME).initial().actors  # noqa: B018 - compiled here, before several threads ask for it
    hall = Hall(site, kind, people, seed, rounds)
    site.open()
    try:
        hall.play(kills)
        if hall.counts["kills"] != kills:
            raise Fault(f"{hall.counts['kills']} of {kills} kills came to their end")
        if faults := hall.check():
            raise Fault("\n".join(faults))
    finally:
        hall.close()
    if damage := check_database(site.database):
        raise Fault(f"the database is damaged: {damage}")
    hall.counts["minutes of fake time"] = round((site.clock() - START) / 60)
    return hall.counts


def main() -> None:
    """Play as the arguments say, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("kind", choices=[*FORMS])
    for name, usual in (("people", 16), ("kills", 30), ("processes", 2), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--postgresql", action="store_true", help="a server that is started for this, not SQLite")
    parser.add_argument("--patience", type=float, default=LONGEST, help="seconds without an answer that are a fault")
    given = parser.parse_args()
    with ExitStack() as opened:
        folder, port = Path(opened.enter_context(tempfile.TemporaryDirectory())), opened.enter_context(reserved_port())
        url = opened.enter_context(_postgresql()) if given.postgresql else ""
        site = TimedSite(folder / "data", port, given.processes, url)
        site.patience, began = given.patience, time.monotonic()
        try:
            counted = run(site, given.kind, people=given.people, kills=given.kills, seed=given.seed)
        finally:
            print(site.log(), end="", file=sys.stderr)
    for what, number in sorted(counted.items()):
        print(f"{what}: {number:,}")
    print(f"minutes: {(time.monotonic() - began) / 60:.1f}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
