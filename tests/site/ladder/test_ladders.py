"""Ladders: who meets whom, what is rated and how often, on both databases and after any kill."""

import os
import signal
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer
from ludarium.players.sandbox.trial import TrialSeat
from ludarium.players.sandbox.trial_process import TrialProcess
from ludarium.players.turn import play_turn
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.ladder import ladders
from ludarium.site.ladder.ladders import GAME_RESTS, GIVEN_UP, LEASE, LONGEST_WAIT, PAUSE, TRIES, LadderJob
from ludarium.site.ladder.rows import LadderMatch
from ludarium.site.match.commands import PlayTurn
from ludarium.site.workers.ladder_worker import LadderWorker
from ludarium.tournament.ranking import RANKED, SETTLED, next_pairing
from tests.site.fake_time import DAY, HOUR, START
from tests.site.ladder.conftest import GAME, SHORT, Bench, game, rank_games, rank_levels
from tests.site.trials_here import Here, fail

LAST = "api.play(api.legal().at(-1));\n"
LOOP = "while (true) api.turn();\n"


def with_account(bench: Bench, person: Person) -> Person:
    bench.store.accounts.set_email(person.id, f"{person.name}@example.org", person.name.lower(), 1.0)
    found = bench.club.people.load(person.id)
    assert found
    return found


def matches(bench: Bench) -> list[LadderMatch]:
    found = (bench.store.ladder_matches.load((GAME, number)) for number in range(1, 200))
    return [match for match in found if match]


@pytest.mark.both_databases
def test_levels_meet_before_anybody_has_published_a_bot_and_the_page_is_never_empty(bench: Bench) -> None:
    before = bench.club.ladder_views.view(game())
    assert [row.player.level for row in before.rows] == ["easy", "medium"]
    assert bench.play(4) == 4
    view = bench.club.ladder_views.view(game())
    assert (view.rated, view.written) == (4, 0)
    assert {row.player.games for row in view.rows} == {4}


def test_a_pairing_has_the_same_dice_and_exchanged_seats(bench: Bench) -> None:
    bench.play(4)
    one, other, third, _ = matches(bench)
    assert (one.first, one.second, one.seed) == (other.first, other.second, other.seed)
    assert (one.exchanged, other.exchanged) == (False, True)
    assert one.seed != third.seed
    named = [Record.parse(match.record).tags for match in (one, other)]
    seats = game().setup.seat_names
    assert [named[0][seat] for seat in seats] == [named[1][seat] for seat in seats[::-1]]


def test_a_new_bot_is_ranked_after_ten_matches(bench: Bench, ann: Person) -> None:
    bench.play(40)
    bot = bench.publish(ann)
    assert bench.until_ranked(bot) == RANKED
    player = bench.entered(bot)
    assert player.games == player.won + player.drawn + player.lost == RANKED
    row = bench.club.ladder_views.of_bot(bot, 1)
    assert row
    assert row.rating.low < row.rating.number < row.rating.high


def set_known(bench: Bench, **known: tuple[float, float, int]) -> None:
    """Let levels have a mean, a deviation and a number of matches."""
    for player in bench.store.ladder_players.find(game=GAME):
        if player.level in known:
            mean, deviation, games = known[player.level]
            with bench.store.write() as tx:
                tx.ladder_players.set(player.id, mean=mean, deviation=deviation, games=games)


def test_places_are_in_the_order_of_what_a_rating_is_at_least(bench: Bench) -> None:
    """Neither does a strong bot stand below a weak one since little is known of it, nor a lucky one above it."""
    bench.play(2)
    set_known(bench, easy=(40.0, 6.0, RANKED), medium=(25.0, 5.0, SETTLED))
    rows = bench.club.ladder_views.view(game()).rows
    assert [(row.player.level, row.place, row.is_provisional, row.rating.low) for row in rows] == [
        ("easy", 1, True, 1578),
        ("medium", 2, False, 1265),
    ]
    set_known(bench, easy=(27.0, 8.0, RANKED))
    rows = bench.club.ladder_views.view(game()).rows
    assert [(row.player.level, row.rating.number, row.rating.low) for row in rows] == [
        ("medium", 1500, 1265),
        ("easy", 1548, 1172),
    ]


