"""High scores: the points of winners, for each configuration of a game."""

from collections.abc import Callable

import pytest
from sqlalchemy import and_

from ludarium.site.ground import tables
from ludarium.site.ground.values import HighScore
from ludarium.site.match.commands import Resign
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.service_parts import ANN, BOB, Hands


def won(
    service: Service,
    game: str = "vortex(board=square3,tokens=1)",
    *,
    position: str | None = None,
    private: bool = False,
) -> MatchView:
    """Play a match to its end, the first turn that is legal each time."""
    view = service.create(game, [ANN, BOB], position=position, seed=1, private=private)
    while not view.match.over:
        state = view.match.state
        view = service.bots.submit(view.id, state.actors[0], state.format_turn(state.legal()[:1]), view.revision)
    return view


@pytest.mark.both_databases
def test_a_winners_points_are_kept_by_set_up_with_name_match_and_date(
    store: Store, open_store: Callable[[], Store]
) -> None:
    service = Service(store, now=Hands())
    first = won(service)
    ((seat, points),) = first.match.winner_points.items()
    assert points > 0
    (prize,) = Service(open_store()).queries.high_scores("vortex")
    assert prize == HighScore(first.id, "vortex(board=square3,tokens=1)", (ANN, BOB)[seat], points, 1000.0)
    won(service, "vortex(board=square3,die=4,tokens=1)")
    assert [prize.game for prize in service.queries.high_scores("vortex")] == [
        "vortex(board=square3,die=4,tokens=1)", "vortex(board=square3,tokens=1)"
    ]  # fmt: skip
    assert (
        service.queries.high_scores("vort")
        == service.queries.high_scores("%")
        == service.queries.high_scores("orion")
        == ()
    )


@pytest.mark.both_databases
def test_the_most_points_come_first_up_to_a_limit(store: Store) -> None:
    now = Hands()
    service = Service(store, now=now)
    for moment in range(3):
        now.now = 1000.0 + moment
        won(service)  # with the same dice, and so with the same points
    assert [prize.won_at for prize in service.queries.high_scores("vortex")] == [1000.0, 1001.0, 1002.0]
    assert len(service.queries.high_scores("vortex", limit=2)) == 2
    ours = and_(tables.seats.c.match_id == service.queries.recent(1)[0].id, tables.seats.c.points > 0)
    with store.database.begin() as connection:
        connection.execute(tables.seats.update().where(ours).values(points=9999))
    assert [prize.won_at for prize in Service(store).queries.high_scores("vortex")] == [1002.0, 1000.0, 1001.0]


def test_no_points_are_shown_of_a_private_match_a_position_a_resignation_or_a_game_without_points(
    service: Service,
) -> None:
    assert won(service, position="8/2 X 10").match.winner_points
    assert won(service, private=True).match.winner_points
    view = service.create("vortex", [ANN, BOB], seed=1)
    assert service.bots.act(view.id, 0, Resign(), view.revision).match.winner_points == {}
    view = service.create("orion", [ANN, BOB], position="5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3")
    assert service.bots.submit(view.id, 0, "s-", view.revision).match.winner_points == {}
    assert service.queries.high_scores("vortex") == service.queries.high_scores("orion") == ()
