"""Who has left a live match, and who may claim it when."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.match.clock import Clock
from ludarium.match.verify import verify
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Claim, ClaimDraw, ClaimWin, Pause, PlayTurn, Ready, Resign
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.pages.seat_panel import SeatPanel
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import FakeTime

LIVE = Clock.parse("300+5")


def people(club: Service, count: int = 2) -> list[Person]:
    """Return guests with different names, which are drawn from 4,096: pages tell two of one name apart by more."""
    found = dict[str, Person]()
    while len(found) < count:
        guest = club.people.create_guest()
        found[guest.name] = guest
    return [*found.values()]


def seated(*players: Person) -> list[SeatAssignment]:
    return [SeatAssignment("person", one.name, one.id) for one in players]


def begin(club: Service, *players: Person, clock: Clock | None = LIVE, game: str = "orion(clicks=1)") -> MatchView:
    """Begin a match in which the first player has made a turn, so that the second one is to move."""
    view = club.create(game, seated(*players), clock=clock)
    return club.act(players[0], view.id, PlayTurn("p+"), view.revision).view


def claim(club: Service, person: Person, view: MatchView, command: Claim | None = None) -> MatchView:
    now = club.view(person, view.id)
    return club.act(person, view.id, command or ClaimWin(), now.revision).view


@pytest.mark.both_databases
def test_who_has_left_and_is_to_move_loses_by_a_claim_after_a_minute(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, ann, bob)
    club.presence.leave(bob.id, time.now)
    assert club.view(ann, view.id).revision > view.revision  # so that open pages ask again
    time.pass_by(40)
    assert club.presence.gone(club.view(ann, view.id)) == {1: (40.0, 20.0)}
    with pytest.raises(IllegalMove, match="can be claimed in 20 seconds"):
        claim(club, ann, view)
    time.pass_by(20)
    after = claim(club, ann, view)
    assert (after.match.ending, after.match.winners) == ("time", (0,))
    assert verify(after.match.record()).over


def test_it_can_be_called_a_draw(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, ann, bob)
    club.presence.leave(bob.id, time.now)
    time.pass_by(60)
    after = claim(club, ann, view, ClaimDraw())
    assert (after.match.ending, after.match.winners) == ("agreement", ())
    assert verify(after.match.record()).over


def test_the_wait_is_a_tenth_of_a_long_clock(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, ann, bob, clock=Clock.parse("1800+20"))
    club.presence.leave(bob.id, time.now)
    time.pass_by(179)
    with pytest.raises(IllegalMove, match="in 1 seconds"):
        claim(club, ann, view)
    time.pass_by(1)
    assert claim(club, ann, view).match.over


def test_the_wait_begins_with_the_turn_of_who_has_left(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, bob, ann)  # it is Ann's turn
    club.presence.leave(bob.id, time.now)
    time.pass_by(100)
    with pytest.raises(IllegalMove, match="it is your turn"):
        claim(club, ann, view)
    view = club.act(ann, view.id, PlayTurn("f+"), club.view(ann, view.id).revision).view
    with pytest.raises(IllegalMove, match="in 60 seconds"):
        claim(club, ann, view)


@pytest.mark.both_databases
def test_nobody_has_left_who_came_back_or_does_something(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, ann, bob)
    backs: list[Callable[[], object]] = [
        lambda: club.presence.come(bob.id),
        lambda: club.presence.stay([ann.id, bob.id]),  # another process has seen a page of Bob close
        lambda: claim(club, bob, view),
    ]
    for back in backs:
        club.presence.leave(bob.id, time.now)
        assert club.presence.gone(club.view(ann, view.id))
        revision = club.view(ann, view.id).revision
        with suppress(IllegalMove):
            back()
        assert club.presence.gone(club.view(ann, view.id)) == {}
        assert club.view(ann, view.id).revision > revision
        time.pass_by(1)


@pytest.mark.both_databases
def test_a_leaving_that_is_older_than_a_coming_does_not_count(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, ann, bob)
    closed_at = time.now
    time.pass_by(0.5)
    club.presence.come(bob.id)  # at another process, with the next page
    club.presence.leave(bob.id, closed_at)
    assert club.presence.gone(club.view(ann, view.id)) == {}


def test_after_a_new_beginning_of_the_server_nobody_has_left(store: Store, time: FakeTime) -> None:
    first = Service(store, now=time)
    first.clocks.beat()
    ann, bob = people(first)
    view = begin(first, ann, bob)
    first.presence.leave(bob.id, time.now)
    time.pass_by(2)
    first.clocks.beat()
    assert first.presence.gone(first.view(ann, view.id))  # a beat alone forgets nobody
    second = Service(store, now=time)
    second.clocks.beat()
    assert second.presence.gone(second.view(ann, view.id)) == {}
    second.presence.leave(bob.id, time.now)
    time.pass_by(100)
    second.clocks.beat()  # the machine slept
    assert second.presence.gone(second.view(ann, view.id)) == {}


def test_no_other_match_is_claimed(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    slow = Clock.parse("2d+1d/2d")
    others = [begin(club, ann, bob, clock=clock) for clock in (None, slow)]
    ticks = club.create("grid", seated(ann, bob), tick=1)
    ended = begin(club, ann, bob)
    club.act(bob, ended.id, Resign(), ended.revision)
    against_bot = club.create("orion(clicks=1)", [*seated(ann), SeatAssignment("bot", "easy")], clock=LIVE)
    live = begin(club, ann, bob)  # for which alone leaving counts
    club.presence.leave(bob.id, time.now)
    time.pass_by(200)
    assert club.presence.gone(club.view(ann, live.id))
    for view in (*others, ticks, against_bot):
        assert club.presence.gone(club.view(ann, view.id)) == {}
        with pytest.raises(IllegalMove, match="nobody has"):
            claim(club, ann, view)
    assert club.presence.gone(club.view(ann, ended.id)) == {}


def test_no_match_is_claimed_while_its_clock_stands(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = begin(club, ann, bob)
    club.presence.leave(bob.id, time.now)
    club.queries._matches.change(
        view.id, None, None, lambda view: replace(view, turn_clock=replace(view.turn_clock, started_at=None))
    )
    time.pass_by(200)
    with pytest.raises(IllegalMove, match="clock of the opponent who has left is running"):
        claim(club, ann, view)


def test_leaving_is_stored_for_live_matches_alone(club: Service, store: Store, time: FakeTime) -> None:
    ann, bob = people(club)
    begin(club, ann, bob, clock=Clock.parse("2d+1d/2d"))
    club.presence.come(bob.id)
    club.presence.leave(bob.id, time.now)
    assert store.presences.left([ann.id, bob.id]) == {}


def test_a_match_of_three_goes_on_without_who_has_left(club: Service, time: FakeTime) -> None:
    ann, bob, cid = people(club, 3)
    view = club.create("vortex(players=3,tokens=1)", seated(ann, bob, cid), clock=LIVE)
    (seat,) = view.match.to_act
    gone = (ann, bob, cid)[seat]
    other = next(one for one in (ann, bob, cid) if one is not gone)
    club.presence.leave(gone.id, time.now)
    time.pass_by(60)
    with pytest.raises(IllegalMove, match="in matches of two"):
        claim(club, other, view, ClaimDraw())
    after = claim(club, other, view)
    assert not after.match.over
    assert [leaver.seat for leaver in after.match.leavers] == [seat]


@pytest.mark.both_databases
def test_who_has_left_and_is_still_to_decide_loses_by_a_claim_of_one_who_has(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = club.create("grid", seated(ann, bob), clock=LIVE)
    club.presence.leave(bob.id, time.now)
    time.pass_by(40)
    assert club.presence.gone(club.view(ann, view.id)) == {1: (40.0, 20.0)}
    with pytest.raises(IllegalMove, match="it is your turn"):
        claim(club, ann, view)
    view = club.act(ann, view.id, PlayTurn("s"), club.view(ann, view.id).revision).view
    with pytest.raises(IllegalMove, match="can be claimed in 20 seconds"):
        claim(club, ann, view)
    time.pass_by(20)
    after = claim(club, ann, view)
    assert (after.match.ending, after.match.winners) == ("time", (0,))
    assert verify(after.match.record()).over


def test_a_joint_turn_of_three_goes_on_without_who_has_left(club: Service, time: FakeTime) -> None:
    ann, bob, cid = people(club, 3)
    view = club.create("grid(players=3)", seated(ann, bob, cid), clock=LIVE)
    club.presence.leave(bob.id, time.now)
    view = club.act(ann, view.id, PlayTurn("s"), view.revision).view
    time.pass_by(60)
    with pytest.raises(IllegalMove, match="it is your turn"):
        claim(club, cid, view)
    after = claim(club, ann, view)
    assert not after.match.over
    assert [leaver.seat for leaver in after.match.leavers] == [1]
    assert after.match.to_act == (2,)


def live_page(club: Service, person: Person, view: MatchView) -> SeatPanel:
    """Return what the page of a match with ticks says to a person."""
    now = club.view(person, view.id)
    access, pauses, running = SeatAccess.of(now, person.id), club.queries.pauses(now), club.queries.is_running(now)
    return MatchPage(now, access, gone=club.presence.shown(now), running=running, pauses=pauses).panel


@pytest.mark.both_databases
def test_who_has_left_a_match_with_ticks_is_shown_with_what_comes_next(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = club.create("grid", seated(ann, bob), tick=1)
    club.presence.leave(bob.id, time.now)
    assert club.view(ann, view.id).answerable_since > view.answerable_since  # so that open pages ask again
    time.pass_by(40)
    panel = live_page(club, ann, view)
    assert panel.gone == {bob.name: 40.0}
    assert panel.goes_on_without == f"It begins when {bob.name} is back and ready."
    assert "claim" not in panel.commands
    for one in (ann, bob):
        club.act(one, view.id, Ready())
    assert live_page(club, ann, view).gone == {}  # who does something is there
    club.presence.leave(bob.id, time.now)
    running = club.view(ann, view.id)
    club.live.tick(view.id, {}, keeper="")
    assert club.view(ann, view.id).answerable_since == running.answerable_since  # a tick asks nothing of pages
    assert live_page(club, ann, view).goes_on_without.startswith(
        f"The match goes on, with the last order of {bob.name}."
    )
    club.act(ann, view.id, Pause())
    assert live_page(club, ann, view).goes_on_without.startswith(f"The match waits for {bob.name}. It is not rated")
    club.presence.come(bob.id)
    panel = live_page(club, ann, view)
    assert (panel.gone, panel.goes_on_without) == ({}, "")


def test_a_rated_match_with_ticks_says_how_it_goes_on_without_who_has_left(club: Service, time: FakeTime) -> None:
    ann, bob = people(club)
    view = club.create("grid", seated(ann, bob), tick=1)
    club.queries._matches.change(view.id, None, None, lambda view: replace(view, rated=True))
    for one in (ann, bob):
        club.act(one, view.id, Ready())
    club.live.tick(view.id, {}, keeper="")
    club.presence.leave(bob.id, time.now)
    club.act(ann, view.id, Pause())
    assert live_page(club, ann, view).goes_on_without == f"When the pause is over, you can go on without {bob.name}."
    time.pass_by(31)
    club.act(ann, view.id, Ready())
    assert live_page(club, ann, view).goes_on_without.startswith("The match goes on")
    club.live.pause(view.id)  # as when the server ends
    said = f"Press Resume: a day later the match goes on without {bob.name}."
    assert live_page(club, ann, view).goes_on_without == said
