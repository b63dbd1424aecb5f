"""Offers that wait: two that fit begin a match, once; the others wait on."""

import ast
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier
from time import sleep

import pytest

from ludarium.core.errors import LudariumError, ParseError
from ludarium.site.begin.rows import USUAL_LIVE, USUAL_SLOW
from ludarium.site.ground.changes import Change, LobbyChange
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person
from ludarium.site.offers import reading
from ludarium.site.offers.beginning import NoSuchOffer
from ludarium.site.offers.commands import (
    AcceptOffer,
    FillWithBots,
    MakeOffer,
    OfferCommand,
    OfferDone,
    PlayBot,
    PlayNow,
    WithdrawOffer,
)
from ludarium.site.offers.pairing import Term
from ludarium.site.offers.reading import HERE
from ludarium.site.offers.rows import OfferTable
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import RULES, account, ada, bob, service
from tests.site.fake_time import DAY, HOUR, FakeTime

__all__ = ["ada", "bob", "service"]

SLOW = "4d+2d/4d"


def make(service: Service, person: Person, games: str = "orion", tempos: str = SLOW, **more: str) -> OfferDone:
    return service.offers.act(person, MakeOffer(games, tempos, **more))


def insist(act: Callable[[], OfferDone]) -> OfferDone:
    """Act as soon as the database can be written, as a person does who tries again on a busy machine."""
    while True:
        with suppress(DatabaseBusy):
            return act()


def players(service: Service, match_id: str | None) -> set[str]:
    assert match_id
    return set(service.bots.look(match_id).match.players)


def test_two_offers_that_meet_begin_one_match_of_what_both_want(service: Service, ada: Person, bob: Person) -> None:
    first = make(service, ada, "orion; throngs", f"600+5, {SLOW}")
    assert (first.match, first.said) == (None, "Your offer waits.")
    met = make(service, bob, "throngs; vortex", f"2d+1d/2d, {SLOW}")
    view = service.bots.look(met.match or "")
    assert (view.match.game.spec, str(view.match.clock), view.host) == ("throngs", SLOW, bob.id)
    assert {seat.person for seat in view.seats} == {ada.id, bob.id}
    assert len(service.notices.recent(ada.id)) == 1
    assert service.notices.recent(bob.id) == ()
    assert service.lobby.view(ada).mine == ()
    (use,) = service.lobby.begun(first.offer)
    assert (use.match_id, use.person, use.game, use.tempo) == (met.match, ada.id, "throngs", "correspondence")


def test_offers_that_do_not_fit_wait(service: Service, ada: Person, bob: Person) -> None:
    make(service, ada, begins="first")
    for different in ({"games": "vortex"}, {"tempos": "600+5"}, {"begins": "first"}, {"lowest": "1600"}):
        assert make(service, bob, **different).match is None, different
    assert make(service, bob, begins="later").match


def test_an_offer_begins_as_many_matches_as_it_says(service: Service, ada: Person) -> None:
    offer = make(service, ada, uses="2").offer
    people = [account(service, name) for name in ("Bob", "Cid", "Dan")]
    begun = [make(service, person).match for person in people[:2]]
    assert all(begun)
    assert make(service, people[2]).match is None
    assert {use.match_id for use in service.lobby.begun(offer)} == set(begun)
    with pytest.raises(NoSuchOffer):
        service.offers.act(people[2], AcceptOffer(offer))


