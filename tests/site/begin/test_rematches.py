"""Rematches: a match has one, whoever asks first."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.match.clock import Clock
from ludarium.match.data import AGREEMENT, CALLED_OFF
from ludarium.match.progress import terminate
from ludarium.match.verify import verify
from ludarium.site.begin.commitments import new_match_id
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.changes import ChangeKind
from ludarium.site.match.commands import CallOff, Resign
from ludarium.site.match.seating import NotYourSeat
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import ANSWER, REMATCH, RESULT
from ludarium.site.quotas import Quota, QuotaExceeded, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store


@pytest.fixture
def people(service: Service) -> list[Person]:
    return [service.people.create_guest() for _ in range(2)]


@pytest.fixture
def played(service: Service, people: list[Person]) -> MatchView:
    view = service.create("orion", [SeatAssignment("person", each.name, each.id) for each in people], host=people[0].id)
    return service.bots.act(view.id, 0, Resign(), view.revision)


@pytest.mark.both_databases
def test_two_who_ask_at_once_begin_one_rematch(
    service: Service, people: list[Person], played: MatchView, open_store: Callable[[], Store]
) -> None:
    both, services = Barrier(2), [service, Service(open_store())]

    def ask(each: Service, person: Person) -> str:
        both.wait()
        return each.rematches.begin(played.id, person).id

    with ThreadPoolExecutor(2) as threads:
        one, other = threads.map(ask, services, people)
    assert one == other == service.bots.look(played.id).rematch
    assert {match.id for match in service.queries.recent()} == {played.id, one}
    assert [seat.person for seat in service.bots.look(one).seats] == [people[1].id, people[0].id]


def test_a_rematch_that_was_named_by_a_process_that_died_is_begun(
    service: Service, people: list[Person], played: MatchView
) -> None:
    named = new_match_id()
    service.seating._matches.change(played.id, None, None, lambda now: replace(now, rematch=named))
    assert service.rematches.begin(played.id, people[1]).id == named


@pytest.mark.both_databases
def test_a_rematch_that_may_not_begin_is_not_named(
    people: list[Person], played: MatchView, open_store: Callable[[], Store]
) -> None:
    service = Service(open_store(), quotas=Quotas(begun=Quota(1, 1)))
    with pytest.raises(QuotaExceeded):
        service.rematches.begin(played.id, people[0])
    assert service.bots.look(played.id).rematch is None
    assert not [told for told in service.notices.recent(people[1].id) if told.notice.kind == REMATCH]


@pytest.mark.both_databases
def test_the_other_is_asked_by_a_notice_until_the_invitation_ends(
    service: Service, people: list[Person], played: MatchView
) -> None:
    begun = service.rematches.begin(played.id, people[0])
    (told,) = (told.notice for told in service.notices.recent(people[1].id) if told.notice.kind == REMATCH)
    assert told.data["text"].startswith(f"{people[0].name} asks for a rematch of Orion")
    assert service.seating.invited_seat(begun.id, told.path.rpartition("/")[-1]) == 0
    assert service.notices.asked(begun) == {0}
    service.notices.see(people[1].id)
    assert [notice.path for notice in service.notices.rematches(people[1].id)] == [told.path]
    withdrawn = service.seating.withdraw(begun.id, 0, people[0])
    (told,) = (told.notice for told in service.notices.recent(people[1].id) if told.notice.kind == REMATCH)
    assert told.read_at
    assert service.notices.rematches(people[1].id) == ()
    assert not service.notices.asked(withdrawn)


@pytest.mark.parametrize("who", [0, 1])
def test_a_rematch_is_withdrawn_or_declined_and_can_be_asked_for_again(
    service: Service, people: list[Person], played: MatchView, who: int
) -> None:
    begun = service.rematches.begin(played.id, people[0])
    before = service.bots.look(played.id).revision
    done = service.act(people[who], begun.id, CallOff())
    assert done.match_id == played.id
    called_off = service.bots.look(begun.id)
    assert (called_off.match.ending, called_off.match.winners) == ("called off", ())
    assert service.bots.look(played.id).revision > before, "open pages of the match ask again"
    assert begun.id not in [match.id for match in service.queries.recent()]
    assert [match.id for match in service.queries.of_person(people[0].id).finished] == [played.id]
    assert service.notices.rematches(people[1].id) == ()
    verify(service.queries.record(begun.id))
    again = service.rematches.begin(played.id, people[1])
    assert again.id != begun.id
    assert not service.rematches.begin(played.id, people[0]).open_seats


def test_a_rematch_that_has_begun_or_is_of_others_is_not_called_off(
    service: Service, people: list[Person], played: MatchView
) -> None:
    begun = service.rematches.begin(played.id, people[0])
    with pytest.raises(NotYourSeat, match="is asked for the rematch"):
        service.rematches.call_off(begun.id, service.people.create_guest())
    service.rematches.begin(played.id, people[1])
    with pytest.raises(IllegalMove, match="the match has begun"):
        service.rematches.call_off(begun.id, people[0])


def test_a_live_rematch_does_not_begin_while_who_asked_is_gone(service: Service, people: list[Person]) -> None:
    seats = [SeatAssignment("person", each.name, each.id) for each in people]
    view = service.create("orion", seats, host=people[0].id, clock=Clock.parse("600+5"))
    service.bots.act(view.id, 0, Resign(), view.revision)
    begun = service.rematches.begin(view.id, people[0])
    service.presence.leave(people[0].id, service.now())
    with pytest.raises(IllegalMove, match="has left: the rematch begins when both of you are here"):
        service.rematches.begin(view.id, people[1])
    (invitation,) = [seat.invitation for seat in begun.seats if seat.invitation]
    with pytest.raises(IllegalMove, match="has left: the rematch begins when both of you are here"):
        service.seating.take(begun.id, invitation.token, people[1], people[1].name)
    assert service.bots.look(begun.id).turn_clock.started_at is None
    service.presence.come(people[0].id)
    assert service.rematches.begin(view.id, people[1]).turn_clock.started_at is not None


@pytest.fixture
def three(service: Service) -> list[Person]:
    return [service.people.create_guest() for _ in range(3)]


@pytest.fixture
def of_three(service: Service, three: list[Person]) -> MatchView:
    """The rematch of a match of three, which the first of them has asked for and the second has joined."""
    seats = [SeatAssignment("person", each.name, each.id) for each in three]
    view = service.create("ludo(players=3)", seats, host=three[0].id, clock=Clock.parse("10d+36h/10d"))
    drawn = view.match.game.payoff_range.after_draw(3)
    service.seating._matches.change(
        view.id, None, None, lambda now: replace(now, match=terminate(now.match, AGREEMENT, drawn))
    )
    service.rematches.begin(view.id, three[0])
    return service.rematches.begin(view.id, three[1])


def _told(service: Service, person: Person) -> list[str]:
    told = [one.notice for one in service.notices.recent(person.id) if one.notice.kind == ANSWER]
    return [notice.data["text"] for notice in told]


def test_one_of_three_who_declines_opens_the_seat(service: Service, three: list[Person], of_three: MatchView) -> None:
    with pytest.raises(NotYourSeat):
        service.rematches.call_off(of_three.id, three[1])
    service.rematches.call_off(of_three.id, three[2])
    view = service.bots.look(of_three.id)
    assert (view.match.over, view.open_seats) == (False, (0,))
    assert _told(service, three[0]) == [
        f"{three[2].name} has declined the rematch of Multiplication Ludo (3 players). The seat is open now."
    ]
    assert _told(service, three[1]) == _told(service, three[2]) == []
    first = next(match.id for match in service.queries.of_person(three[2].id).finished)
    assert service.rematches.way(service.bots.look(first), three[2].id) == "watch"
    assert service.rematches.begin(first, three[2]).open_seats == (0,), "who has declined does not join by it"
    with pytest.raises(NotYourSeat):
        service.rematches.call_off(of_three.id, three[2])


def test_those_who_have_joined_hear_that_the_host_has_called_it_off(
    service: Service, three: list[Person], of_three: MatchView
) -> None:
    service.rematches.call_off(of_three.id, three[0])
    assert service.bots.look(of_three.id).match.ending == "called off"
    assert _told(service, three[1]) == [
        f"{three[0].name} has called off the rematch of Multiplication Ludo (3 players)."
    ]
    own = [one.notice for one in service.notices.recent(three[0].id) if one.notice.match == of_three.id]
    assert not [notice for notice in own if notice.kind == RESULT]
    assert _told(service, three[0]) == _told(service, three[2]) == []


def test_who_has_offered_hears_that_it_was_declined(service: Service, people: list[Person], played: MatchView) -> None:
    begun = service.rematches.begin(played.id, people[0])
    service.rematches.call_off(begun.id, people[1])
    (told,) = [one.notice for one in service.notices.recent(people[0].id) if one.notice.kind == ANSWER]
    assert told.data["text"] == f"{people[1].name} has declined the rematch of Orion: Hydra."
    assert told.path == f"/matches/{played.id}"
    assert not [one for one in service.notices.recent(people[0].id) if one.notice.match == begun.id]


@pytest.mark.parametrize(("who", "verb"), [(0, "withdrawn"), (1, "declined")])
def test_a_rematch_that_was_called_off_says_by_whom(
    service: Service, people: list[Person], played: MatchView, who: int, verb: str
) -> None:
    begun = service.rematches.begin(played.id, people[0])
    assert service.rematches.who_called_off(begun, people[0].id) == ("", "")
    service.rematches.call_off(begun.id, people[who])
    view, other = service.bots.look(begun.id), people[1 - who]
    assert service.rematches.who_called_off(view, people[who].id)[0] == f"You have {verb} the rematch."
    assert service.rematches.who_called_off(view, other.id)[0] == f"{people[who].name} has {verb} the rematch."
    assert service.rematches.who_called_off(view, None) == (
        f"{people[who].name} has {verb} the rematch.",
        f"/matches/{played.id}",
    )


def test_only_who_has_declined_offers_the_next_rematch(
    service: Service, people: list[Person], played: MatchView
) -> None:
    service.rematches.call_off(service.rematches.begin(played.id, people[0]).id, people[1])
    with pytest.raises(IllegalMove, match="was declined: who has declined it may offer you one"):
        service.rematches.begin(played.id, people[0])
    view = service.bots.look(played.id)
    assert service.rematches.refusal(view, people[0]).endswith(f"({people[1].name})")
    assert service.rematches.refusal(view, people[1]) == ""
    service.rematches.call_off(service.rematches.begin(played.id, people[1]).id, people[0])
    with pytest.raises(IllegalMove, match="was declined"):
        service.rematches.begin(played.id, people[1])
    service.rematches.begin(played.id, people[0])


def test_two_rematches_may_be_withdrawn_and_then_another_offers_one(
    service: Service, people: list[Person], played: MatchView
) -> None:
    for _ in range(2):
        service.rematches.call_off(service.rematches.begin(played.id, people[0]).id, people[0])
    with pytest.raises(IllegalMove, match="you have withdrawn 2 rematches"):
        service.rematches.begin(played.id, people[0])
    assert len([one for one in service.notices.recent(people[1].id) if one.notice.kind == REMATCH]) == 2
    service.rematches.begin(played.id, people[1])


def test_a_match_that_was_called_off_is_in_no_feed_and_no_count(
    service: Service, people: list[Person], played: MatchView, store: Store
) -> None:
    def read() -> tuple[list[str], int, list[str]]:
        feed = [match.id for match in store.finished.after(0.0, 0, service.now() + 1, 10)]
        results = [result.id for result in store.results.of_game("orion")]
        return feed, store.talk.count_finished(people[0].id), results

    before = read()
    begun = service.rematches.begin(played.id, people[0])
    service.rematches.call_off(begun.id, people[0])
    assert read() == before == ([played.id], 1, [played.id])
    (summary,) = store.summaries([begun.id])
    assert (summary.ending, summary.broken_off) == ("called off", False)
    assert not service.bots.look(begun.id).match.is_broken_off


def test_calling_a_match_off_begins_no_turn(service: Service, people: list[Person], played: MatchView) -> None:
    begun = service.rematches.begin(played.id, people[0])
    service.rematches.call_off(begun.id, people[0])
    over = service.bots.look(begun.id)
    assert ChangeKind.of(begun, over, service.now()) is ChangeKind.OFFER
    service.rematches.begin(played.id, people[1])


def test_no_rematch_waits_for_an_account_that_is_closed(
    service: Service, people: list[Person], played: MatchView
) -> None:
    asked = service.rematches.begin(played.id, people[0])
    service.closing.close(people[1], people[1].id, keep_name=True)
    assert service.bots.look(asked.id).match.ending == CALLED_OFF
    view = service.bots.look(played.id)
    why = f"the rematch would wait for ever: the account of a player is closed ({people[1].name})"
    assert service.rematches.refusal(view, people[0]) == why
    with pytest.raises(IllegalMove, match="the account of a player is closed"):
        service.rematches.begin(played.id, people[0])