def test_before_enough_matches_levels_stand_from_the_strongest_whatever_their_ratings(bench: Bench) -> None:
    bench.play(2)
    set_known(bench, easy=(40.0, 7.0, 4), medium=(25.0, 7.0, 4))
    rows = bench.club.ladder_views.view(game()).rows
    assert [(row.player.level, row.place, row.is_provisional) for row in rows] == [
        ("medium", 0, True),
        ("easy", 0, True),
    ]


def test_all_rest_for_an_hour_once_all_have_played_enough(bench: Bench) -> None:
    assert bench.play(SETTLED + 10) == SETTLED
    bench.time.pass_by(PAUSE)
    assert bench.play(10) == 2


@pytest.mark.both_databases
def test_a_new_version_begins_anew_and_the_former_one_keeps_its_rating(bench: Bench, ann: Person) -> None:
    bot = bench.publish(ann)
    bench.until_ranked(bot)
    former = bench.entered(bot)
    bench.publish(ann, LAST, bot=bot)
    bench.play(12)
    assert bench.entered(bot) == replace(former, published=2)
    assert bench.entered(bot, 2).games > 0
    view = bench.club.ladder_views.player(game(), bench.entered(bot, 2).id)
    assert [row.player.version for row in view.versions] == [1, 2]
    assert sum(sum(each[1:]) for each in view.against) == bench.entered(bot, 2).games


@pytest.mark.both_databases
def test_a_match_of_a_killed_worker_is_played_by_another_one_with_the_same_record(bench: Bench) -> None:
    job = bench.club.ladders.next("killed")
    assert job
    assert bench.club.ladders.next("other") is None  # one at a time
    killed = Here(options=SHORT).play(job.match.game, job.seats, job.match.seed, 60.0)
    bench.time.pass_by(LEASE + 1)
    assert bench.worker.work()
    (match,) = [match for match in matches(bench) if match.played_at]
    assert (match.number, match.record) == (job.match.number, killed.record)
    bench.club.ladders.finish(job, killed)  # it was not dead, only slow
    assert bench.club.ladder_views.view(game()).rated == 1
    assert {row.player.games for row in bench.club.ladder_views.view(game()).rows} == {1}


@pytest.mark.both_databases
def test_a_claim_is_renewed_while_a_match_is_played(bench: Bench) -> None:
    job = bench.club.ladders.next("one")
    assert job
    bench.time.pass_by(LEASE - 1)
    bench.club.ladders.renew(job, "one")
    bench.time.pass_by(LEASE - 1)
    assert bench.club.ladders.next("other") is None


def test_no_match_begins_while_a_person_waits_for_the_turn_of_a_bot(bench: Bench, ann: Person) -> None:
    bots = [SeatAssignment("bot", "easy"), SeatAssignment("bot", "easy")]
    bench.club.create("orion", bots)
    assert bench.play(1) == 1, "nobody waits for these two"
    match = bench.club.create("orion", [bots[0], SeatAssignment("person", "Ann", ann.id)], host=ann.id)
    assert match.match.state.actors == (0,)
    assert bench.play(1) == 0
    assert bench.store.bot_claims.claim("bots", (match.id, 0), bench.time(), bench.time() + HOUR)
    assert bench.play(1) == 0, "it is being chosen"
    bench.time.pass_by(LONGEST_WAIT + 1)
    assert bench.play(1) == 1, "something is wrong with that turn"
    bench.time.pass_by(-LONGEST_WAIT)
    assert bench.play(1) == 0
    state = match.match.state
    bench.club.bots.act(match.id, 0, PlayTurn(state.format_turn([state.legal(0)[0]])), match.revision)
    assert bench.play(1) == 1


