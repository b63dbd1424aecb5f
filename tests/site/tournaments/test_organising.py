"""What the organiser changes: a tournament that waits, and results; everything can still be computed again."""

import pytest
from msgspec import to_builtins

from ludarium.core.errors import ParseError
from ludarium.site.act import NotOrganiser, Refusal
from ludarium.site.people.administration import FORMER_NAME
from ludarium.site.people.rows.known import CLOSED
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament, LeaveTournament
from ludarium.site.tournaments.organising import BeginTournament, ChangeTournament, CorrectResult
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.rows.values import StoredBoard
from ludarium.site.tournaments.views import TournamentView
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.fake_time import DAY, FakeTime
from tests.site.tournaments.playing import accounts, begun, better, finish, look, make, play_round, undecided

__all__ = ["service"]


def faults(service: Service, tournament: str) -> list[str]:
    return faults_of(to_builtins(tournament_data(look(service, tournament))))


def texts(store: Store, person: str) -> list[str]:
    return [notice.data.get("text", "") for notice in store.notices.of_person(person, 20)]


@pytest.mark.both_databases
def test_the_organiser_changes_what_waits_and_the_others_hear_of_another_time(
    service: Service, store: Store, time: FakeTime
) -> None:
    ann, bob, cid = accounts(service, store, 3)
    tournament = make(service, ann, "round-robin", name="The cup")
    for person in (ann, bob, cid):
        service.tournaments.act(person, tournament, EnterTournament())
    service.tournaments.act(ann, tournament, ChangeTournament(name="  The  mug ", most="4"))
    one = look(service, tournament).tournament
    assert (one.name, one.most) == ("The mug", 4)
    assert texts(store, bob.id) == []
    service.tournaments.act(ann, tournament, ChangeTournament(days="2"))
    assert look(service, tournament).tournament.begins_at == time.now + 2 * DAY
    assert [text.startswith("The mug begins at another time: ") for text in texts(store, bob.id)] == [True]
    assert texts(store, ann.id) == []
    time.pass_by(2 * DAY + 1)
    service.tournaments.work()
    assert look(service, tournament).tournament.state == "running"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "command",
    [ChangeTournament(), ChangeTournament(days="61"), ChangeTournament(most="2"), ChangeTournament(most="13")],
)
def test_nothing_else_is_changed(service: Service, store: Store, command: ChangeTournament) -> None:
    ann, bob, cid = accounts(service, store, 3)
    tournament = make(service, ann, "round-robin")
    for person in (ann, bob, cid):
        service.tournaments.act(person, tournament, EnterTournament())
    before = look(service, tournament).tournament
    with pytest.raises(ParseError):
        service.tournaments.act(ann, tournament, command)
    with pytest.raises(NotOrganiser):
        service.tournaments.act(bob, tournament, ChangeTournament(name="Mine"))
    assert look(service, tournament).tournament == before
    service.tournaments.act(ann, tournament, BeginTournament())
    service.tournaments.work()
    with pytest.raises(Refusal):
        service.tournaments.act(ann, tournament, ChangeTournament(name="Too late"))


@pytest.mark.both_databases
@pytest.mark.parametrize("over", [False, True])
def test_a_corrected_result_counts_is_logged_and_both_players_hear_of_it(
    service: Service, store: Store, over: bool
) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "round-robin")
    view = look(service, tournament)
    board = undecided(view)[0]
    finish(service, view, board, board.first)
    service.tournaments.work()
    if over:
        assert play_round(service, tournament, better).tournament.state == "over"
    assert board.match_id
    for entry in view.players:
        store.notices.see(entry.person, 0.0)
    service.tournaments.act(people[0], tournament, CorrectResult(board.match_id, "0"))
    service.tournaments.work()
    view = look(service, tournament)
    found = next(one for one in view.rounds[0][1] if one.match_id == board.match_id)
    assert (found.how, found.first_points, found.second_points) == ("corrected", 0.0, 1.0)
    assert faults(service, tournament) == []
    (act,) = [line for line in store.acts.latest(10) if line.act.act == "correct result"]
    assert act.act.subject == board.match_id
    one, other = (view.players[number] for number in board.seating)
    assert act.act.detail.endswith(f": {one.name} against {other.name}, 0:1, before 1:0")
    assert view.news[0].text == f"{one.name} against {other.name}: 0:1, before 1:0"
    for number, entry in enumerate(view.players):
        heard = any("has corrected a result" in text for text in texts(store, entry.person))
        assert heard == (number in (board.first, board.second))
    if not over:
        assert play_round(service, tournament, better).tournament.state == "over"
        assert faults(service, tournament) == []
    service.closing.close(service.accounts.find(one.name), "command line", keep_name=False)
    (act,) = [line for line in store.acts.latest(10) if line.act.act == "correct result"]
    assert act.act.detail.endswith(f": {CLOSED} against {other.name}, 0:1, before 1:0")
    texts_of_news = [line.text for line in look(service, tournament).news if line.kind == "corrected"]
    assert texts_of_news == [f"{FORMER_NAME} against {other.name}: 0:1, before 1:0"]


