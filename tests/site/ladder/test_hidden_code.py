"""Code that its author shows no more: in the files of each machine, and after the account was closed."""

from collections.abc import Iterator
from gzip import decompress
from pathlib import Path
from time import time as real_time

import pytest

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.ladder import views
from ludarium.site.ladder.ladder_file import FileLine, LadderPlayerLine
from ludarium.site.ladder.nightly import NightlyFiles
from ludarium.site.ladder.views import NoSuchLadder
from ludarium.site.programs.workshop import NoSuchScript
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, HOUR, FakeTime
from tests.site.ladder.conftest import GAME, Bench, game

CODE = "api.play(api.legal()[0]); // ann wrote this\n"


@pytest.fixture(autouse=True)
def soon_ranked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a bot have a place after two matches: what is tested begins only then."""
    monkeypatch.setattr(views, "RANKED", 2)


@pytest.fixture
def machines(bench: Bench, store: Store, time: FakeTime, tmp_path: Path) -> Iterator[list[NightlyFiles]]:
    """Two processes on one database, each with a folder of its own, after the hour at which files are written."""
    time.now += -time.now % DAY + 3 * HOUR
    stores = [Store(store.database.readers.url.render_as_string(hide_password=False)) for _ in range(2)]
    yield [
        Service(each, now=time, ladder_folder=tmp_path / str(place)).nightly_files for place, each in enumerate(stores)
    ]
    for each in stores:
        each.close()


def shown_bot(bench: Bench, ann: Person) -> str:
    """Let Ann show a bot that is ranked."""
    bench.store.accounts.set_email(ann.id, "ann@example.org", "ann", 1.0)
    account = bench.club.people.load(ann.id)
    bot = bench.publish(ann, CODE)
    bench.club.workshop.set_shown(account, bot, shown=True, may_copy=True)
    bench.until_ranked(bot)
    return bot


@pytest.mark.both_databases
@pytest.mark.parametrize("how", ["hidden", "deleted", "closed"])
def test_every_machine_deletes_its_files_with_code_that_is_shown_no_more(
    bench: Bench, ann: Person, machines: list[NightlyFiles], tmp_path: Path, how: str
) -> None:
    bot = shown_bot(bench, ann)
    for machine in machines:
        assert machine.write(GAME)
        (file,) = machine.of(game())
        assert "ann wrote this" in decompress(file.path.read_bytes()).decode()
    account = bench.club.people.load(ann.id)
    assert account
    if how == "hidden":
        bench.club.workshop.set_shown(account, bot, shown=False, may_copy=False)
    elif how == "deleted":
        bench.club.workshop.remove(account, bot)
    else:
        bench.club.closing.close(account, account.name, keep_name=False)
    for machine in machines:
        assert not machine.of(game())
    assert not [*tmp_path.rglob("*.gz"), *tmp_path.rglob("*.bots")]
    assert machines[1].write(GAME)
    (file,) = machines[1].of(game())
    assert "ann wrote this" not in decompress(file.path.read_bytes()).decode()


@pytest.mark.both_databases
def test_bots_of_a_closed_account_leave_lists_ladders_and_new_matches_and_play_on_where_they_play(
    bench: Bench, ann: Person, bob: Person
) -> None:
    bot = shown_bot(bench, ann)
    club, copy = bench.club, bench.publish(bob, CODE, "Copy")
    (spec,) = (spec for spec, one in club.playing_bots.of(game()) if one.id == bot)
    seats = [SeatAssignment("bot", spec), SeatAssignment("person", "Bob", bob.id)]
    running = club.create(GAME, seats, host=bob.id)
    account = club.people.load(ann.id)
    assert account
    club.closing.close(account, account.name, keep_name=False)
    assert [one.id for _, one in club.playing_bots.of(game())] == [copy]
    assert bot not in {row.player.bot_id for row in club.ladder_views.view(game()).rows}
    assert not club.ladder_views.of_person(ann.id)
    with pytest.raises(NoSuchScript):
        club.workshop.look(bob, bot)
    with pytest.raises(LudariumError):
        club.create(GAME, seats, host=bob.id)
    assert {line.source for line in player_lines(club.ladder_files.lines(bob, game(), 0, 100)) if line.bot == bot} == {
        None
    }
    assert club.playing_bots.player(running, 0)
    assert club.workshop.look(bob, copy).source == CODE
    before = bench.entered(bot).games
    bench.play(4)
    assert bench.entered(bot).games == before
    assert bench.entered(bot).author == "Former player"


def player_lines(lines: Iterator[FileLine]) -> list[LadderPlayerLine]:
    return [line for line in lines if isinstance(line, LadderPlayerLine)]


@pytest.mark.both_databases
def test_two_processes_that_write_one_day_change_nothing_of_each_other(
    bench: Bench, ann: Person, store: Store, time: FakeTime, tmp_path: Path
) -> None:
    bot = shown_bot(bench, ann)
    time.now = real_time() // DAY * DAY + 3 * HOUR  # what another process writes just now is no day old
    service = Service(store, now=time, ladder_folder=tmp_path)
    files = service.nightly_files
    whole = service.ladder_files.whole

    def interrupted(of: Game) -> Iterator[FileLine]:
        yield from whole(of)
        bench.club.workshop.set_shown(bench.club.people.load(ann.id), bot, shown=False, may_copy=False)
        assert Service(store, now=time, ladder_folder=tmp_path).nightly_files.write(GAME)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service.ladder_files, "whole", interrupted)
        assert files.write(GAME)
    (file,) = files.of(game())
    assert "ann wrote this" not in decompress(file.path.read_bytes()).decode()


@pytest.mark.both_databases
def test_a_file_that_is_deleted_while_it_is_sent_is_sent_whole_and_one_gone_before_is_not_there(
    bench: Bench, ann: Person, machines: list[NightlyFiles], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown_bot(bench, ann)
    machines[0].write(GAME)
    listed, (_, content) = machines[0].find(game()), machines[0].open(game())
    listed.path.unlink()
    with content:
        assert "ann wrote this" in decompress(content.read()).decode()
    monkeypatch.setattr(machines[0], "find", lambda *_: listed)
    with pytest.raises(NoSuchLadder, match="has just been deleted"):
        machines[0].open(game())