def test_a_clock_that_was_set_back_blocks_nothing(bench: Bench) -> None:
    assert bench.club.ladders.next("one")
    bench.time.pass_by(-HOUR)
    assert bench.club.ladders.next("other")


@pytest.mark.both_databases
def test_a_match_that_cannot_be_played_is_given_up_and_does_not_count(bench: Bench) -> None:
    broken = LadderWorker(bench.club, process=Here(fail))
    assert [broken.work() for _ in range(TRIES + 1)] == [True] * TRIES + [False]
    given_up = matches(bench)[0]
    assert (given_up.rated, given_up.ending) == (None, GIVEN_UP)
    assert bench.play(1) == 1


@pytest.mark.both_databases
def test_a_game_that_cannot_be_played_rests_and_the_others_go_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = LadderWorker(bench.club, process=Here(fail))
    for _ in range(2 * TRIES + 2):
        broken.work()
    assert [match.ending for match in matches(bench)] == [GIVEN_UP] * 2
    assert f"match 2 of the ladder of {GAME} is given up: the game rests" in caplog.text
    assert not bench.worker.work()
    other = "orion(turn_limit=10)"
    with monkeypatch.context() as patch:
        rank_games(patch, other, GAME)
        rank_levels(patch, easy="random", medium="random")
        assert bench.play(4) == 4
        assert {match.game for match in bench.store.ladder_matches.latest("orion", 9)} == {"orion"}
        assert len(matches(bench)) == 2
    bench.time.pass_by(GAME_RESTS)
    assert bench.play(1) == 1
    assert matches(bench)[2].rated == 1


