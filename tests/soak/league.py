"""Play a season of a league in browsers without scripts, on a site that is killed, and compute its table again.

`python -m tests.soak.league --kills 30` lets 16 persons play through the pages of a site of two processes, for six
weeks of fake time: 15 are in two divisions, two of them leave, one stands in for the first of these, and one is away
on vacation. Processes are killed while pages are asked for. What must hold, by a program of its own (`tables`):

- every turn that was acknowledged is in the record of its match;
- the tables of both divisions follow from the records, and from who has left when;
- the next season has the players that follow from these tables; `ludarium tournament --verify` finds no fault.

In a part of the matches (`--patient`) people take days for a turn, so that these go on when the season ends. Programs
of the site then judge them, while its processes are killed; each verdict must follow from the values that it names.
With `--table` the game is one whose exact values are installed.

`--postgresql` starts a server for this; without it there is an SQLite file. `results/tournaments.md` has figures.
"""

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.text import utc_time
from ludarium.match.clock import DAY, HOUR
from ludarium.match.match import Match
from ludarium.site.check import check_database
from ludarium.site.people.names import name_key
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.tournament.verification import season_faults
from tests.soak.browsers import Browser, Page, shuffled
from tests.soak.kills import _SIGNALS, LONGEST, Fault, _postgresql
from tests.soak.season import any_turn
from tests.soak.tables import Left, kind_of_verdict, next_season, right_table, wrong_verdict
from tests.soak.timed import START, TimedSite
from tools.ports import reserved_port

GAME, TEMPO = "orion(clicks=1,turn_limit=20)", "6d+3d/6d"
SOLVED = "vortex(board=square3,tokens=2)"
"""The game with an exact table, which takes a moment to compute."""
JUDGING, JUDGED_WITHIN = 200.0, 400
"""Seconds of a step of time while matches are judged, and steps: less than the day after which they are draws."""
STEP = 12 * HOUR
SETTLES = 0.7
"""Seconds in which what is due is done after each step of time."""
_AT_ONCE = 8
"""Persons who look in at the same time."""


def accounts(url: str, clock: Any, count: int) -> list[tuple[str, str, str]]:  # Any: a clock
    """Return the ids, names and session tokens of new accounts; what comes by mail is left out."""
    store = Store(url)
    service, found = Service(store, now=clock), []
    for number in range(count):
        name = f"Player{number:02}"
        person = service.people.rename(service.people.create_guest(), name)
        store.accounts.set_email(person.id, f"{name.lower()}@example.com", name_key(name), 0.0)
        found.append((person.id, name, service.people.begin_session(person, "")))
    store.close()
    return found


class Crowd:
    """People with browsers on a site whose processes are killed meanwhile; `counts` says what has happened."""

    def __init__(self, site: TimedSite, people: int, seed: int) -> None:
        self.site, self.chance = site, random.Random(seed)
        self.counts, self._lock = Counter[str](), Lock()
        made = accounts(site.database, site.clock, people)
        self.browsers = [Browser(site.url, *one, site.patience or LONGEST) for one in made]
        self._killers: list[Thread] = []

    def close(self) -> None:
        """End the site and the browsers."""
        for killer in self._killers:
            killer.join()
        self.site.close()
        for browser in self.browsers:
            self.counts["requests without an answer"] += browser.unanswered
            browser.close()

    def _count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def _kill(self, within: float = 0.2) -> None:
        """Kill a process a moment later, while pages are asked for."""
        for killer in self._killers:
            killer.join()
        which, by, after = self.chance.randrange(3), self.chance.choice(_SIGNALS), self.chance.random() * within

        def kill() -> None:
            time.sleep(after)
            self.counts[self.site.kill_one(which, by)] += 1
            self.counts["kills"] += 1

        self._killers = [Thread(target=kill)]
        self._killers[0].start()

    def _wait(self, seconds: float) -> None:
        """Let time pass on the site, and let it do what is due."""
        for killer in self._killers:
            killer.join()
        self.site.advance(self.site.clock() + seconds)
        time.sleep(SETTLES)


