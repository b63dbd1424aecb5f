"""While somebody plays a rated match, the site's computers say nothing about its position to them."""

from itertools import accumulate

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.core.game import State
from ludarium.match.progress import all_states
from ludarium.site.begin.rows import Terms
from ludarium.site.bots.analyses import MatchAnalyses
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import AskHint, AskReview, Resign
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from tests.site.accounts import account, ada, bob, service
from tests.site.analysis.test_again import reviewed

__all__ = ["ada", "bob", "service"]

BOT = SeatAssignment("bot", "easy")
REFUSED = r"a rated match of orion: .* when it is over"


@pytest.fixture
def rated(service: Service, ada: Person, bob: Person) -> MatchView:
    """A rated match, in which each has played a turn."""
    view = service.challenges.start(ada, ["Bob"], Terms("orion", clock="10d+36h/10d", rated=True))
    for text in ("p+", "f+"):
        view = service.bots.submit(view.id, view.match.to_act[0], text, view.revision)
    return view


def own(person: Person) -> SeatAssignment:
    return SeatAssignment("person", person.name, person.id)


def end(service: Service, rated: MatchView) -> None:
    service.bots.act(rated.id, 0, Resign(), service.bots.look(rated.id).revision)


def test_a_fork_of_the_position_is_played_on_by_no_bot(
    service: Service, ada: Person, bob: Person, rated: MatchView
) -> None:
    for host in (ada, bob):
        for turn in (1, 2):
            with pytest.raises(IllegalMove, match=REFUSED):
                service.fork(rated.id, turn, [own(host), BOT], host=host.id)
    with pytest.raises(IllegalMove, match=REFUSED):
        service.create("orion(clicks=2)", [BOT, BOT], position=str(rated.match.state), host=ada.id)
    service.fork(rated.id, 2, [own(ada), own(ada)], host=ada.id)  # to try turns by hand
    stranger = account(service, "Rita")
    service.fork(rated.id, 2, [own(stranger), BOT], host=stranger.id)
    service.create("orion", [own(ada), BOT], host=ada.id)
    end(service, rated)
    service.fork(rated.id, 2, [own(ada), BOT], host=ada.id)


def hint(service: Service, person: Person, view: MatchView) -> None:
    service.act(person, view.id, AskHint(), view.revision, seat=view.match.to_act[0])


def test_a_fork_by_a_guest_gets_no_hint_and_no_review_once_it_is_the_player_s(
    service: Service, ada: Person, rated: MatchView
) -> None:
    guest = service.people.create_guest()
    view, over = (service.fork(rated.id, 1, [own(guest), BOT], host=guest.id) for _ in range(2))
    over = service.bots.submit(over.id, over.match.to_act[0], "f+", over.revision)
    service.bots.act(over.id, 0, Resign(), over.revision)
    service.accounts.merge(guest, ada)
    view = service.bots.look(view.id)
    seat = view.match.to_act[0]
    if seat:  # the bot's
        view = service.bots.submit(view.id, seat, "f+", view.revision)
        seat = 0
    with pytest.raises(IllegalMove, match=REFUSED):
        service.act(ada, view.id, AskHint(), view.revision, seat=seat)
    with pytest.raises(IllegalMove, match=REFUSED):
        service.act(ada, over.id, AskReview())
    end(service, rated)
    service.act(ada, view.id, AskHint(), view.revision, seat=seat)
    service.act(ada, over.id, AskReview())


def test_a_review_that_is_there_already_is_not_read_by_the_players_either(
    service: Service, ada: Person, bob: Person, rated: MatchView
) -> None:
    other = account(service, "Rita")
    view = reviewed(service, service._matches.store, other, ("p+", "f+", "q+"))
    for reader in (None, other):
        assert service.analyses.read_by(view, reader).review
    for reader in (ada, bob):
        assert service.analyses.read_by(view, reader) == MatchAnalyses()
    end(service, rated)
    assert service.analyses.read_by(view, ada).review


@pytest.mark.parametrize("options", ["turn_limit=499", "reversal=allowed", "clicks=4"])
def test_options_that_leave_the_board_as_it_is_make_no_other_position(
    service: Service, ada: Person, bob: Person, rated: MatchView, options: str
) -> None:
    view = service.create(f"orion({options})", [own(ada), BOT], host=ada.id)
    hint(service, ada, view)  # of the initial position
    for text in ("p+", "f+"):
        view = service.bots.submit(view.id, view.match.to_act[0], text, service.bots.look(view.id).revision)
    with pytest.raises(IllegalMove, match=REFUSED):
        hint(service, ada, view)
    end(service, rated)
    hint(service, ada, view)


def test_the_same_turns_from_the_beginning_get_no_hint_while_the_position_is_the_same(
    service: Service, ada: Person, rated: MatchView
) -> None:
    view = service.create("orion", [own(ada), BOT], host=ada.id)
    hint(service, ada, view)  # of the initial position, where no match has its own one
    for text in ("p+", "f+"):
        view = service.bots.submit(view.id, view.match.to_act[0], text, service.bots.look(view.id).revision)
    with pytest.raises(IllegalMove, match=REFUSED):
        hint(service, ada, view)
    now = service.bots.look(rated.id)
    service.bots.submit(rated.id, now.match.to_act[0], "q+", now.revision)
    now = service.bots.look(rated.id)
    service.bots.submit(rated.id, now.match.to_act[0], "g+", now.revision)
    hint(service, ada, view)


def test_like_pieces_that_are_exchanged_make_no_other_position(service: Service, ada: Person, bob: Person) -> None:
    before = service.challenges.start(ada, ["Bob"], Terms("ludo", clock="10d+36h/10d", rated=True))
    seat, start, states = before.match.to_act[0], before.match.state, all_states(before.match)
    markers = start.legal(seat)
    assert len(markers) == 4  # all where they begin
    turn = start.format_turn(markers[:1])
    now = service.bots.submit(before.id, seat, turn, before.revision)
    played = [entry.text for entry in now.match.turns[len(before.match.turns) + 1 :]]
    for marker in markers:
        line = [*states, start.play(marker)]
        for text in played:  # what was rolled
            line.append(line[-1].move(text))
        for person in (ada, bob):
            with pytest.raises(IllegalMove, match="a rated match of ludo"):
                service.check_position(person.id, "ludo", line, is_set_up=False)


def test_a_position_that_a_turn_leads_to_gets_no_help_in_whatever_order_it_is_reached(
    service: Service, ada: Person, rated: MatchView
) -> None:
    now = rated
    for text in ("q+", "g+"):
        now = service.bots.submit(rated.id, now.match.to_act[0], text, now.revision)
    start = rated.match.start

    def check(*turns: str) -> None:
        line = accumulate(turns, State.move, initial=start)
        service.check_position(ada.id, "orion", list(line), is_set_up=False)

    for order in (("p+", "f+", "w-", "g+", "q+"), ("w-", "f+", "p+", "g+", "q+"), ("w-", "f+", "p+", "g+", "q+", "a+")):
        with pytest.raises(IllegalMove, match=REFUSED):
            check(*order)
    check("p+", "f+", "w-", "g+")  # no turn leads there
    service.bots.submit(rated.id, now.match.to_act[0], "v-", now.revision)
    check("p+", "f+", "w-", "g+", "q+")
