"""The workshop: code is tried in another process, kept by accounts, and shown to nobody else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from time import sleep, time
from typing import Any
from unittest.mock import Mock

import pytest
from httpx2 import Response
from sqlalchemy import select, update
from starlette.testclient import TestClient

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.text import Times
from ludarium.match.clock import HOUR
from ludarium.players.sandbox.trial import Trial, TrialSeat, play_trial
from ludarium.players.sandbox.trial_process import TrialFailed, TrialProcess
from ludarium.search.scripting import example
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.tables import trials
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.programs.rows import WorkshopBot, WorkshopVersions
from ludarium.site.programs.trials import parse_source
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers
from ludarium.site.workers.trial_worker import TrialWorker
from tests.players.test_script import BOMBS, THROWN
from tests.site.conftest import NewBrowser, begin, extract, said
from tests.site.programs.pages.conftest import tell
from tests.site.trials_here import Here

NAME, SHORT = "orion", "(turn_limit=10)"
GAME = f"/games/{NAME}"
PAGE = f"{GAME}/workshop"
CODE = "console.log('turn', api.turn());\napi.play(api.legal()[0]);\n"
OUTCOME = "Your bot (won|lost)|A draw against"


@dataclass
class Bench:
    """A browser in the workshop, and the worker that plays its trials."""

    browser: TestClient
    worker: TrialWorker

    def send(self, do: str, **fields: str) -> Response:
        """Send the form of the page."""
        values = {"do": do, "source": CODE, "opponent": "easy", "seat": "0"} | fields
        return self.browser.post(PAGE, data=values, follow_redirects=False)

    def done(self, answer: Response) -> str:
        """Play what was asked for, and return the address of the trial."""
        assert answer.status_code == 303, said(answer)
        assert self.worker.work()
        return str(answer.headers["location"]).partition("#")[0]

    def tried(self, source: str, **fields: str) -> str:
        """Try a script, and return the page of the result as text."""
        answer = self.browser.get(self.done(self.send("try", source=source, **fields)))
        return " ".join(unescape(re.sub(r"<svg.*?</svg>|<[^>]*>", " ", answer.text, flags=re.DOTALL)).split())


@pytest.fixture
def bench(browser: TestClient, service: Service, store: Store) -> Bench:
    return Bench(browser, TrialWorker(service, store.trials, process=Here(options=SHORT)))


@pytest.fixture
def author(bench: Bench, service: Service, store: Store) -> Person:
    """Let the person of the browser have an account."""
    bench.send("try")
    bench.worker.work()
    (person_id,) = {found.person for found in [store.trials.load(trial) for trial in _trials(store)] if found}
    store.accounts.set_email(person_id, "ann@example.org", "ann", 1.0)
    return service.people.load(person_id)  # type: ignore[return-value]  # who was made just now


def _trials(store: Store) -> list[str]:
    with store.database.connect() as connection:
        return list(connection.execute(select(trials.c.id)).scalars())


def test_the_page_begins_with_the_example_of_the_game(browser: TestClient) -> None:
    page = browser.get(PAGE)
    assert "api.legal()" in extract(r"<textarea[^>]*>(.*?)</textarea>", page)
    assert f'href="{PAGE}"' in browser.get(GAME).text


def test_a_guest_tries_a_script_and_sees_its_turns_and_what_it_printed(bench: Bench) -> None:
    bench.worker.process = Here(drawn=True)
    asked = bench.send("try")
    waiting = bench.browser.get(asked.headers["location"])
    there = asked.headers["location"].partition("#")[0]  # with the fragment, browsers would not ask again
    assert f'<meta http-equiv="refresh" content="1; url={there}">' in waiting.text
    assert bench.worker.work()
    page = bench.browser.get(asked.headers["location"])
    assert "http-equiv" not in page.text
    assert "<ludarium-replay data-replay=" in page.text
    assert re.search(r"<p>Orion: Hydra, your bot \(X\), Ada \(O\), .*turns</p>", page.text)
    assert re.search(OUTCOME, page.text)
    assert "<pre>turn 0\n" in bench.browser.get(f"{asked.headers['location'].partition('#')[0]}?turn=1").text


def test_try_begins_with_the_bot_to_beat_until_it_is_beaten(bench: Bench) -> None:
    def shown() -> tuple[str, str]:
        page = bench.browser.get(PAGE)
        return extract(r'<option value="(\w+)" selected>\w+, ', page), extract(
            r"(\w+ (?:first )?(?:next )?goal): beat", page
        )

    assert shown() == ("medium", "A first goal")

    def ended(won: bool) -> Here:
        return Here(options=SHORT, after=lambda trial: trial._replace(payoffs=(1.0, 0.0) if won else (0.0, 1.0)))

    for opponent, won, expected in (("medium", False, "medium"), ("easy", True, "medium"), ("medium", True, "hard")):
        bench.worker.process = ended(won)
        bench.done(bench.send("try", opponent=opponent))
        assert shown()[0] == expected
    assert shown()[1] == "Your next goal"
    bench.worker.process = ended(won=True)
    for opponent in ("hard", "champion"):
        bench.done(bench.send("try", opponent=opponent))
    assert shown()[0] == "champion"


def test_a_script_that_a_busy_machine_did_not_let_begin_is_played_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list[Trial]()

    def busy_at_first(trial: Trial) -> Trial:
        if not played:
            turn = trial.turns[0]._replace(steps=0, fault="your bot gave no turn within 4 seconds")
            trial = trial._replace(by_machine=True, failed_seat=0, turns=(turn,))
        played.append(trial)
        return trial

    monkeypatch.setattr(bench.worker, "process", Here(after=busy_at_first, options=SHORT))
    assert "gave no turn" not in bench.tried(CODE)
    assert [trial.by_machine for trial in played] == [True, False]


WRONG = {
    "let x = ;": "(line 1)",
    "\nnothing.at();": "Line 2, turn 1.",
    "while (true) { api.turn(); }": "took more than 5,000,000 steps for a turn (line 1)",
    "const all = []; while (true) all.push(new ArrayBuffer(1e7));": "used more than 64 MB of memory",
    "while (true) console.log('again');": "took more than 5,000,000 steps for a turn (line 1)",
    "api.play('nowhere');": "chose 'nowhere', which is not legal here",
    "function choose() { return 1; }": "chose no action: expected api.play(...)",
}


@pytest.mark.parametrize(("code", "cause"), WRONG.items())
def test_bad_code_is_explained_with_its_line(bench: Bench, code: str, cause: str) -> None:
    text = bench.tried(code)
    assert cause in text
    assert "Your bot lost" in text


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({"source": " "}, "There is no code"),
        ({"opponent": "mcts(seconds=3600)"}, "plays no trials: expected one of easy"),
        ({"opponent": "version 1", "bot": "x"}, "There is no such bot"),
        ({"seat": "7"}, "There is no such seat"),
        ({"do": "burn"}, "expected"),
    ],
)
def test_what_cannot_be_tried_is_refused_beside_the_code(bench: Bench, fields: dict[str, str], cause: str) -> None:
    answer = bench.send(**{"do": "try"} | fields)
    assert answer.status_code in (400, 404)
    assert cause in said(answer)[0]
    assert not bench.worker.work()


def test_a_huge_script_is_refused_with_the_limit() -> None:
    assert parse_source("a" * 65_536)
    with pytest.raises(ParseError, match=r"65,537 bytes: expected at most 65,536 \(64 KiB\)"):
        parse_source("a" * 65_537)


def test_a_trial_is_shown_to_nobody_else(bench: Bench, new_browser: NewBrowser) -> None:
    place = bench.done(bench.send("try"))
    other = new_browser()
    assert other.get(place).status_code == 404
    other.post(PAGE, data={"do": "try", "source": CODE, "opponent": "easy"})
    assert other.get(place).status_code == 404
    assert bench.browser.get(place).status_code == 200
    assert bench.browser.get(place.replace(NAME, "ludo")).status_code == 404


def test_guests_save_no_script_and_learn_why(bench: Bench) -> None:
    answer = bench.send("save", name="Ann's")
    assert answer.status_code == 403
    assert said(answer) == ["Guests may try scripts, and accounts keep them: make an account to save this one."]


def test_an_account_keeps_numbered_versions_and_compares_them(bench: Bench, author: Person) -> None:
    first = bench.send("save", name="Walker")
    bot = first.headers["location"].partition("bot=")[2].partition("&")[0]
    assert first.headers["location"].endswith("version=1")
    again = bench.send("save", bot=bot)
    assert again.headers["location"].endswith("version=1")  # nothing has changed
    second = bench.send("save", bot=bot, source=CODE + "// more\n")
    assert second.headers["location"].endswith("version=2")
    place = bench.done(bench.send("compare", bot=bot, version="2", other="1", matches="2"))
    assert re.search(
        r"Version 2 won \d, drew \d and lost \d of 2 matches against version 1", bench.browser.get(place).text
    )
    assert "Version 2 against 1:" in bench.browser.get(first.headers["location"]).text


def test_a_version_that_plays_another_one_has_its_own_turns_on_the_page(bench: Bench, author: Person) -> None:
    bot = bench.send("save", name="Walker").headers["location"].partition("bot=")[2].partition("&")[0]
    place = bench.done(bench.send("try", bot=bot, opponent="version 1"))
    for turn in ("", "?turn=1", "?turn=9999"):
        page = bench.browser.get(f"{place}{turn}")
        assert page.status_code == 200
        assert '<tr id="turn-' in page.text


def test_others_read_a_bot_only_if_its_author_shows_it(bench: Bench, author: Person, new_browser: NewBrowser) -> None:
    place = bench.send("save", name="Walker").headers["location"]
    bot, other = place.partition("bot=")[2].partition("&")[0], new_browser()
    assert other.get(place).status_code == 404
    bench.send("show", bot=bot, shown="yes")
    assert "console.log(" in other.get(place).text
    for do in ("save", "test", "compare", "show"):
        sent = {"do": do, "bot": bot, "version": "1", "other": "1", "matches": "2", "source": "1"}
        assert other.post(PAGE, data=sent).status_code == 403
    bench.send("show", bot=bot)
    assert other.get(place).status_code == 404


def published(bench: Bench, source: str = CODE) -> tuple[str, str]:
    """Save a script, test it and publish it; return its id and what a seat calls it."""
    bot = bench.send("save", name="Walker", source=source).headers["location"].partition("bot=")[2].partition("&")[0]
    refused = bench.send("publish", bot=bot, version="1")
    assert (refused.status_code, said(refused)) == (400, ["Version 1 has not passed its test: test it first."])
    place = bench.done(bench.send("test", bot=bot, version="1"))
    assert "passed its test" in bench.browser.get(place).text
    assert bench.send("publish", bot=bot, version="1").status_code == 303
    return bot, f"script {bot}/1 Walker"


def test_the_result_of_a_test_stays_when_the_version_is_published(bench: Bench, author: Person) -> None:
    bot = bench.send("save", name="Walker").headers["location"].partition("bot=")[2].partition("&")[0]
    bench.send("save", bot=bot, source=f"{CODE}// the next one")
    tested = bench.browser.get(bench.done(bench.send("test", bot=bot, version="1")))
    trial = extract(r'id="release"(?s:.*?)name="trial" value="([^"]+)"', tested)
    answer = bench.send("publish", bot=bot, version="1", trial=trial)
    page = bench.browser.get(answer.headers["location"]).text
    assert "Version 1 plays on the site" in page
    assert "The version has passed its test." in page


def until_over(service: Service, store: Store, place: str) -> MatchView:
    """Let bot workers play a match to its end."""
    workers = BotWorkers(service, store, limit=1, pause=0.02)
    workers.start()
    try:
        while not (view := service.bots.look(place.rpartition("/")[2])).match.over:
            sleep(0.02)
    finally:
        workers.close()
    return view


@pytest.mark.both_databases
def test_a_published_bot_plays_matches_that_anybody_begins(
    bench: Bench, author: Person, new_browser: NewBrowser, service: Service, store: Store
) -> None:
    bot, spec = published(bench)
    other = new_browser()
    assert "Walker" in other.get(GAME).text
    assert f'value="{spec}"' in other.get(f"{GAME}/new").text
    assert "Its author does not show its code" in other.get(f"{PAGE}?bot={bot}").text
    place = begin(other, NAME, seat_0=spec, seat_1="easy", option_turn_limit="10")
    view = until_over(service, store, place)
    assert not view.match.ending.startswith("forfeit")
    assert "Walker" in other.get(place).text
    bench.send("withdraw", bot=bot)
    refused = other.post(f"{GAME}/new", data={"seat-0": spec, "seat-1": "easy"}, follow_redirects=False)
    cause = f"'Walker' is no published bot of {NAME}: choose another bot."
    assert (refused.status_code, said(refused)) == (400, [cause])


def test_a_bot_that_nobody_has_published_cannot_be_named(bench: Bench, author: Person, new_browser: NewBrowser) -> None:
    bot = bench.send("save", name="Walker").headers["location"].partition("bot=")[2].partition("&")[0]
    sent = {"seat-0": f"script {bot}/1 Walker", "seat-1": "easy"}
    assert new_browser().post(f"{GAME}/new", data=sent, follow_redirects=False).status_code == 400


def test_a_bot_that_fails_three_times_in_a_row_rests_and_its_author_gets_a_notice(
    bench: Bench, author: Person, new_browser: NewBrowser, service: Service, store: Store
) -> None:
    bot, spec = published(bench)
    store.workshop.remove(bot)  # its matches fail from now on, though its row stays
    store.workshop.add(WorkshopBot(bot, author.id, NAME, "Walker", 0.0))
    store.workshop.set(bot, published=1)
    for _ in range(3):
        assert service.playing_bots.of(load(NAME))
        view = until_over(service, store, begin(new_browser(), NAME, seat_0=spec, seat_1="easy"))
        assert view.match.ending == "forfeit: Walker was deleted by its author"
    (notice,) = service.notices.recent(author.id)
    assert notice.notice.data["text"].startswith("Your bot Walker failed in 3 matches in a row. It rests for an hour")
    assert service.playing_bots.of(view.match.game) == ()
    found = store.workshop.load(bot)
    assert found
    rests = f"Walker rests until {Times()(found.rests_until)}, since it has failed match after match"
    refused = new_browser().post(f"{GAME}/new", data={"seat-0": spec, "seat-1": "easy"}, follow_redirects=False)
    assert (refused.status_code, said(refused)) == (400, [f"{rests}: choose another bot."])


def test_one_that_fails_by_its_code_rests_too(
    bench: Bench, author: Person, new_browser: NewBrowser, service: Service, store: Store
) -> None:
    bot, spec = published(bench)
    broken = store.workshop_versions.insert_next(bot, "while (true) api.turn();", 0.0)
    store.workshop.set(bot, published=broken)
    spec = spec.replace("/1 ", f"/{broken} ")
    for number in range(3):
        found = store.workshop.load(bot)
        assert found
        assert not found.rests_until, number
        view = until_over(service, store, begin(new_browser(), NAME, seat_0=spec, seat_1="easy"))
        assert view.match.ending == "forfeit: Walker took more than 5,000,000 steps for a turn (line 1)"
    texts = [str(each.notice.data["text"]) for each in service.notices.recent(author.id)]
    assert [text for text in texts if "failed in 3 matches in a row. It rests for an hour" in text]
    assert service.playing_bots.of(view.match.game) == ()


def test_a_trial_that_was_stored_with_half_a_character_is_shown(bench: Bench, store: Store) -> None:
    place = bench.done(bench.send("try"))
    (trial_id,) = _trials(store)
    found = store.trials.load(trial_id)
    assert found
    assert found.content
    found.content["turns"][0][5] = "half \ud83d"
    with store.database.begin() as connection:
        connection.execute(update(trials).values(content=found.content))
    for form in ("text/html", "application/json"):
        assert bench.browser.get(f"{place}?turn=1", headers={"Accept": form}).status_code == 200


def test_publishing_again_ends_no_rest(bench: Bench, author: Person, service: Service, store: Store) -> None:
    bot, _ = published(bench)
    until_when = service._matches.now() + 3600
    store.workshop.set(bot, rests_until=until_when)
    bench.send("withdraw", bot=bot)
    bench.send("publish", bot=bot, version="1")
    bench.send("save", bot=bot, source=f"{CODE}// the next one\n")
    bench.done(bench.send("test", bot=bot, version="2"))
    assert bench.send("publish", bot=bot, version="2").status_code == 303
    again = bench.send("save", name="Other").headers["location"].partition("bot=")[2].partition("&")[0]
    bench.done(bench.send("test", bot=again, version="1"))
    assert bench.send("publish", bot=again, version="1").status_code == 303
    found = store.workshop.load(again)
    assert found
    assert found.rests_until == until_when
    assert service.playing_bots.of(load(NAME)) == ()
    refused = bench.send("delete", bot=bot)
    assert said(refused) == [f"Walker rests until {Times()(until_when)}: delete it then, and withdraw it meanwhile."]


ONE_SEAT = "if (api.seat) nothing.at(); api.play(api.legal()[0]);"


def test_the_test_of_a_version_plays_every_seat_against_bots_that_are_drawn(
    bench: Bench, author: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = list[tuple[list[TrialSeat], int]]()

    class Noting(Here):
        def play(self, game: str, seats: Sequence[TrialSeat], seed: int, *args: Any, **kwargs: Any) -> Trial:
            played.append(([*seats], seed))
            return super().play(game, seats, seed, *args, **kwargs)

    monkeypatch.setattr(bench.worker, "process", Noting(options=SHORT))
    bot = bench.send("save", name="Walker").headers["location"].partition("bot=")[2].partition("&")[0]
    for _ in range(3):
        bench.done(bench.send("test", bot=bot, version="1"))
    assert [seats.index(next(seat for seat in seats if seat.script)) for seats, _ in played] == [0, 1] * 3
    assert len({seat.bot for seats, _ in played for seat in seats if not seat.script}) > 1
    assert len({seed for _, seed in played}) == len(played)
    one = bench.send("save", name="One", source=ONE_SEAT).headers["location"].partition("bot=")[2].partition("&")[0]
    page = bench.browser.get(bench.done(bench.send("test", bot=one, version="1"))).text
    assert "The version has not passed its test" in page
    assert "nothing is not defined" in page
    assert bench.send("publish", bot=one, version="1").status_code == 400


def test_a_version_is_tested_right_below_the_code_that_was_saved_against_bots_without_specs(
    bench: Bench, author: Person
) -> None:
    saved = bench.browser.get(bench.send("save", name="Walker").headers["location"])
    places = [
        saved.text.index(part) for part in ("Save the next version", "Test version 1", 'id="result"', "Versions</h2>")
    ]
    assert places == sorted(places)
    bot = extract(r'name="bot" value="(.*?)"', saved)
    tested = extract(r"<strong>(.*?)</strong>", bench.browser.get(bench.done(bench.send("test", bot=bot, version="1"))))
    assert "a bot chosen for the test" in tested
    assert "Ada (easy)" in bench.tried(CODE)


def test_a_version_has_passed_in_the_moment_in_which_its_test_is_over(
    bench: Bench, author: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = bench.send("save", name="Walker").headers["location"].partition("bot=")[2].partition("&")[0]
    place = bench.send("test", bot=bot, version="1").headers["location"]
    with monkeypatch.context() as failing:
        failing.setattr(WorkshopVersions, "test", Mock(side_effect=DatabaseBusy("full")))
        with pytest.raises(DatabaseBusy):
            bench.worker.work()
    assert "data-waits" in bench.browser.get(place).text  # nothing is stored by halves
    monkeypatch.setattr(bench.worker, "now", lambda: time() + HOUR)
    assert bench.worker.work()
    assert "Publish version 1" in bench.browser.get(place).text


def test_a_program_tries_a_script_by_json(
    program: TestClient, service: Service, store: Store, ann: Person, bench: Bench
) -> None:
    asked = tell(program.post(PAGE, json={"do": "try", "source": CODE, "opponent": "easy", "seat": "1"}))
    place = asked["location"].partition("#")[0]
    assert tell(program.get(place))["trial"]["waits"]
    assert bench.worker.work()
    told = tell(program.get(place))
    assert re.match(OUTCOME, told["trial"]["result"])
    assert told["trial"]["turns"][0]["printed"].startswith("turn 0")
    assert told["code"] == CODE
    assert program.get(f"{place}/record").text.strip() == told["trial"]["record"]


def test_a_program_lets_others_copy_a_bot(program: TestClient, store: Store, ann: Person) -> None:
    store.accounts.set_email(ann.id, "ann@example.org", "ann", 1.0)
    saved = tell(program.post(PAGE, json={"do": "save", "source": CODE, "name": "Open"}))
    bot = saved["location"].partition("bot=")[2].partition("&")[0]
    tell(program.post(PAGE, json={"do": "show", "bot": bot, "shown": "yes", "may-copy": "yes"}))
    found = store.workshop.load(bot)
    assert found
    assert (found.shown, found.may_copy) == (True, True)


def test_the_worker_process_plays_the_same_again_and_refuses_what_cannot_be_played() -> None:
    process, seats = TrialProcess(), [TrialSeat("mine", CODE), TrialSeat("easy", None, "easy")]
    try:
        first = process.play("ludo", seats, 3, 60.0, drawn=True)
        assert first.replay.startswith("<ludarium-replay")
        with pytest.raises(TrialFailed, match="chess"):
            process.play("chess", seats, 3, 60.0)
        again = process.play("ludo", seats, 3, 60.0)
        assert again.record == first.record
        assert [turn.steps for turn in again.turns] == [turn.steps for turn in first.turns]
    finally:
        process.close()


EXAMPLES = {"grid": 2, "ludo": 4, "vortex": 2}
"""Of how many matches, begun in turn, an example must win more than half, in the games in which that takes seconds."""
FEW = {name: f"{name}{SHORT}" for name in ("orion", "throngs")}
"""The others end early: their examples do the same in every turn."""


@pytest.mark.parametrize("name", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_the_example_of_a_game_is_legal_and_beats_the_lowest_level(name: str) -> None:
    code, won, count = example(load(name)), 0.0, EXAMPLES.get(name, 1)
    for number in range(count):
        own = number % 2
        seats = [TrialSeat("mine", code) if seat == own else TrialSeat("easy", None, "easy") for seat in range(2)]
        trial = play_trial(FEW.get(name, name), seats, number + 1, 120.0)
        assert len(trial.turns) > 3
        assert not any(turn.fault for turn in trial.turns)
        assert trial.payoffs
        won += trial.payoffs[own]
    assert name not in EXAMPLES or won > count / 2


@pytest.mark.parametrize("code", [*[*BOMBS][1:-1], *THROWN])  # `WRONG` has the others
def test_hostile_scripts_come_through_the_door_and_end(code: str) -> None:
    trial = play_trial("grid(turn_limit=10)", [TrialSeat("mine", code), TrialSeat("easy", None, "easy")], 1, 30.0)
    assert any(turn.fault for turn in trial.turns)
    assert not trial.stopped
