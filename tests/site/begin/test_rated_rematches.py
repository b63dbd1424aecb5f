"""A rematch of a rated match is rated, too, as long as those play it who may play rated matches."""

from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.decisions import Bar
from ludarium.site.notices.rows.notices import REMATCH
from ludarium.site.service import Service
from tests.site.accounts import account, ada, bob, service

__all__ = ["ada", "bob", "service"]

RATED = Terms("orion", clock="10d+36h/10d", rated=True)


def played(service: Service, ada: Person, *, rated: bool = True) -> MatchView:
    """Return a match of Asa with Bob that is over."""
    view = service.challenges.start(ada, ["Bob"], replace(RATED, rated=rated))
    return service.bots.act(view.id, 0, Resign(), view.revision)


def test_the_rematch_of_a_rated_match_is_rated_and_says_so(service: Service, ada: Person, bob: Person) -> None:
    first = played(service, ada)
    begun = service.rematches.begin(first.id, ada)
    assert begun.rated
    assert begun.match.clock == first.match.clock
    (told,) = (told.notice for told in service.notices.recent(bob.id) if told.notice.kind == REMATCH)
    assert told.data["text"].startswith("Asa asks for a rated rematch of Orion: Hydra")
    joined = service.rematches.begin(first.id, bob)
    assert (joined.id, joined.rated, joined.people) == (begun.id, True, (0, 1))
    for text in ("p+", "f+", "q+", "g+"):
        joined = service.bots.submit(joined.id, joined.match.to_act[0], text, joined.revision)
    service.bots.act(joined.id, 0, Resign(), joined.revision)
    assert len(service.ratings.of_match(joined.id)) == 2


def test_the_rematch_of_another_match_is_not(service: Service, ada: Person, bob: Person) -> None:
    assert not service.rematches.begin(played(service, ada, rated=False).id, ada).rated


def token_of(view: MatchView) -> str:
    """Return the invitation to the open seat of a match."""
    (invitation,) = (seat.invitation for seat in view.seats if seat.invitation)
    return invitation.token


def test_it_is_rated_no_more_when_a_guest_takes_the_invitation(service: Service, ada: Person, bob: Person) -> None:
    begun = service.rematches.begin(played(service, ada).id, ada)
    guest = service.people.create_guest()
    assert not service.seating.take(begun.id, token_of(begun), guest, guest.name).rated


def test_its_host_plays_no_second_seat(service: Service, ada: Person, bob: Person) -> None:
    first = played(service, ada)
    begun = service.rematches.begin(first.id, ada)
    (seat,) = begun.open_seats
    with pytest.raises(IllegalMove, match="nobody plays a rated match alone"):
        service.seating.withdraw(begun.id, seat, ada)
    assert service.rematches.begin(first.id, bob).rated
    again = service.rematches.begin(played(service, ada).id, ada)
    assert not service.seating.take(again.id, token_of(again), ada, "Asa").rated


def test_who_may_play_no_rated_matches_plays_an_unrated_rematch(service: Service, ada: Person, bob: Person) -> None:
    service.accounts.make_administrator(account(service, "Chief"), "a test")
    chief = service.accounts.find("Chief")
    first, other = played(service, ada), played(service, ada)
    begun = service.rematches.begin(first.id, ada)
    service.moderation.act(chief, Bar(bob.id, "fixed", days="30"))
    assert not service.rematches.begin(first.id, bob).rated
    assert service.bots.look(begun.id).people == (0, 1)
    assert not service.rematches.begin(other.id, bob).rated
