"""Reviews and hints: who may ask, how bots make them in the background, and what a stopped server leaves."""

import time
from collections.abc import Iterator

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.match.verify import verify
from ludarium.review.review import Review
from ludarium.site.bots.rows import review_of
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.match.seating import NotYourSeat
from ludarium.site.match.transactions import Stale
from ludarium.site.match.views import MatchView
from ludarium.site.quotas import Quota, QuotaExceeded, Quotas
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.analysts import Analysts
from tests.databases import url
from tests.site.waiting import wait_for

__all__ = ["url"]

BOT = SeatAssignment("bot", "easy")


@pytest.fixture
def analysts(service: Service, store: Store) -> Iterator[Analysts]:
    """Analysts that search little, and have not started."""
    made = Analysts(service, store.analyses, SearchQueue(1), lease=0.4, pause=0.02, speed=100)
    yield made
    made.close()


def person(service: Service, name: str = "Ann") -> Person:
    return service.people.rename(service.people.create_guest(), name)


def played(service: Service, ann: Person, spec: str = "orion(turn_limit=10)", seats: int = 2) -> MatchView:
    """A match that Ann has played to its end, alone in all seats."""
    view = service.create(spec, [SeatAssignment("person", "Ann", ann.id)] * seats, host=ann.id, seed=1)
    while not view.match.over:
        for seat in view.match.to_act:
            state = view.match.state
            action = state.legal(seat)[0]
            turn = state.action_name(action, seat) if len(state.actors) > 1 else _turn(view)
            view = service.bots.submit(view.id, seat, turn, view.revision)
            if len(state.actors) == 1:
                break
    return view


def _turn(view: MatchView) -> str:
    state, actions = view.match.state, list[int]()
    now = state
    while not actions or (now.in_turn and now.actors):
        actions.append(now.legal()[0])
        now = now.play(actions[-1])
    return state.format_turn(actions)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("spec", "seats"),
    [
        ("orion(turn_limit=10)", 2),
        ("vortex(tokens=1,players=3)", 3),
        ("pennies", 2),
    ],
)
def test_a_review_is_made_once_in_the_background_and_kept(
    tiny: None, service: Service, analysts: Analysts, spec: str, seats: int
) -> None:
    ann = person(service)
    view = played(service, ann, spec, seats)
    service.analyses.ask_review(view.id, ann, None)
    assert service.analyses.of(view).review_waits
    analysts.start()
    wait_for(lambda: service.analyses.of(view).review is not None)
    made = service.analyses.of(view).review
    assert isinstance(made, Review)
    decisions = [said for advice in made.advice for said in advice.seats]
    assert len(decisions) == sum(view.match.made)
    assert all(0 <= said.value <= 1 and said.turn for said in decisions)
    assert made.final == view.match.state.payoffs
    service.analyses.ask_review(view.id, ann, None)
    assert service.analyses.of(view).review == made
    after = service.bots.look(view.id)
    assert after.revision > view.revision
    assert after.updated_at == view.updated_at  # when it ended


def test_turning_points_are_the_turns_after_which_a_seat_can_expect_least_or_most() -> None:
    game = Match.begin(Record.parse('[Game "orion"]').initial().game, ["Ann", "Bob"]).game
    said = [[0, [[0, 0.5, "u+"]], []], [1, [[1, 0.9, "a+"]], []], [2, [[0, 0.12, "v+"]], ["v+", "b+"]]]
    review = Review.from_json(game, {"by": "a bot", "advice": said, "final": [0.0, 1.0]})
    assert [(played, {seat: round(part, 2) for seat, part in known.items()}) for played, known in review.curve()] == [
        (0, {0: 0.5, 1: 0.5}), (1, {1: 0.9, 0: 0.1}), (2, {0: 0.12, 1: 0.88}), (3, {0: 0.0, 1: 1.0}),
    ]  # fmt: skip
    points = review.turning_points()
    assert review.curve() is review.curve()  # a page asks for it again and again
    assert [(swing.played, swing.seat) for swing in points] == [(0, 0), (2, 0)]
    assert (round(points[0].before, 2), round(points[0].after, 2)) == (0.5, 0.1)
    assert Review.from_json(game, review.to_json()) == review


def test_a_review_that_a_killed_server_has_begun_is_made_by_the_next(
    service: Service, analysts: Analysts, store: Store
) -> None:
    ann = person(service)
    view = played(service, ann)
    service.analyses.ask_review(view.id, ann, None)
    now = time.time()
    claimed = store.analyses.claim("killed", now, now + 0.3, reviews=True)
    assert claimed is not None
    assert store.analyses.claim("another", now, now + 0.3, reviews=True) is None
    analysts.start()
    wait_for(lambda: service.analyses.of(view).review is not None)