def test_others_write_while_it_is_computed_who_meets_whom(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def beside(*given: Any) -> tuple[int, int] | None:
        bench.club.people.create_guest()  # fails while another transaction writes
        return next_pairing(*given)

    monkeypatch.setattr(ladders, "next_pairing", beside)
    assert bench.play(1) == 1


def test_a_pairing_that_another_worker_was_quicker_with_is_planned_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.club.ladders.at_once, asked = 3, list[int]()

    def slower(*given: Any) -> tuple[int, int] | None:
        asked.append(given[-1])
        if len(asked) == 1:
            assert bench.club.ladders.next("two")
        return next_pairing(*given)

    monkeypatch.setattr(ladders, "next_pairing", slower)
    job = bench.club.ladders.next("one")
    assert job
    assert (job.match.number, asked) == (2, [1, 1])
    later = bench.club.ladders.next("three")
    assert later
    assert (later.match.number, asked) == (3, [1, 1, 3])


@pytest.mark.both_databases
def test_several_at_once_if_the_site_says_so_and_none_if_it_is_off(bench: Bench) -> None:
    bench.club.ladders.at_once = 2
    assert bench.club.ladders.next("one")
    assert bench.club.ladders.next("two")
    assert bench.club.ladders.next("three") is None
    bench.club.ladders.at_once = 0
    bench.time.pass_by(LEASE + 1)
    assert bench.club.ladders.next("one") is None


@pytest.mark.both_databases
def test_a_bot_that_fails_three_times_in_a_row_rests_longer_and_longer_and_its_author_gets_a_notice(
    bench: Bench, ann: Person
) -> None:
    bot = bench.publish(ann, "api.play('nowhere');\n", "Stray")
    for rest, words in ((HOUR, "an hour"), (DAY, "a day"), (7 * DAY, "a week"), (7 * DAY, "a week")):
        bench.play(60)
        found = bench.store.workshop.load(bot)
        assert found
        assert found.rests_until == bench.time() + rest
        texts = [str(each.notice.data["text"]) for each in bench.club.notices.recent(ann.id)]
        assert any(f"on the ladder. It rests for {words}, and" in text for text in texts)
        bench.time.pass_by(rest + PAUSE)
    player = bench.entered(bot)
    assert player.won == player.drawn == 0


def test_a_bot_that_plays_again_after_its_rest_starts_anew(bench: Bench, ann: Person) -> None:
    bot = bench.publish(ann, "api.play('nowhere');\n")
    bench.play(60)
    assert bench.entered(bot).failed == 3
    bench.publish(ann, bot=bot)
    bench.play(20)
    assert bench.entered(bot, 2).failed == 0


HOSTILE = {
    LOOP: "took more than 5,000,000 steps for a turn",
    "const all = []; while (true) all.push(new ArrayBuffer(1e7));": "used more than 64 MB of memory",
    "while (true) console.log('again');": "took more than 5,000,000 steps for a turn",
    "throw new Error('no');": "failed with 'Error: no' (line 1)",
    "api.play('nowhere');": "chose 'nowhere', which is not legal here",
    "let x = ;": 'failed with "SyntaxError',
    "api.play = 1; api.legal = null;": "chose no action",
}


@pytest.mark.parametrize(("code", "cause"), HOSTILE.items())
def test_hostile_bots_forfeit_with_the_cause(bench: Bench, ann: Person, code: str, cause: str) -> None:
    bot = bench.publish(ann, code)
    while not bench.store.ladder_players.find(bot_id=bot) or bench.entered(bot).games == 0:
        assert bench.worker.work()
    lost = next(each for each in matches(bench) if bench.entered(bot).id in (each.first, each.second))
    assert cause in lost.ending
    assert lost.ending.startswith("forfeit: Walker 1 ")
    assert lost.score_of(bench.entered(bot).id) == 0.0
    assert not lost.by_machine
    assert lost.failed_seat == int(lost.exchanged != (lost.first != bench.entered(bot).id))


@pytest.mark.both_databases
def test_a_withdrawn_bot_leaves_the_table_and_its_matches_stay(bench: Bench, ann: Person) -> None:
    bot = bench.publish(ann)
    bench.until_ranked(bot)
    player = bench.entered(bot)
    bench.club.workshop.publish(with_account(bench, ann), bot, "")
    assert player.id not in {row.player.id for row in bench.club.ladder_views.view(game()).rows}
    assert bench.club.ladder_views.player(game(), player.id).matches


@pytest.mark.both_databases
def test_a_bot_that_is_deleted_before_its_match_loses_nothing_and_nobody_waits(bench: Bench, ann: Person) -> None:
    bot = bench.publish(ann)
    while bench.play(1) and not bench.store.ladder_players.find(bot_id=bot):
        pass
    player = bench.entered(bot)
    bench.store.workshop.remove(bot)
    bench.play(30)
    view = bench.club.ladder_views.player(game(), player.id)
    assert view.row.player.bot_id is None
    assert bench.club.ladder_views.view(game()).written == 0
    assert [match.ending for match in matches(bench) if match.rated is None] in ([], ["a bot of it was deleted"])


@pytest.mark.both_databases
def test_a_match_that_a_limit_of_time_has_stopped_is_played_again(bench: Bench) -> None:
    job = bench.club.ladders.next("one")
    assert job
    stopped = Here().play(job.match.game, job.seats, job.match.seed, -1.0)
    assert stopped.by_machine
    bench.club.ladders.finish(job, stopped)
    again = next_time(bench, job)
    assert (again.match.number, again.match.tries) == (job.match.number, 1)


@pytest.mark.both_databases
def test_a_match_of_too_many_lines_is_drawn(bench: Bench) -> None:
    job = bench.club.ladders.next("one")
    assert job
    trial = Here().play(job.match.game, job.seats, job.match.seed, 60.0)
    long = trial._replace(payoffs=None, stopped="stopped after 3,000 lines of the record", too_long=True)
    bench.club.ladders.finish(job, long)
    assert matches(bench)[0].score == 0.5


@pytest.mark.both_databases
@pytest.mark.parametrize(("gap", "again"), [(HOUR, False), (DAY + 1, True)])
def test_an_author_is_told_of_each_failure_at_most_once_a_day(
    bench: Bench, ann: Person, gap: float, again: bool
) -> None:
    bot = bench.publish(ann, "api.play('nowhere');\n", "Stray")
    told = []
    for failures in (1, 2):
        while not bench.store.ladder_players.find(bot_id=bot) or bench.entered(bot).failed < failures:
            assert bench.worker.work()
        found = bench.store.workshop.load(bot)
        assert found
        told.append(found.notified_at)
        bench.time.pass_by(gap)
    assert told[0] == START
    assert told[1] == (START + gap if again else START)
    (notice,) = bench.club.notices.recent(ann.id)
    assert (
        notice.notice.data["text"] == "Your bot Stray failed on the ladder: chose 'nowhere', which is not legal here."
    )


def test_ten_new_bots_of_people_are_ranked_before_our_levels_meet_elsewhere(
    bench: Bench, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rank_games(monkeypatch, "orion(turn_limit=10)", GAME)
    bots = [bench.publish(ann, name=f"Walker {number}") for number in range(10)]
    games = Counter[str]()
    while not all((found := bench.club.ladder_views.of_bot(bot, 1)) and found.place for bot in bots):
        assert bench.worker.work()
        games[bench.store.ladder_matches.latest(GAME, 1)[0].game] += 1
    assert sum(games.values()) <= 10 * 10
    assert max(bench.entered(bot).games for bot in bots) <= 30


@pytest.mark.both_databases
def test_once_all_have_played_enough_games_take_turns_with_and_without_bots_of_people(
    bench: Bench, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rank_games(monkeypatch, "orion(turn_limit=10)", GAME)
    rank_levels(monkeypatch, easy="random", medium="random")
    bench.publish(ann)
    assert bench.play(2) == 2
    with bench.store.write() as tx:
        for player in tx.ladder_players.current(["orion", GAME]):
            tx.ladder_players.set(player.id, games=SETTLED)
    met = Counter[str]()
    for _ in range(4):
        bench.time.pass_by(PAUSE)
        bench.play(4)
        planned = bench.store.ladder_matches.planned_at()
        met[max(planned, key=lambda name: planned[name])] += 1
    assert set(met.values()) == {2}


def test_once_all_have_played_enough_a_game_with_a_provisional_rating_comes_sooner(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    rank_games(monkeypatch, "orion(turn_limit=10)", GAME)
    rank_levels(monkeypatch, easy="random", medium="random")
    assert bench.play(4) == 4
    with bench.store.write() as tx:
        for player in tx.ladder_players.current(["orion", GAME]):
            tx.ladder_players.set(player.id, games=SETTLED, deviation=8.0 if player.game == "orion" else 4.0)
    met = Counter[str]()
    for _ in range(8):
        bench.time.pass_by(PAUSE)
        bench.play(4)
        planned = bench.store.ladder_matches.planned_at()
        met[max(planned, key=lambda name: planned[name])] += 1
    assert met["orion"] > met[GAME] > 0


@pytest.mark.both_databases
def test_a_level_that_fails_rests_too(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    lost = TrialSeat("easy", "api.play('nowhere');")
    failing = LadderWorker(bench.club, process=Here(lambda seat: lost if seat.name == "easy" else seat))
    for _ in range(4):
        failing.work()
    assert not failing.work()  # nobody is left to meet
    assert "easy fails on the ladder of vortex; it rests for an hour" in caplog.text


@pytest.mark.both_databases
def test_a_forfeit_by_the_machine_must_happen_twice(bench: Bench) -> None:
    job = bench.club.ladders.next("one")
    assert job
    trial = Here().play(job.match.game, job.seats, job.match.seed, 60.0)
    died = trial._replace(failed_seat=0, ending="forfeit: easy was killed by SIGKILL", by_machine=True)
    bench.club.ladders.finish(job, died)
    again = next_time(bench, job)
    assert (again.match.number, again.match.tries) == (job.match.number, 1)
    bench.club.ladders.finish(again, died)
    (match,) = [match for match in matches(bench) if match.played_at]
    assert (match.rated, match.failed_seat, match.by_machine) == (1, 0, True)


@pytest.mark.both_databases
def test_a_script_whose_process_dies_differs_from_one_that_fails() -> None:
    loop, first = "while (true) api.turn();", "api.play(api.legal()[0]);"
    fails, stops, dies = (ScriptPlayer(code, game(), 1, COUNTED) for code in ("throw 1;", loop, first))
    slow = ScriptPlayer(loop, game(), 1, COUNTED._replace(steps=None, all_steps=None, patience=0.2))
    match = Match.begin(game(), ["one", "other"]).roll()
    seat = match.to_act[0]
    for player, by_machine in ((fails, False), (stops, False), (slow, True), (dies, True)):
        with player:
            if player is dies:
                player.prepare(match, seat)
                assert player._process
                os.killpg(player._process._process.pid, signal.SIGKILL)
            assert play_turn(match, seat, player).match.over
            assert player.failed_by_machine is by_machine


@pytest.mark.both_databases
@pytest.mark.skipif(sys.platform != "linux", reason="children are found in /proc")
def test_the_idle_process_plays_the_same_and_a_match_that_is_killed_in_the_middle_is_played_again(
    bench: Bench, ann: Person
) -> None:
    slow = "for (let n = 0; n < 300000; n++);\napi.play(api.legal()[0]);\n"
    bench.publish(ann, slow)
    process = TrialProcess(idle=True)
    worker = LadderWorker(bench.club, process=process, worker="two")
    try:
        job = bench.club.ladders.next("two")
        assert job
        expected = Here().play(job.match.game, job.seats, job.match.seed, 3600.0)
        bench.club.ladders.release(job)
        killer = Thread(target=kill_soon, args=[process])
        killer.start()
        while killer.is_alive():
            assert worker.work()
        first = bench.store.ladder_matches.load((GAME, job.match.number))
        while first and first.played_at is None:
            assert worker.work()
            first = bench.store.ladder_matches.load((GAME, job.match.number))
        assert first
        assert first.record == expected.record
        assert len({match.rated for match in matches(bench) if match.rated}) == sum(
            match.rated is not None for match in matches(bench)
        )
    finally:
        process.close()


def kill_soon(process: TrialProcess) -> None:
    """Wait until a worker process plays, see that it has the lowest priority, and kill it."""
    while not process._process or not (found := children(process._process._process.pid)):
        sleep(0.02)
    while (nice := os.getpriority(os.PRIO_PROCESS, found[0])) != 19:
        sleep(0.02)
        assert nice in range(20)
    os.kill(found[0], signal.SIGKILL)


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text("ascii").split()] if path.exists() else []


def next_time(bench: Bench, job: LadderJob) -> LadderJob:
    """Return a match that was released, when it is its turn again; others that wait come first, and are played."""
    while True:
        again = bench.club.ladders.next("two")
        assert again
        if again.match.number == job.match.number:
            return again
        bench.club.ladders.finish(again, Here().play(again.match.game, again.seats, again.match.seed, 60.0))


@pytest.mark.both_databases
def test_a_match_that_is_stopped_again_is_lost_by_the_bot_on_the_move(bench: Bench, ann: Person) -> None:
    bot = bench.publish(ann)
    job = bench.club.ladders.next("one")
    assert job
    late = next(seat for seat, player in enumerate(job.players) if player == job.match.first)
    trial = Here().play(job.match.game, job.seats, job.match.seed, 60.0)
    stopped = trial._replace(payoffs=None, ending="", stopped="stopped after 600 seconds", by_machine=True, moving=late)
    bench.club.ladders.finish(job, stopped)
    (match,) = [match for match in matches(bench) if match.number == job.match.number]
    assert match.rated is None
    again = next_time(bench, job)
    bench.club.ladders.finish(again, stopped)
    (match,) = [match for match in matches(bench) if match.number == job.match.number]
    assert match.score == 0.0
    assert match.failed_seat == late
    assert match.ending.endswith("was on the move when the match was stopped after 600 seconds")
    assert bot
