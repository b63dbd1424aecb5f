"""Bots of the site in tournaments: who enters them, how they play, and that nothing for people happens to them."""

from collections.abc import Collection, Mapping

import pytest
from msgspec import to_builtins
from sqlalchemy import select

from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.site.act import Refusal
from ludarium.site.ground.tables import notices
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Resign
from ludarium.site.programs.rows import WorkshopBot, WorkshopTable
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments import site_bots
from ludarium.site.tournaments.conducting import Adjourn, AnnounceToPlayers, Disqualify
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament, ChangeTournament
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.pages.page import winners_of
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.site_bots import EnterBot, RemoveBot, removable_bots
from ludarium.site.tournaments.words import news_words, rules
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.bot_parts import SHORT, StartWorkers, bot_workers, offer
from tests.site.fake_time import DAY, FakeTime
from tests.site.tournaments.playing import account, accounts, look, make, undecided
from tests.site.waiting import wait_for

__all__ = ["bot_workers", "service"]


def with_bots(service: Service, person: Person, *bots: str, kind: str = "round-robin", **more: str) -> str:
    tournament = make(service, person, kind, computers="yes", **more)
    for bot in bots:
        service.tournaments.act(person, tournament, EnterBot(bot))
    return tournament


def notified(store: Store) -> set[str]:
    with store.database.connect() as connection:
        return set(connection.execute(select(notices.c.person)).scalars())


def begin(service: Service, person: Person, tournament: str) -> None:
    service.tournaments.act(person, tournament, BeginTournament())
    service.tournaments.work()