@pytest.mark.both_databases
def test_a_review_that_fails_again_and_again_is_given_up(service: Service, analysts: Analysts, store: Store) -> None:
    ann = person(service)
    view = played(service, ann)
    service.analyses.ask_review(view.id, ann, None)
    for _ in range(3):  # each of them ends the server
        assert store.analyses.claim("killed", time.time(), 0.0, reviews=True)
    analysts.start()
    wait_for(lambda: not service.analyses.of(view).review_waits)
    assert service.analyses.of(view).review_failed


def test_who_has_not_played_asks_for_no_review_and_nobody_before_the_end(service: Service) -> None:
    ann, bob = person(service), person(service, "Bob")
    running = service.create("orion", [SeatAssignment("person", "Ann", ann.id), BOT], host=ann.id)
    with pytest.raises(IllegalMove, match="reviewed when it is over"):
        service.analyses.ask_review(running.id, ann, None)
    left = service.create("orion", [SeatAssignment("person", "Ann", ann.id), BOT], host=ann.id)
    service.bots.act(left.id, 0, Resign(), left.revision)
    with pytest.raises(IllegalMove, match="nothing was played in this match"):
        service.analyses.ask_review(left.id, ann, None)
    played = service.bots.act(running.id, 0, PlayTurn("p+"), running.revision)
    over = service.bots.act(running.id, 0, Resign(), played.revision)
    with pytest.raises(NotYourSeat):
        service.analyses.ask_review(over.id, bob, None)
    service.analyses.ask_review(over.id, ann, None)


@pytest.mark.both_databases
def test_a_hint_is_given_against_bots_and_marked_in_the_record(service: Service, analysts: Analysts) -> None:
    ann = person(service)
    view = service.create("orion", [SeatAssignment("person", "Ann", ann.id), BOT], host=ann.id)
    analysts.start()
    service.analyses.ask_hint(view.id, 0, ann, None, view.revision)
    marked = service.bots.look(view.id)
    assert marked.match.hints == (1,)
    wait_for(lambda: service.analyses.of(service.bots.look(view.id)).hint is not None)
    advice = service.analyses.of(marked).hint
    assert advice is not None
    [said] = advice.seats
    marked.match.state.parse_turn(said.turn)
    service.analyses.ask_hint(view.id, 0, ann, None, service.bots.look(view.id).revision)  # the same one
    assert service.bots.look(view.id).match.hints == (1,)
    over = service.bots.act(view.id, 0, Resign(), service.bots.look(view.id).revision)
    record = Record.parse(str(over.match.record()))
    assert record.tags["Hints"] == "1"
    assert verify(record).hints == (1,)
    assert Match.from_record(record).hints == (1,)


def test_a_hint_needs_bots_for_opponents_and_the_turn(service: Service) -> None:
    ann, bob = person(service), person(service, "Bob")
    seats = [SeatAssignment("person", name.name, name.id) for name in (ann, bob)]
    people = service.create("orion", seats)
    with pytest.raises(IllegalMove, match="against bots alone"):
        service.analyses.ask_hint(people.id, 0, ann, None, people.revision)
    view = service.create("orion", [SeatAssignment("person", "Ann", ann.id), BOT])
    with pytest.raises(IllegalMove, match="against bots alone"):
        service.analyses.ask_hint(view.id, 0, bob, None, view.revision)
    after = service.bots.submit(view.id, 0, "u+", view.revision)
    with pytest.raises(Stale):
        service.analyses.ask_hint(view.id, 0, ann, None, view.revision)
    with pytest.raises(IllegalMove, match="whose turn it is"):
        service.analyses.ask_hint(view.id, 0, ann, None, after.revision)
    assert service.bots.look(view.id).match.hints == ()


@pytest.mark.both_databases
def test_a_person_has_few_analyses_waiting(store: Store) -> None:
    service = Service(store, quotas=Quotas(analyses=Quota(1, 0)))
    ann = person(service)
    first, second = played(service, ann), played(service, ann)
    service.analyses.ask_review(first.id, ann, "somewhere")
    with pytest.raises(QuotaExceeded, match="1 of reviews and hints waiting"):
        service.analyses.ask_review(second.id, ann, "somewhere")
    assert not service.analyses.of(second).review_waits
    lines = len(first.match.turns)
    assert store.analyses.of(first.id, lines).keys() == {review_of(lines)}
