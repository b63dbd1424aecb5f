"""What is drawn once for all who ask for the same picture of a match."""

from dataclasses import replace

import pytest

from ludarium.core.registry import game_names, load
from ludarium.match.match import Match
from ludarium.players.table import play_match
from ludarium.review.advice import Advice, SeatAdvice
from ludarium.scenes import svg
from ludarium.scenes.finale import finale
from ludarium.scenes.picture import draw, follow, highlight, seen_by
from ludarium.site.bots.analyses import MatchAnalyses
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.pages.displayed import DisplayedMatch
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView

WATCHING = SeatAccess()


def view_of(match: Match, name: str = "m1") -> MatchView:
    seats = tuple(SeatAssignment("person", player, player.lower()) for player in match.players)
    return MatchView(name, 0, 0, match, seats, 0.0, 0.0, 0.0, (None,) * len(seats))


def orion(*turns: str) -> Match:
    match = Match.begin(load("orion"), ["Ann", "Bob"])
    for number, turn in enumerate(turns):
        match = match.submit(number % 2, turn)
    return match


def test_those_who_watch_the_same_position_share_its_picture() -> None:
    one, other = (MatchPage.current(view_of(orion("u+"), name), WATCHING) for name in ("m1", "m2"))
    assert one.board_view is other.board_view
    assert one.board_view.board is other.board_view.board


def test_a_turn_a_draft_a_seat_and_advice_have_pictures_of_their_own() -> None:
    before, after = view_of(orion("u+")), view_of(orion("u+", "a+"))
    bob = SeatAccess(frozenset({1}))
    action = before.match.state.legal(1)[0]
    pages = [
        MatchPage.current(before, WATCHING),
        MatchPage.current(after, WATCHING),
        MatchPage.current(before, bob),
        MatchPage.current(before, bob, turn="1", draft=str(action)),
    ]
    boards = [page.board_view.board for page in pages]
    advice = Advice(1, (SeatAdvice(1, 0.5, "a+b-"),))
    advised = replace(pages[2], analyses=MatchAnalyses(hint=advice)).board_view.board
    assert len({*boards, advised}) == 5
    assert "advised" in advised
    assert "advised" not in boards[2]


@pytest.mark.parametrize("name", game_names())
def test_what_is_shared_is_what_would_be_drawn(name: str) -> None:
    game = load(name)
    view = view_of(Match.from_record(play_match(game, ["random"] * game.seats, seed=3)))
    access, count = SeatAccess(frozenset({0})), len(view.match.turns)
    states = DisplayedMatch(view, access).played
    for at in (0, 1, count // 2, count):
        picture = seen_by(follow(game.initial(), [action for turn in states.actions[:at] for action in turn]), {0})
        scene = highlight(picture, draw(picture))
        if at == count:
            scene = replace(scene, finale=finale(picture, scene, view.match.winners))
        for _ in range(2):
            shown = DisplayedMatch(view, access, None if at == count else at).board_view
            assert shown.board == svg.render(replace(scene, touches=(), buttons=(), refusals=()))