def test_the_organiser_enters_the_bots_of_the_game(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = make(service, ann, "swiss", computers="yes")
    assert [*service.tournaments.view(ann, tournament).bots] == ["easy", "medium", "hard", "champion"]
    assert service.tournaments.view(bob, tournament).bots == {}
    service.tournaments.act(ann, tournament, EnterBot("easy"))
    view = service.tournaments.view(ann, tournament)
    (entry,) = view.players
    assert (entry.person, entry.name, entry.is_bot, entry.bot) == ("bot:easy", "Ada", True, "easy")
    assert "easy" not in view.bots
    assert [one.person for one in view.removable_bots] == ["bot:easy"]
    assert {"enter-bot", "remove-bot"} <= {*view.do}
    assert service.tournaments.view(bob, tournament).removable_bots == ()
    service.tournaments.act(ann, tournament, RemoveBot("bot:easy"))
    assert look(service, tournament).players == ()


@pytest.mark.parametrize("kind", ["knock-out", "swiss"])
def test_a_bot_of_a_higher_level_has_a_better_seed_number(service: Service, store: Store, kind: str) -> None:
    (ann,) = accounts(service, store, 1)
    levels = ["champion", "hard", "medium", "easy"]
    tournament = with_bots(service, ann, *reversed(levels), kind=kind)
    begin(service, ann, tournament)
    view = look(service, tournament)
    assert [player.bot for player in view.players] == levels
    data = to_builtins(tournament_data(view))
    assert faults_of(data) == []
    if kind == "knock-out":
        assert {frozenset(board.seating) for board in view.rounds[0][1]} == {frozenset({0, 3}), frozenset({1, 2})}


@pytest.mark.both_databases
@pytest.mark.parametrize("bot", ["easy", "", "nobody", "mcts(simulations=5)", "script 0011223344556677/1 Mine"])
def test_what_cannot_be_entered(service: Service, store: Store, bot: str) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = with_bots(service, ann, "easy")
    with pytest.raises(Refusal, match=r"is no (bot that you may enter now|published bot of orion)"):
        service.tournaments.act(ann, tournament, EnterBot(bot))
    with pytest.raises(Refusal, match="there is none that you may enter"):
        service.tournaments.act(bob, tournament, EnterBot("hard"))
    with pytest.raises(Refusal, match="no bot in this tournament that you may withdraw"):
        service.tournaments.act(bob, tournament, RemoveBot("bot:easy"))
    assert len(look(service, tournament).players) == 1


@pytest.mark.both_databases
def test_bots_enter_only_where_computers_may_and_before_it_begins(service: Service, store: Store) -> None:
    ann, *others = accounts(service, store, 4)
    closed = make(service, ann, "swiss")
    with pytest.raises(Refusal, match="bots may take part"):
        service.tournaments.act(ann, closed, EnterBot("easy"))
    ticks = service.tournaments.make(
        ann, MakeTournament("grid", "round-robin", "live 1", rated="yes", computers="yes")
    ).target
    with pytest.raises(Refusal, match="ticks"):
        service.tournaments.act(ann, ticks, EnterBot("easy"))
    full = with_bots(service, ann, "easy", "medium", "hard", most="3")
    with pytest.raises(Refusal, match="full"):
        service.tournaments.act(ann, full, EnterBot("champion"))
    with pytest.raises(Refusal, match="full"):
        service.tournaments.act(others[0], full, EnterTournament())
    begin(service, ann, full)
    for command in (EnterBot("champion"), RemoveBot("bot:easy")):
        with pytest.raises(Refusal, match="has begun"):
            service.tournaments.act(ann, full, command)


@pytest.mark.both_databases
@pytest.mark.parametrize(("game", "tempo"), [("orion", "600+5"), ("grid", "live 1")])
def test_bots_of_an_arena_fill_in_with_ticks_too(
    service: Service, store: Store, time: FakeTime, game: str, tempo: str
) -> None:
    ann, bob = accounts(service, store, 2)
    arena = service.tournaments.make(ann, MakeTournament(game, "arena", tempo, rated="yes", computers="yes")).target
    assert "Bots of this site fill in" in " ".join(rules(look(service, arena).tournament))
    for bot in ("easy", "medium", "hard"):
        service.tournaments.act(ann, arena, EnterBot(bot))
    with pytest.raises(Refusal, match="nobody had entered"):
        service.tournaments.act(ann, arena, BeginTournament())
    service.tournaments.act(bob, arena, EnterTournament())
    begin(service, ann, arena)
    (board,) = look(service, arena).boards
    match = service.bots.look(board.match_id or "")
    assert ({seat.kind for seat in match.seats}, match.rated) == ({"person", "bot"}, False)
    service.bots.act(match.id, 1 - match.people[0], Resign(), match.revision)
    time.pass_by(DAY)
    service.tournaments.work()
    view = look(service, arena)
    assert (view.tournament.state, winners_of(view)) == ("over", [bob.name])
    assert faults_of(to_builtins(tournament_data(view))) == []


def test_bots_play_by_the_bot_workers_and_are_in_the_table(service: Service, store: Store) -> None:
    ann = account(service, store, "Ann")
    tournament = with_bots(service, ann, "easy", "medium")
    service.tournaments.act(ann, tournament, EnterTournament())
    begin(service, ann, tournament)
    view = look(service, tournament)
    seats = [service.bots.look(board.match_id or "").seats for board in undecided(view)]
    assert sorted([sum(seat.kind == "bot" for seat in each) for each in seats]) == [1, 1, 2]
    assert {seat.name for each in seats for seat in each if seat.kind == "bot"} == {"easy", "medium"}
    assert store.bot_claims.due(1.0, each=9), "a bot that has the first turn waits for a worker"
    for board in undecided(view):
        match = service.bots.look(board.match_id or "")
        loser = next((n for n, seat in enumerate(match.seats) if seat.kind == "person"), 0)
        if match.seats[loser].kind == "person":
            service.bots.act(match.id, loser, Resign(), match.revision)
        else:
            service.bots.forfeit(match.id, loser, match.revision, "it failed")
    service.tournaments.work()
    view = look(service, tournament)
    assert view.tournament.state == "over"
    assert {line.entry.name for line in view.table} == {"Ann", "Ada", "Ben"}
    assert view.table[-1].entry.name == "Ann"


@pytest.mark.both_databases
def test_bots_play_a_round_robin_to_its_end(
    service: Service, store: Store, bot_workers: StartWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = dict.fromkeys(("one", "two", "three"), BotKind(RandomBot, "plays at random"))
    offer(monkeypatch, **kinds)
    monkeypatch.setattr(site_bots, "offered_bots", lambda _: kinds)
    ann = account(service, store, "Ann")
    tournament = with_bots(service, ann, "one", "two", "three", game=SHORT)
    begin(service, ann, tournament)
    bot_workers()
    wait_for(lambda: service.tournaments.work() >= 0 and look(service, tournament).tournament.state == "over")
    view = look(service, tournament)
    assert sorted(entry.name for entry in view.players) == ["one", "three", "two"]
    assert [board.how for _, boards in view.rounds for board in boards] == ["played"] * 3
    assert faults_of(to_builtins(tournament_data(view))) == []


@pytest.mark.both_databases
def test_nothing_for_people_happens_to_bots(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = with_bots(service, ann, "easy", "medium", kind="round-robin", rated="yes", game="orion")
    service.tournaments.act(bob, tournament, EnterTournament())
    service.tournaments.act(ann, tournament, ChangeTournament(days="3"))
    service.tournaments.act(ann, tournament, AnnounceToPlayers("Welcome"))
    begin(service, ann, tournament)
    with pytest.raises(Refusal, match="no person"):
        service.tournaments.act(ann, tournament, Disqualify("bot:easy", "It is too good"))
    service.tournaments.act(ann, tournament, Adjourn("2", ""))
    view = service.tournaments.view(ann, tournament)
    assert [entry.person for entry in view.removable] == [bob.id]
    for board in undecided(view):
        match = service.bots.look(board.match_id or "")
        assert match.rated is False
        assert match.computers
    assert notified(store) == {bob.id}


@pytest.mark.both_databases
def test_a_cancelled_tournament_of_bots_notifies_people_alone(service: Service, store: Store, time: FakeTime) -> None:
    ann = account(service, store, "Ann")
    tournament = with_bots(service, ann, "easy", "medium")
    time.pass_by(8 * DAY)
    service.tournaments.work()
    assert look(service, tournament).tournament.state == "cancelled"
    assert notified(store) == {ann.id}


@pytest.mark.both_databases
def test_an_author_enters_a_published_bot_and_withdraws_it(service: Service, store: Store) -> None:
    ann, bob, eve = accounts(service, store, 3)
    store.workshop.add(WorkshopBot("00112233445566ff", bob.id, "orion", "File", 0.0))
    number = store.workshop_versions.insert_next("00112233445566ff", "api.random()", 0.0, None)
    tournament = make(service, ann, "swiss", computers="yes")
    assert service.tournaments.view(bob, tournament).bots == {}
    store.workshop.set("00112233445566ff", published=number)
    spec = f"script 00112233445566ff/{number} File"
    assert service.tournaments.view(bob, tournament).bots == {spec: "File"}
    assert spec in service.tournaments.view(ann, tournament).bots
    with pytest.raises(Refusal):
        service.tournaments.act(eve, tournament, EnterBot(spec))
    service.tournaments.act(bob, tournament, EnterBot(spec))
    (entry,) = look(service, tournament).players
    assert (entry.person, entry.name) == ("bot:00112233445566ff", "File")
    with pytest.raises(Refusal):
        service.tournaments.act(eve, tournament, RemoveBot(entry.person))
    service.tournaments.act(bob, tournament, RemoveBot(entry.person))
    assert look(service, tournament).players == ()
    service.blocks.add(ann, bob.name)
    assert service.tournaments.view(bob, tournament).bots == {}
    with pytest.raises(Refusal):
        service.tournaments.act(bob, tournament, EnterBot(spec))


def written(store: Store, author: Person, name: str, source: str = "api.random()") -> str:
    """Return the spec of a bot that its author has published."""
    store.workshop.add(WorkshopBot(name.encode().hex().zfill(16), author.id, "orion", name, 0.0))
    return published(store, name, source)


def published(store: Store, name: str, source: str = "api.random()") -> str:
    """Return the spec of a bot of which one more version is published."""
    bot = name.encode().hex().zfill(16)
    number = store.workshop_versions.insert_next(bot, source, 0.0, None)
    store.workshop.set(bot, published=number)
    return f"script {bot}/{number} {name}"


@pytest.mark.both_databases
def test_an_author_has_one_bot_there_and_no_other_version_of_it(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    file, rank = written(store, bob, "File"), written(store, bob, "Rank")
    tournament = make(service, ann, "swiss", computers="yes")
    service.tournaments.act(bob, tournament, EnterBot(file))
    later = published(store, "File")
    assert service.tournaments.view(bob, tournament).bots == {}
    for spec in (rank, later):
        with pytest.raises(Refusal, match="none that you may enter"):
            service.tournaments.act(bob, tournament, EnterBot(spec))
    assert later not in service.tournaments.view(ann, tournament).bots
    with pytest.raises(Refusal):
        service.tournaments.act(ann, tournament, EnterBot(later))
    service.tournaments.act(ann, tournament, EnterBot(rank))
    assert [entry.name for entry in look(service, tournament).players] == ["File", "Rank"]


@pytest.mark.both_databases
def test_a_bot_that_the_organiser_has_withdrawn_is_not_entered_again_by_its_author(
    service: Service, store: Store
) -> None:
    ann, bob = accounts(service, store, 2)
    file, rank = written(store, bob, "File"), written(store, bob, "Rank")
    tournament = make(service, ann, "swiss", computers="yes")
    service.tournaments.act(bob, tournament, EnterBot(file))
    service.tournaments.act(bob, tournament, RemoveBot(look(service, tournament).players[0].person))
    assert look(service, tournament).news == ()
    service.tournaments.act(bob, tournament, EnterBot(file))
    service.tournaments.act(ann, tournament, RemoveBot(look(service, tournament).players[0].person))
    (line,) = look(service, tournament).news
    assert (news_words(line), line.text) == (f"{ann.name} withdrew a bot of {bob.name}:", "File")
    for spec in (file, published(store, "File")):
        with pytest.raises(Refusal):
            service.tournaments.act(bob, tournament, EnterBot(spec))
    assert service.tournaments.view(bob, tournament).bots == {rank: "Rank"}
    service.tournaments.act(ann, tournament, EnterBot(published(store, "File")))
    assert [entry.name for entry in look(service, tournament).players] == ["File"]


@pytest.mark.both_databases
def test_the_authors_of_all_bots_are_asked_for_at_once(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = with_bots(service, ann, *(written(store, bob, name) for name in ("File", "Rank", "Edge")))
    asked = list[int]()
    authors = WorkshopTable.authors

    def counted(table: WorkshopTable, ids: Collection[str]) -> Mapping[str, str]:
        asked.append(len(ids))
        return authors(table, ids)

    monkeypatch.setattr(WorkshopTable, "authors", counted)
    monkeypatch.setattr(WorkshopTable, "load", None)
    entries = look(service, tournament).players
    assert removable_bots(store, look(service, tournament).tournament, entries, bob) == entries
    assert asked == [3]


@pytest.mark.both_databases
def test_a_bot_that_has_no_first_turn_yet_is_not_absent(service: Service, store: Store, time: FakeTime) -> None:
    ann = account(service, store, "Ann")
    tournament = service.tournaments.make(
        ann, MakeTournament("orion(clicks=1)", "round-robin", "600+5", computers="yes")
    ).target
    for bot in ("easy", "medium", "hard"):
        service.tournaments.act(ann, tournament, EnterBot(bot))
    begin(service, ann, tournament)
    (board,) = [board for board in look(service, tournament).boards if board.match_id]
    time.pass_by(3600)
    service.tournaments.work()
    assert not service.bots.look(board.match_id or "").match.over
    assert not any(entry.is_absent for entry in look(service, tournament).players)
