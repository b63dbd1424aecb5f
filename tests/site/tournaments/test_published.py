"""The published tournament of Grid Game: made in one press, and played again as it was recorded."""

from collections import Counter, defaultdict

import pytest
from msgspec import to_builtins

from ludarium.core.errors import ParseError
from ludarium.games.grid.published import PUBLISHED
from ludarium.site.act import Refusal, commands_of
from ludarium.site.ground.values import Person
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.organising import BeginTournament, CorrectResult
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.words import describe, result_words
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.tournaments.playing import account, accounts, look

__all__ = ["service"]


def test_one_press_gives_the_published_table_as_far_as_it_is_recorded(service: Service, store: Store) -> None:
    ann = account(service, store, "Ann")
    made = service.tournaments.make(ann, MakeTournament("grid", published="yes")).target
    for _ in range(100):
        if look(service, made).tournament.state == "over":
            break
        service.tournaments.work()
    view = look(service, made)
    assert view.tournament.state == "over"
    assert [entry.name for entry in view.players] == list(PUBLISHED.players)
    assert Counter(board.how for board in view.boards) == {"played": 60, "unknown": 193}
    points = defaultdict[str, float](float)
    for board in view.boards:
        game = PUBLISHED.games.get((board.first, board.second or 0))
        assert (game is None) == (board.how == "unknown")
        if game is None:
            assert result_words(board) == "not recorded"
            continue
        match = service.bots.look(board.match_id or "").match
        assert [*map(int, match.state.points)] == [*game.scores]
        is_outright = match.ending == "nobody else has a piece left"  # the published number is then counted from 0
        assert len(match.turns) - is_outright == game.turns
        won = 2.0 if min(game.scores) else 3.0
        for player, score in zip(game.players, game.scores, strict=True):
            points[PUBLISHED.players[player]] += won * (score == max(game.scores))
    assert {line.entry.name: line.row.points for line in view.table} == {
        name: points[name] for name in PUBLISHED.players
    }
    assert view.table[0].row.points == max(points.values())
    assert sum(line.row.won + line.row.drawn + line.row.lost for line in view.table) == 120
    data = to_builtins(tournament_data(view))
    assert faults_of(data) == []
    data["players"][0]["place"] = 7
    assert faults_of(data) == ["The seed numbers are not the order of entry."]
    with pytest.raises(Refusal):
        service.tournaments.act(ann, made, CorrectResult(view.boards[0].match_id or "", "0"))


def refuses_the_rest(service: Service, organiser: Person, made: str) -> None:
    before = look(service, made)
    for word, command in commands_of(TournamentCommand).items():
        if word not in ("begin", "cancel"):
            with pytest.raises(Refusal, match="played again as it was recorded"):
                service.tournaments.act(organiser, made, command())
    after = look(service, made)
    assert (after.tournament, after.players, after.news) == (before.tournament, before.players, ())


@pytest.mark.both_databases
@pytest.mark.parametrize("state", ["open", "running", "over"])
def test_a_press_leads_to_the_one_that_the_site_has(service: Service, store: Store, state: str) -> None:
    ann, bob = accounts(service, store, 2)
    press = MakeTournament("grid", published="yes")
    made = service.tournaments.make(ann, press).target
    with store.write() as tx:
        tx.tournaments.set(made, due_at=None, state=state)
    assert service.tournaments.make(bob, press).target == made
    assert store.tournaments.organised_by(bob.id, ("open", "running", "over", "cancelled")) == 0
    with store.write() as tx:
        tx.tournaments.set(made, due_at=None, state="cancelled")
    assert service.tournaments.make(bob, press).target != made


@pytest.mark.both_databases
def test_it_is_of_its_programs_alone_and_says_what_is_not_known(service: Service, store: Store) -> None:
    ann = account(service, store, "Ann")
    for game in ("orion", "grid(width=30)"):
        with pytest.raises(ParseError, match="no published tournament"):
            service.tournaments.make(ann, MakeTournament(game, published="yes"))
    made = service.tournaments.make(ann, MakeTournament("grid", published="yes", name="Once more")).target
    view = service.tournaments.view(ann, made)
    assert (view.tournament.name, view.bots, view.removable_bots) == ("Once more", {}, ())
    assert view.do == ["begin", "cancel"]
    refuses_the_rest(service, ann, made)
    service.tournaments.act(ann, made, BeginTournament())
    view = service.tournaments.view(ann, made)
    assert (view.tournament.state, view.do, view.may_organise, view.may_wait) == ("running", [], False, False)
    refuses_the_rest(service, ann, made)
    assert "nothing is recorded" in " ".join(describe(view.tournament))
