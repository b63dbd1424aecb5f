"""The events of programs: whole turns, offers, challenges, ends; once, and again after a lost connection."""

import msgspec

from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import OfferDraw, PlayTurn, Resign
from ludarium.site.match.views import MatchView
from ludarium.site.programs.events import Event, OfferEnded, OfferMade, Over, Subscription, Turn, legal_turns, parse_id
from ludarium.site.service import Service


def two(club: Service, spec: str = "orion", **more: object) -> tuple[Person, Person, MatchView]:
    ann, bob = (club.people.rename(club.people.create_guest(), name) for name in ("Ann", "Bob"))
    seats = [SeatAssignment("person", person.name, person.id) for person in (ann, bob)]
    return ann, bob, club.create(spec, seats, **more)  # type: ignore[arg-type]  # options of a match


def waiting(club: Service, person: Person, subscription: Subscription | None = None) -> list[Event]:
    return list(club.program_events.waiting(person, subscription or Subscription(None)))


def test_a_turn_is_whole(club: Service) -> None:
    ann, bob, view = two(club, clock=Clock.parse("60+5"))
    (turn,) = waiting(club, ann, Subscription(None, legal=True))
    assert isinstance(turn, Turn)
    assert (turn.match, turn.number, turn.revision, turn.seat, turn.acting) == (view.id, view.number, 0, 0, [0])
    assert (turn.players, turn.clock, turn.left, turn.turns) == (["Ann", "Bob"], "60+5", 60.0, 0)
    match = Match.from_record(Record.parse(turn.record or ""))
    assert (str(match.state), match.game.spec) == (turn.position, turn.game)
    assert turn.legal
    assert all(match.submit(0, text) for text in turn.legal)
    assert msgspec.to_builtins(turn)["event"] == "turn"
    assert waiting(club, bob) == []
    club.act(ann, view.id, PlayTurn(turn.legal[0]), turn.revision)
    (theirs,) = waiting(club, bob)
    assert isinstance(theirs, Turn)
    assert (theirs.seat, theirs.turns) == (1, 1)


def test_a_turn_is_sent_once_and_later_ones_in_short(club: Service) -> None:
    ann, bob, view = two(club)
    subscription = Subscription(None, brief=True)
    assert len(waiting(club, ann, subscription)) == 1
    assert waiting(club, ann, subscription) == []
    club.act(ann, view.id, PlayTurn("u+"), 0)
    club.act(bob, view.id, PlayTurn("f+"), 1)
    (turn,) = club.program_events.of_match(ann, view.id, subscription)
    assert isinstance(turn, Turn)
    assert (turn.record, turn.since, turn.new) == (None, 0, ["u+", "f+"])


def test_orders_of_a_simultaneous_turn_are_asked_of_each_seat_and_stay_sealed(club: Service) -> None:
    ann, bob, view = two(club, "grid")
    (mine,) = waiting(club, ann, Subscription(None, legal=True))
    assert isinstance(mine, Turn)
    assert mine.acting == [0, 1]
    club.act(ann, view.id, PlayTurn((mine.legal or [])[0]), 0)
    assert waiting(club, ann) == []
    (theirs,) = waiting(club, bob)
    assert isinstance(theirs, Turn)
    assert theirs.record == mine.record


def test_offers_and_ends_are_sent(club: Service) -> None:
    ann, bob, view = two(club)
    subscription = Subscription(None)
    waiting(club, bob, subscription)
    club.act(ann, view.id, OfferDraw(), 0)
    (offer,) = club.program_events.of_match(bob, view.id, subscription)
    assert isinstance(offer, OfferMade)
    assert (offer.kind, offer.seat) == ("draw", 1)
    assert list(club.program_events.of_match(bob, view.id, subscription)) == []
    club.act(bob, view.id, Resign(), offer.revision)
    (over,) = club.program_events.of_match(bob, view.id, subscription)
    assert isinstance(over, Over)
    assert (over.seats, over.players, over.result) == ([1], ["Ann", "Bob"], "1-0")
    assert list(club.program_events.of_match(bob, view.id, subscription)) == []


def test_an_offer_is_sent_once_while_it_stands_and_its_end_is_told_to_both(club: Service) -> None:
    ann, bob, view = two(club)
    of_ann, of_bob = Subscription(None), Subscription(None)
    club.act(ann, view.id, OfferDraw(), 0)
    assert [type(each) for each in club.program_events.of_match(bob, view.id, of_bob)] == [OfferMade]
    assert [type(each) for each in club.program_events.of_match(ann, view.id, of_ann)] == [Turn]
    revision = club.act(ann, view.id, PlayTurn("u+"), club.view(ann, view.id).revision).view.revision
    (turn,) = club.program_events.of_match(bob, view.id, of_bob)
    assert isinstance(turn, Turn)
    club.act(bob, view.id, PlayTurn("pass"), revision)
    for person, subscription in ((ann, of_ann), (bob, of_bob)):
        (ended,) = (
            each for each in club.program_events.of_match(person, view.id, subscription) if isinstance(each, OfferEnded)
        )
        assert (ended.kind, ended.seat, ended.lapsed) == ("draw", 0, True)


def test_who_resumes_gets_what_has_ended_since(club: Service) -> None:
    ann, bob, view = two(club)
    (turn,) = waiting(club, ann)
    club.act(bob, view.id, Resign(), 0)
    assert waiting(club, ann) == []
    (over,) = waiting(club, ann, Subscription(parse_id(turn.id)))  # type: ignore[union-attr]  # a turn has an id
    assert isinstance(over, Over)


def test_legal_turns_are_whole_and_bounded() -> None:
    start = load("orion").initial()
    late = load("orion").parse_position("OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3")
    for state in (start, late, load("throngs").initial()):
        turns = legal_turns(state, 0, 50)
        assert 0 < len(turns) <= 50
        assert len(set(turns)) == len(turns)
        assert all(not state.move(text).in_turn for text in turns)