def test_who_waited_longest_goes_first_and_then_the_nearest_rating(
    service: Service, ada: Person, bob: Person, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    cid, dan = account(service, "Cid"), account(service, "Dan")
    make(service, bob, begins="first")
    time.pass_by(HOUR)
    make(service, cid, begins="first")
    assert players(service, make(service, ada, begins="later").match) == {"Asa", "Bob"}
    make(service, dan, begins="first")
    ratings = {bob.id: 1900, cid.id: 1800, dan.id: 1500, ada.id: 1510}
    monkeypatch.setattr("ludarium.site.offers.pairing.Acquaintance.rating", lambda _, person, term: ratings[person])
    assert players(service, make(service, ada, begins="later").match) == {"Asa", "Dan"}


def test_people_who_block_each_other_never_meet(service: Service, ada: Person, bob: Person) -> None:
    offer = make(service, ada).offer
    service.blocks.add(bob, "Asa")
    assert make(service, bob).match is None
    assert [row.offer.person.name for row in service.lobby.view(bob).offers] == []
    assert service.lobby.view(ada).offers == ()
    with pytest.raises(NoSuchOffer):
        service.offers.act(bob, AcceptOffer(offer))
    with pytest.raises(NoSuchOffer):
        service.lobby.find(bob, offer)


@pytest.mark.both_databases
def test_the_same_two_meet_at_most_twice_a_day_unless_both_ask(
    service: Service, ada: Person, bob: Person, time: FakeTime
) -> None:
    for _ in range(2):
        make(service, ada)
        assert make(service, bob).match
    third = make(service, ada)
    assert make(service, bob).match is None
    with pytest.raises(LudariumError, match="twice today"):
        service.offers.act(bob, AcceptOffer(third.offer))
    service.offers.act(ada, WithdrawOffer())
    service.offers.act(bob, WithdrawOffer())
    make(service, ada, again="yes")
    assert make(service, bob, again="yes").match
    make(service, ada)
    assert make(service, bob).match is None
    revision = service.lobby.revision()
    service.offers.pair_again()
    assert service.lobby.revision() == revision
    time.pass_by(DAY + 1)
    service.offers.pair_again()
    assert len(service.queries.of_person(ada.id).waiting + service.queries.of_person(ada.id).my_turn) == 4
    assert {listed.notice.kind for listed in service.notices.recent(ada.id)} >= {"begun"}


def test_an_offer_waits_until_its_person_is_gone(service: Service, ada: Person, bob: Person, time: FakeTime) -> None:
    make(service, ada, days="60")
    make(service, ada, "vortex", days="2")
    time.pass_by(3 * DAY)
    assert [row.offer.games for row in service.lobby.view(bob).offers] == [("orion",)]
    time.pass_by(12 * DAY)
    assert service.lobby.view(bob).offers == ()
    token = service.people.begin_session(ada, "a browser")
    assert service.people.visit(token)
    assert [row.offer.games for row in service.lobby.view(bob).offers] == [("orion",)]


@pytest.mark.both_databases
def test_a_live_offer_waits_while_its_person_is_here(
    service: Service, ada: Person, bob: Person, time: FakeTime
) -> None:
    service.offers.act(ada, PlayNow("orion"))
    for _ in range(5):
        time.pass_by(HERE - 1)
        service.offers.stay(ada.id)
    assert service.lobby.view(bob).offers[0].is_here
    time.pass_by(HERE + 1)
    service.offers.stay(ada.id)
    assert service.lobby.view(bob).offers == ()
    assert service.offers.act(bob, PlayNow("orion")).match is None


def test_a_live_match_that_begins_ends_the_other_waiting_for_one(service: Service, ada: Person, bob: Person) -> None:
    make(service, ada, "vortex", f"600+5, {SLOW}")
    service.offers.act(ada, PlayNow("orion"))
    assert service.offers.act(bob, PlayNow("orion")).match
    (left,) = service.lobby.view(bob).offers
    assert [term.tempo for term in left.terms] == [SLOW]


def test_an_offer_is_accepted_for_one_of_its_matches(service: Service, ada: Person, bob: Person) -> None:
    offer = make(service, ada, "orion; vortex", f"2d+1d/2d, {SLOW}", begins="first", rated="yes").offer
    with pytest.raises(NoSuchOffer, match="does not wait for this match"):
        service.offers.act(bob, AcceptOffer(offer, "throngs"))
    with pytest.raises(LudariumError, match="yours"):
        service.offers.act(ada, AcceptOffer(offer))
    done = service.offers.act(bob, AcceptOffer(offer, "vortex", SLOW, "b0b"))
    view = service.bots.look(done.match or "")
    assert (view.match.game.spec, str(view.match.clock), view.rated) == ("vortex", SLOW, True)
    first = max(0, view.match.game.initial().actors[0])
    assert view.seats[first].person == ada.id
    assert {seat.nonce for seat in view.seats} == {"", "b0b"}


def test_an_offer_of_many_games_is_accepted_for_any_of_them_by_lot(
    service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[list[str]] = []

    def last(terms: list[Term]) -> Term:
        drawn.append([f"{term.game} {term.tempo}" for term in terms])
        return terms[-1]

    monkeypatch.setattr("ludarium.site.offers.offers.secrets.choice", last)
    offer = make(service, ada, "grid; orion", f"live 2, 600+5, {SLOW}").offer
    with pytest.raises(ParseError, match=r"is not played at this pace: expected 600\+5"):
        service.offers.act(bob, AcceptOffer(offer, "orion", "live 2"))
    done = service.offers.act(bob, AcceptOffer(offer))
    assert service.bots.look(done.match or "").match.game.spec == "orion"
    assert drawn == [["grid live 2", f"grid {SLOW}", "orion 600+5", f"orion {SLOW}"]]


def test_a_guest_plays_unrated(service: Service, ada: Person) -> None:
    offer = make(service, ada, rated="yes").offer
    guest = service.people.create_guest()
    with pytest.raises(LudariumError, match="make an account first"):
        make(service, guest, rated="yes")
    assert not service.lobby.find(guest, offer).rated
    done = service.offers.act(guest, AcceptOffer(offer))
    assert not service.bots.look(done.match or "").rated


def test_ratings_decide_who_fits(service: Service, ada: Person, bob: Person) -> None:
    offer = make(service, ada, lowest="1600").offer
    (row,) = service.lobby.view(bob).offers
    assert not row.fits
    with pytest.raises(LudariumError, match="other ratings"):
        service.offers.act(bob, AcceptOffer(offer))


def test_three_seats_fill_one_by_one(service: Service, ada: Person, bob: Person) -> None:
    cid = account(service, "Cid")
    first = make(service, ada, "ludo(players=3)").offer
    joined = service.offers.act(bob, AcceptOffer(first))
    assert (joined.match, joined.said) == (None, "You wait together for the others.")
    with pytest.raises(NoSuchOffer, match="already"):
        service.offers.act(bob, AcceptOffer(first))
    (row,) = service.lobby.view(cid).offers
    assert set(row.together) == {"Asa", "Bob"}
    begun = service.offers.act(cid, AcceptOffer(first))
    assert players(service, begun.match) == {"Asa", "Bob", "Cid"}
    assert service.lobby.view(cid).offers == ()


def test_who_joins_a_table_by_correspondence_waits_as_long_as_the_offer(
    service: Service, ada: Person, bob: Person, time: FakeTime
) -> None:
    first = make(service, ada, "ludo(players=3)", days="9").offer
    joined = service.lobby.find(bob, service.offers.act(bob, AcceptOffer(first)).offer)
    assert (joined.is_here, joined.rated) == (False, False)  # they may close the page
    time.now += 8 * DAY
    begun = service.offers.act(account(service, "Cid"), AcceptOffer(first))
    assert players(service, begun.match) == {"Asa", "Bob", "Cid"}


def test_bots_take_the_seats_that_are_left_if_all_want_that(service: Service, ada: Person, bob: Person) -> None:
    first = make(service, ada, "ludo(players=4)", bots_fill="yes").offer
    make(service, account(service, "Cid"), "ludo(players=4)")
    service.offers.act(bob, AcceptOffer(first))
    with pytest.raises(NoSuchOffer):
        service.offers.act(bob, FillWithBots(first))
    done = service.offers.act(ada, FillWithBots(first))
    seats = service.bots.look(done.match or "").seats
    assert sorted(seat.name for seat in seats) == ["Asa", "Bob", "easy", "easy"]
    assert [row.offer.person.name for row in service.lobby.view(None).offers] == ["Cid"]


@pytest.mark.both_databases
def test_a_bot_plays_until_somebody_comes(service: Service, ada: Person, bob: Person) -> None:
    offer = service.offers.act(ada, PlayNow("orion", bot="yes")).offer
    with pytest.raises(NoSuchOffer, match="not yours"):
        service.offers.act(bob, PlayBot(offer))
    begun = [service.offers.act(ada, PlayBot(offer)).match for _ in range(2)]
    assert len(set(begun)) == 1
    assert players(service, begun[0]) == {"Asa", "easy"}
    done = service.offers.act(bob, AcceptOffer(offer))
    assert players(service, done.match) == {"Asa", "Bob"}
    lately = service.lobby.begun_lately(ada.id)
    assert lately
    assert lately.match_id == done.match


def test_the_bot_beside_an_offer_of_many_games_plays_any_of_them(
    service: Service, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.offers.offers.secrets.choice", lambda games: games[-1])
    offer = service.offers.act(ada, PlayNow("grid; orion; vortex", bot="yes")).offer
    begun = service.offers.act(ada, PlayBot(offer)).match
    assert service.bots.look(begun or "").match.game.spec == "vortex"


def test_an_offer_by_link_is_in_no_list(service: Service, ada: Person, bob: Person) -> None:
    offer = make(service, ada, only_link="yes", uses="3").offer
    assert make(service, bob).match is None
    assert [row.offer.id for row in service.lobby.view(account(service, "Cid")).offers] != [offer]
    assert service.offers.act(bob, AcceptOffer(offer)).match
    assert service.lobby.find(bob, offer).fits


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (MakeOffer("", SLOW), "no game was named"),
        (MakeOffer("chessboxing", SLOW), "chessboxing"),
        (MakeOffer("vortex(players=1)", SLOW), "played alone"),
        (MakeOffer("orion", "1+1"), "no tempo of an offer"),
        (MakeOffer("orion", "live 2"), "not played at any of these tempos"),
        (MakeOffer("orion", SLOW, uses="0"), "from 1 to"),
        (MakeOffer("orion", SLOW, days="61"), "from 1 to 60"),
        (MakeOffer("orion", SLOW, lowest="1800", highest="1500"), "the lower one first"),
        (MakeOffer("orion", SLOW, lowest="good"), "no rating"),
        (MakeOffer("orion", SLOW, begins="me"), "any, first, later"),
        (MakeOffer(";".join(["orion(clicks=2)"] * 21), SLOW), "at most 20"),
        (WithdrawOffer("nothing"), "not yours"),
        (AcceptOffer("no\0thing"), "there is no offer"),
    ],
)
def test_what_cannot_be_offered_is_refused(service: Service, ada: Person, command: OfferCommand, expected: str) -> None:
    with pytest.raises(LudariumError, match=expected):
        service.offers.act(ada, command)
    assert service.lobby.view(ada).mine == ()


def test_offers_have_quotas(service: Service, ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_OPEN", 1)
    monkeypatch.setattr(reading, "MOST_HOURLY", 2)
    make(service, ada)
    with pytest.raises(QuotaExceeded, match="withdraw some first"):
        make(service, ada)
    service.offers.act(ada, WithdrawOffer())
    make(service, ada)
    service.offers.act(ada, WithdrawOffer())
    with pytest.raises(QuotaExceeded, match="within an hour"):
        make(service, ada)


def test_who_closes_the_account_offers_nothing_more(service: Service, ada: Person, bob: Person) -> None:
    offer = make(service, ada).offer
    service.closing.close(ada, ada.id, keep_name=True)
    assert service.lobby.view(bob).offers == ()
    with pytest.raises(NoSuchOffer):
        service.offers.act(bob, AcceptOffer(offer))


def test_a_guest_who_signs_in_keeps_the_offer(service: Service, ada: Person, bob: Person) -> None:
    guest = service.people.create_guest()
    make(service, guest)
    service.accounts.merge(guest, ada)
    assert players(service, make(service, bob).match) == {"Asa", "Bob"}


def test_how_long_people_wait_is_the_median_of_the_last_month(
    service: Service, ada: Person, bob: Person, time: FakeTime
) -> None:
    assert service.lobby.figures() == (None, None, 0)
    for matches, hours in enumerate((1, 3, 2), start=1):
        make(service, ada, again="yes")
        time.pass_by(hours * HOUR)
        make(service, bob, again="yes")
        assert service.lobby.figures() == (None, 2 * HOUR if matches == 3 else None, matches)
    assert service.lobby.figures("vortex") == (None, None, 0)
    time.pass_by(31 * DAY)
    assert service.lobby.figures().matches == 0


def test_every_change_of_the_lobby_is_announced(service: Service, ada: Person, bob: Person) -> None:
    told = list[Change]()
    with service.notifier.subscribe(told.append):
        offer = make(service, ada).offer
        service.offers.act(bob, AcceptOffer(offer))
    lobby = [change.revision for change in told if isinstance(change, LobbyChange)]
    assert lobby == sorted(set(lobby))
    assert len(lobby) == 2
    assert service.lobby.revision() == lobby[-1]


@pytest.mark.both_databases
def test_two_who_accept_at_once_begin_one_match(
    service: Service, ada: Person, bob: Person, open_store: Callable[[], Store], time: FakeTime
) -> None:
    offer, both = make(service, ada).offer, Barrier(2)
    services = [service, Service(open_store(), rules=RULES, now=time)]
    people = [bob, account(service, "Cid")]

    def accept(number: int) -> str | None:
        both.wait()
        try:
            return insist(lambda: services[number].offers.act(people[number], AcceptOffer(offer))).match
        except NoSuchOffer:
            return None

    with ThreadPoolExecutor(2) as threads:
        begun = [match for match in threads.map(accept, range(2)) if match]
    assert len(begun) == 1
    assert [use.match_id for use in service.lobby.begun(offer)] == begun


@pytest.mark.both_databases
def test_two_offers_made_at_once_meet(
    service: Service, ada: Person, bob: Person, open_store: Callable[[], Store], time: FakeTime
) -> None:
    services, people, both = [service, Service(open_store(), rules=RULES, now=time)], [ada, bob], Barrier(2)

    def offer(number: int) -> str | None:
        both.wait()
        return insist(lambda: make(services[number], people[number])).match

    with ThreadPoolExecutor(2) as threads:
        begun = [match for match in threads.map(offer, range(2)) if match]
    assert len(begun) == 1


@pytest.mark.both_databases
def test_of_offers_made_at_once_no_more_than_some_wait(
    open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.offers.reading.MOST_OPEN", 2)
    made_since = OfferTable.made_since

    def slowly(table: OfferTable, person_id: str, since: float) -> int:
        sleep(0.05)  # so that the others would count now, too
        return made_since(table, person_id, since)

    monkeypatch.setattr(OfferTable, "made_since", slowly)
    services = [Service(open_store()) for _ in range(3)]
    person, together = services[0].people.create_guest(), Barrier(6)

    def make(number: int) -> bool:
        together.wait()
        try:
            insist(lambda: services[number % 3].offers.act(person, MakeOffer("orion", SLOW)))
        except QuotaExceeded:
            return False
        return True

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(make, range(6))) == 2
    assert len(services[0].lobby.view(person).mine) == 2


def test_an_offer_of_a_game_that_its_first_turn_ends_is_refused(service: Service, ada: Person) -> None:
    with pytest.raises(ParseError, match="expected another value of players or height"):
        make(service, ada, "grid(players=3,height=6)")


def test_who_plays_now_at_a_pace_plays_at_no_other(service: Service, ada: Person, bob: Person) -> None:
    service.offers.act(ada, PlayNow("orion; grid", tempo="600+5", bot="yes"))
    (mine,) = service.lobby.view(ada).mine
    assert mine.offer.tempos == ("600+5", "live 2", "live 1", "live 0.5")  # those of Grid Game, which has no clocks
    assert service.offers.act(bob, PlayNow("orion", tempo="180+2")).match is None
    met = service.offers.act(bob, PlayNow("orion", tempo="600+5")).match
    assert str(service.bots.look(met or "").match.clock) == "600+5"


def test_who_plays_now_over_days_need_not_stay_and_gets_no_bot(service: Service, ada: Person, bob: Person) -> None:
    service.offers.act(ada, PlayNow("orion", tempo=SLOW, bot="yes"))
    (mine,) = service.lobby.view(ada).mine
    assert (mine.is_here, mine.offer.bot) == (False, False)
    assert mine.offer.ends_at - mine.offer.created_at == 14 * DAY
    assert service.offers.act(bob, PlayNow("orion")).match is None
    met = service.offers.act(bob, PlayNow("orion", tempo=SLOW)).match
    assert str(service.bots.look(met or "").match.clock) == SLOW


@pytest.mark.parametrize(
    ("tempo", "reason"),
    [
        ("600+5, 180+2", "several tempos"),
        ("61+1", "no tempo of an offer"),
        ("live 1", "Orion: Hydra is not played at this pace"),
    ],
)
def test_now_is_at_one_pace_of_offers(service: Service, ada: Person, tempo: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        service.offers.act(ada, PlayNow("orion", tempo=tempo))


def test_the_usual_paces_stand_in_one_place() -> None:
    for pace in (USUAL_LIVE, USUAL_SLOW):
        named = [
            path.stem
            for path in Path("src/ludarium/site").rglob("*.py")
            if pace in path.read_text("utf-8")
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Constant) and node.value == pace
        ]
        assert named == ["rows"]