class League(Crowd):
    """A season that browsers play."""

    def __init__(
        self, site: TimedSite, people: int, seed: int, step: float = STEP, patient: float = 0.0, game: str = GAME
    ) -> None:
        super().__init__(site, people, seed)
        self._patient, self._game = patient, game
        self._takes_until = dict[tuple[str, str], float]()
        self._step, self._often = step, 0.5 if step <= STEP else 1.0
        self.turns: dict[str, list[tuple[int, str]]] = {}
        self.left: dict[str, Left] = {}
        self.league = ""
        self._away: Browser | None = None

    def play(self, days: int, kills: int) -> None:
        """Begin a league, and play until its season is over and the next one has begun."""
        *players, substitute = self.browsers
        self._begin(players, days)
        steps, late = int(days * DAY / self._step), kills // 5 if self._patient else 0
        deadly = Counter(self.chance.randrange(steps) for _ in range(kills - late))
        events: list[tuple[int, Callable[[], None]]] = [
            (steps // 20, lambda: self._stand_in(substitute)),
            (steps // 10, lambda: self._leave(players[3], substitute)),
            (steps // 8, lambda: self._vacation(players[5])),
            (steps // 4, lambda: self._leave(players[7], None)),
        ]
        for step in range(steps):
            for event in (event for at, event in events if at == step):
                event()
            self._pass_step(deadly[step])
        self._await_verdicts(late)
        self._wait_for(lambda: self._data()["state"] == "open", 60.0)  # a busy machine is late: 7 days begin then
        while self.site.clock() < self._data()["begins_at"]:
            self._pass_step(0)
        self._wait_for(lambda: bool(self._data(2).get("divisions")), 60.0)  # until then there is no such page

    def _pass_step(self, kills: int) -> None:
        """Let people look in, processes die meanwhile, and a step of time pass."""
        visiting = [
            browser
            for browser in shuffled(self.chance, self.browsers)
            if self.chance.random() < self._often and not self._is_away(browser)
        ]
        with ThreadPoolExecutor(_AT_ONCE) as at_once:
            looks = [at_once.submit(self._visit, browser) for browser in visiting]
            for _ in range(kills):
                self._kill()
        for look in looks:
            look.result()
        self._wait(self._step)

    def _await_verdicts(self, kills: int) -> None:
        """Wait until the season is over, if it is not already, and kill processes meanwhile."""
        going_on = sum(game["how"] == "" for one in self._divisions_of(1) for game in one["waves"][0])
        self.counts["games that went on at the deadline"] = going_on
        for step in range(JUDGED_WITHIN):
            if kills and step % 8 == 0:
                self._kill()
                kills -= 1
            if self._is_over() and not kills:
                return
            self._wait(JUDGING)
        raise Fault(f"the season is not over: {self._progress()}")

    def check(self, divisions: int) -> list[str]:
        """Return what is wrong, as sentences; empty if nothing is."""
        season, tournaments = self._data(1), self._divisions_of(1)
        following = [self._division(one["tournament"]) for one in self._data(2)["divisions"]]
        found = [f"there are {len(tournaments)} divisions"] if len(tournaments) != divisions else []
        expected = list[list[str]]()
        for one in tournaments:
            records = {game["match"]: self._record(game["match"]) for game in one["waves"][0]}
            table = right_table(one, records, self.left)
            published = [(one["players"][row["player"]]["person"], row["points"]) for row in one["table"]]
            expected.append([person for person, _ in table])
            if published != [(person, float(points)) for person, points in table]:
                found.append(f"{one['name']}: the table is {published}, and should be {table}")
            self.counts["games in the tables"] += len(records)
            self.counts.update(f"games {game['how']}" for game in one["waves"][0])
            for game in (game for game in one["waves"][0] if game["how"] == "adjudicated"):
                found += wrong_verdict(one, game, records[game["match"]])
                self.counts[f"verdicts {kind_of_verdict(game['verdict'])}"] += 1
            for match, record in records.items():
                found += self._lost_turns(match, record)
        gone = {person for person, left in self.left.items()}
        new = next_season(expected, gone)
        if [{player["person"] for player in one["players"]} for one in following] != [{*one} for one in new]:
            found.append(f"the next season has other players than {new}")
        found += season_faults(season, tournaments)
        return found + season_faults(self._data(2), following, tournaments)

    def _begin(self, players: Sequence[Browser], days: int) -> None:
        form = players[0].get("/leagues/new")
        page = players[0].press(
            form, "make", game=self._game, tempo=TEMPO, season=str(days), days="1", name="The league"
        )
        self.league = page.address
        for browser in players[1:]:
            browser.press(browser.get(self.league), "enter")
        if players[0].get(self.league).form("enter"):
            players[0].press(players[0].get(self.league), "enter")
        self._wait(DAY)
        self._wait_for(lambda: self._data()["state"] == "running", 60.0)
        self._wait_for(lambda: all(map(_has_begun, self._all())), 0.0)

    def _stand_in(self, browser: Browser) -> None:
        browser.press(browser.get(self.league), "enter")
        browser.press(browser.get(self.league), "stand-in")

    def _leave(self, browser: Browser, substitute: Browser | None) -> None:
        """Let a person leave the division, and note how many of their matches were over then."""
        one = next(one for one in map(self._division, self._divisions()) if browser.person in _people(one))
        seed = _people(one).index(browser.person)
        games = [game for game in one["waves"][0] if seed in game["players"]]
        over = sum(Record.parse(self._record(game["match"])).payoffs is not None for game in games)
        browser.press(browser.get(f"/tournaments/{one['tournament']}"), "leave")
        self.left[browser.person] = Left(over, len(games), substitute.person if substitute else "")
        self._wait_for(lambda: self._has_left(one["tournament"], browser.person), 0.0)  # before a match ends meanwhile
        self.counts["persons who left"] += 1

    def _has_left(self, tournament: str, person: str) -> bool:
        """Return whether the games of a person who leaves are decided, or somebody else plays them."""
        division = self._division(tournament)
        if person not in _people(division):
            return True
        seed = _people(division).index(person)
        return all(game["how"] for game in division["waves"][0] if seed in game["players"])

    def _vacation(self, browser: Browser) -> None:
        day = [utc_time(self.site.clock() + DAY * days)[:10] for days in (1, 8)]
        browser.press(browser.get("/me/vacation"), "announce", begins=day[0], ends=day[1])
        self._away, self._back_at = browser, self.site.clock() + 9 * DAY
        self.counts["vacations"] += 1

    def _is_away(self, browser: Browser) -> bool:
        return browser is self._away and self.site.clock() < self._back_at

    def _visit(self, browser: Browser) -> None:
        """Look at one's games, and play in some of those that wait; who has left the division plays no more."""
        page = browser.get("/me")
        self._count("visits")
        if browser.person in self.left:
            return
        for path in page.links('/matches/[^"/]+', 'id="my-turn"', 'id="waiting"'):
            if self.chance.random() < self._often and not self._takes_time(browser, path):
                self._takes_until.pop((browser.person, path), None)
                self._play(browser, browser.get(path))

    def _takes_time(self, browser: Browser, path: str) -> bool:
        """Return whether a person takes longer for the turn that waits, as they do in a part of the matches."""
        if not self._is_slow(path):
            return False
        now, key = self.site.clock(), (browser.person, path)
        return now < self._takes_until.setdefault(key, now + DAY * self.chance.uniform(1.0, 3.5))

    def _is_slow(self, path: str) -> bool:
        """Return whether both people take days for a turn in a match, and seldom resign."""
        return sum(map(ord, path)) % 100 < 100 * self._patient

    def _play(self, browser: Browser, page: Page) -> None:
        chance, resigning = self.chance.random(), 0.02 if self._is_slow(page.address) else 0.15
        if page.form("accept"):
            browser.press(page, "accept")
            self._count("draws")
        elif chance < resigning and page.form("resign"):
            browser.press(page, "resign")
            self._count("resigned")
        elif form := page.form("turn"):
            match = Match.from_record(Record.parse(self._record(page.address.rpartition("/")[2], browser)))
            seat, number = int(form.fields["seat"]), len(match.turns)
            if match.over or seat not in match.to_act:
                return
            text = any_turn(match.state, seat, self.chance)
            after = browser.press(page, "turn", text=text)
            self._acknowledge(browser, page.address.rpartition("/")[2], number, text, after)
            if chance > 0.985 and (draw := browser.get(page.address)).form("draw"):
                browser.press(draw, "draw")

    def _acknowledge(self, browser: Browser, match: str, number: int, text: str, after: Page) -> None:
        """Note a turn that was answered, or stored without an answer and refused when it came again.

        One that the opponent has come before, by resigning, is refused, and is none.
        """
        if after.status not in (200, 409):
            raise Fault(f"{browser.name} may not play {text}: {after.status} {after.text[:1500]}")
        if after.status == 409:
            played = Record.parse(self._record(match, browser)).turns
            if len(played) <= number or played[number].text != text:
                self._count("turns that came too late")
                return
        with self._lock:
            self.turns.setdefault(match, []).append((number, text))
        self._count("turns")

    def _wait_for(self, happened: Any, step: float) -> None:  # Any: a question
        """Wait until something has happened on the site; raise `Fault` if it does not."""
        for _ in range(120):
            if happened():
                return
            self._wait(step)
        raise Fault(f"what was due has not happened: {self._progress()}")

    def _is_over(self) -> bool:
        """Return whether the first season is over."""
        return all(one["state"] == "over" for one in self._divisions_of(1))

    def _progress(self) -> str:
        """Return how far the league is, for a fault."""
        data = self._data()
        games = [(one["state"], Counter(game["how"] for game in one["waves"][0])) for one in self._all()]
        day, begins = ((when - START) / DAY for when in (self.site.clock(), data["begins_at"]))
        state = f"{data['state']}, its season {data['season']} begins on day {begins:.1f}"
        return f"day {day:.1f}, {data['entered']} are in the league, which is {state}; its divisions are {games}"

    def _data(self, season: int = 0) -> Any:  # Any: JSON
        return self.browsers[0].data(self.league + (f"?season={season}" if season else ""))

    def _all(self) -> list[Any]:  # Any: JSON
        return [self._division(one) for one in self._divisions()]

    def _divisions_of(self, season: int) -> list[Any]:  # Any: JSON
        return [self._division(one["tournament"]) for one in self._data(season)["divisions"]]

    def _divisions(self) -> list[str]:
        return [one["tournament"] for one in self._data()["divisions"]]

    def _division(self, tournament: str) -> Any:  # Any: JSON
        return self.browsers[0].data(f"/tournaments/{tournament}")

    def _record(self, match: str, browser: Browser | None = None) -> str:
        return (browser or self.browsers[0]).text(f"/matches/{match}/record")

    def _lost_turns(self, match: str, record: str) -> list[str]:
        played = Record.parse(record).turns
        return [
            f"turn {number + 1} of {match} is {played[number].text if number < len(played) else 'lost'}, not {text}"
            for number, text in self.turns.get(match, [])
            if number >= len(played) or played[number].text != text
        ]


def _has_begun(division: Any) -> bool:  # Any: JSON
    """Return whether all matches have begun, which takes several steps."""
    return bool(division["waves"]) and all(game["match"] for game in division["waves"][0])


def _people(division: Any) -> list[str]:  # Any: JSON
    return [player["person"] for player in division["players"]]


def run(
    site: TimedSite,
    *,
    people: int = 16,
    days: int = 42,
    kills: int = 30,
    seed: int = 1,
    step: float = STEP,
    patient: float = 0.0,
    game: str = GAME,
) -> Counter[str]:
    """Play a season, and check it. Raises `Fault`."""
    load(game).initial().actors  # noqa: B018 - compiled here, before several threads ask for it
    league = League(site, people, seed, step, patient, game)
    site.open()
    try:
        league.play(days, kills)
        divisions = 1 if people - 1 <= 8 else 2
        if league.counts["kills"] != kills:
            raise Fault(f"{league.counts['kills']} of {kills} kills came to their end")
        if faults := league.check(divisions):
            raise Fault("\n".join(faults))
    finally:
        league.close()
    if damage := check_database(site.database):
        raise Fault(f"the database is damaged: {damage}")
    league.counts["days of fake time"] = round((site.clock() - START) / DAY)
    return league.counts


def main() -> None:
    """Play a season as the arguments say, and print what was counted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, usual in (("people", 16), ("days", 42), ("kills", 30), ("processes", 2), ("seed", 1), ("hours", 12)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--patient", type=float, default=0.5, help="the part of the matches in which people take days")
    parser.add_argument("--table", action="store_true", help=f"play {SOLVED}, of which an exact table is installed")
    parser.add_argument("--postgresql", action="store_true", help="a server that is started for this, not SQLite")
    parser.add_argument("--patience", type=float, default=LONGEST, help="seconds without an answer that are a fault")
    given = parser.parse_args()
    with ExitStack() as opened:
        folder, port = Path(opened.enter_context(tempfile.TemporaryDirectory())), opened.enter_context(reserved_port())
        url = opened.enter_context(_postgresql()) if given.postgresql else ""
        site = TimedSite(folder / "data", port, given.processes, url)
        site.patience, began = given.patience, time.monotonic()
        if given.table:
            site.install_table(SOLVED)
        try:
            size = {"people": given.people, "days": given.days, "kills": given.kills, "seed": given.seed}
            game = SOLVED if given.table else GAME
            counted = run(site, **size, step=given.hours * HOUR, patient=given.patient, game=game)
        finally:
            print(site.log(), end="", file=sys.stderr)
    for what, number in sorted(counted.items()):
        print(f"{what}: {number:,}")
    print(f"minutes: {(time.monotonic() - began) / 60:.1f}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    main()