@pytest.mark.both_databases
def test_a_result_of_a_bracket_is_not_corrected_from_which_a_round_was_paired(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "knock-out")
    view = play_round(service, tournament, better)
    first = view.rounds[0][1][0]
    with pytest.raises(Refusal, match="cannot be corrected"):
        service.tournaments.act(people[0], tournament, CorrectResult(first.match_id or "", "0"))


def other_result(board: StoredBoard) -> str:
    return "0" if board.first_points else "1"


def points_by_hand(view: TournamentView) -> dict[int, float]:
    """The points of all players, added up from the games."""
    found = dict.fromkeys(range(len(view.players)), 0.0)
    for board in view.boards:
        for player, got in zip(board.seating, board.points, strict=bool(board.points)):
            found[player] += got
    return found


@pytest.mark.both_databases
def test_past_rounds_are_corrected_while_the_pairings_of_later_ones_stay(service: Service, store: Store) -> None:
    people = accounts(service, store, 8)
    tournament = begun(service, people, "swiss", rounds="4")
    play_round(service, tournament, better)
    view = play_round(service, tournament, better)
    first, second = view.rounds[0][1][0], view.rounds[1][1][1]
    paired = [(board.wave, board.seating) for board in view.boards]
    for board, points in ((first, other_result(first)), (second, "0.5"), (second, other_result(second))):
        service.tournaments.act(people[0], tournament, CorrectResult(board.match_id or "", points))
    view = look(service, tournament)
    assert [(board.wave, board.seating) for board in view.boards] == paired
    for board in (first, second):
        found = next(one for one in view.boards if one.match_id == board.match_id)
        assert found.former == ((3, "played", board.points),)
    assert faults(service, tournament) == []
    view = play_round(service, tournament, better)
    service.tournaments.act(people[0], tournament, CorrectResult(first.match_id or "", "0.5"))
    assert faults(service, tournament) == []
    view = play_round(service, tournament, better)
    assert view.tournament.state == "over"
    service.tournaments.act(people[0], tournament, CorrectResult(view.rounds[2][1][0].match_id or "", "0"))
    view = look(service, tournament)
    found = next(one for one in view.boards if one.match_id == first.match_id)
    assert [(until, points) for until, _, points in found.former] == [(3, first.points), (4, first.points[::-1])]
    assert faults(service, tournament) == []
    by_hand = points_by_hand(view)
    assert {row.row.player: row.row.points for row in view.table} == by_hand
    for row in view.table:
        met = [other for board in view.boards for other in board.seating if row.row.player in board.seating]
        assert row.row.buchholz == sum(by_hand[other] for other in met if other != row.row.player)
    data = to_builtins(tournament_data(view))
    for wave in data["waves"]:
        for game in wave:
            game["before"] = []
    assert faults_of(data), "without the log of corrections the pairings do not follow"


@pytest.mark.both_databases
def test_a_corrected_result_pairs_the_rounds_after_it(service: Service, store: Store) -> None:
    people = accounts(service, store, 8)
    plain, mended = (begun(service, people, "swiss", rounds="3") for _ in range(2))
    for tournament in (plain, mended):
        play_round(service, tournament, better)
    first = look(service, mended).rounds[0][1][0]
    service.tournaments.act(people[0], mended, CorrectResult(first.match_id or "", other_result(first)))
    third = [[board.seating for board in play_round(service, one, better).rounds[2][1]] for one in (plain, mended)]
    assert third[0] != third[1]
    assert faults(service, mended) == []


@pytest.mark.both_databases
def test_a_corrected_result_decides_who_goes_on(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "knock-out")
    view = look(service, tournament)
    board, other = undecided(view)
    finish(service, view, board, board.first)
    service.tournaments.work()
    service.tournaments.act(people[0], tournament, CorrectResult(board.match_id or "", "0"))
    finish(service, look(service, tournament), other, other.first)
    service.tournaments.work()
    final = look(service, tournament).rounds[1][1][0]
    assert {final.first, final.second} == {board.second, other.first}
    assert faults(service, tournament) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("points", ["", "2", "0.25", "nan"])
def test_a_result_is_one_of_three(service: Service, store: Store, points: str) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, "round-robin")
    board = undecided(look(service, tournament))[0]
    with pytest.raises(Refusal):
        service.tournaments.act(people[0], tournament, CorrectResult(board.match_id or "", "1"))
    finish(service, look(service, tournament), board, board.first)
    service.tournaments.work()
    before = look(service, tournament)
    with pytest.raises(ParseError):
        service.tournaments.act(people[0], tournament, CorrectResult(board.match_id or "", points))
    assert look(service, tournament) == before


@pytest.mark.both_databases
def test_a_corrected_game_of_who_leaves_is_annulled_as_others_are(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "round-robin")
    view = look(service, tournament)
    board = undecided(view)[0]
    finish(service, view, board, board.first)
    service.tournaments.work()
    service.tournaments.act(people[0], tournament, CorrectResult(board.match_id or "", "0.5"))
    leaver = next(person for person in people if person.id == view.players[board.first].person)
    service.tournaments.act(leaver, tournament, LeaveTournament())
    service.tournaments.work()
    found = next(one for one in look(service, tournament).rounds[0][1] if one.match_id == board.match_id)
    assert found.how == "annulled"
    assert faults(service, tournament) == []
