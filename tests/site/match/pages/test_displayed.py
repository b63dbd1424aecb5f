"""What is drawn once for all who ask for the same picture of a match, and what one reader's page calls its cells."""

import re
from dataclasses import replace
from html import unescape

import pytest

from ludarium.core.entries import Entry
from ludarium.core.record import Record
from ludarium.core.registry import game_names, load
from ludarium.match.match import Match
from ludarium.players.table import play_match
from ludarium.review.advice import Advice, SeatAdvice
from ludarium.review.review import Review
from ludarium.scenes import svg
from ludarium.scenes.finale import finale
from ludarium.scenes.picture import draw, follow, highlight, seen_by
from ludarium.scenes.scene import Scene
from ludarium.site.bots.analyses import MatchAnalyses
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.mail.outgoing.mail_content import match_content
from ludarium.site.match.pages.displayed import DisplayedMatch
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.sharing.moment import Moment
from ludarium.site.web.templating import templates

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


CHAINED = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"
"""X wins by the click s-, also after others that change nothing."""


def test_a_hint_for_a_turn_that_begins_otherwise_says_to_undo_first() -> None:
    view, ann = view_of(Match.from_record(Record("orion", (), CHAINED, tags={}))), SeatAccess(frozenset({0}))
    advised, other = (str(view.match.state.parse_turn(turn)[0]) for turn in ("q+r-", "q-"))
    hint = MatchAnalyses(hint=Advice(0, (SeatAdvice(0, 0.5, "q+r-"),)))
    for draft, words, marked in (
        ("", "Hint:", True),
        (advised, "Hint:", True),
        (other, "Hint, if you undo first:", False),
    ):
        page = replace(MatchPage.current(view, ann, turn="0", draft=draft), analyses=hint)
        assert in_page("hint.html", page).startswith(f"{words} q+r-")
        assert ("advised" in page.board_view.board) == marked


@pytest.mark.parametrize(
    ("game", "start", "seat", "hint", "begun", "goes_on"),
    [
        ("orion", CHAINED, 0, "s-", (26,), "n+n-s-"),
        ("throngs", "3/6/4b3/8/8/2w5/5w2/7/5/2 b 1.1 -:- 0", 0, "+d3 d3-f5", (14,), "+f3 f3-f5"),
    ],
)
def test_a_hint_goes_on_from_what_is_begun_where_that_leads_to_the_same_position(
    game: str, start: str, seat: int, hint: str, begun: tuple[int, ...], goes_on: str
) -> None:
    view = view_of(Match.from_record(Record(game, (), start, tags={})))
    draft = ",".join(map(str, begun))
    analyses = MatchAnalyses(hint=Advice(0, (SeatAdvice(seat, 0.5, hint),)))
    page = replace(MatchPage.current(view, SeatAccess(frozenset({seat})), turn="0", draft=draft), analyses=analyses)
    assert in_page("hint.html", page).startswith(f"Hint: {goes_on}")
    assert "advised" in page.board_view.board
    state = page.state
    assert state.move(goes_on) == state.move(hint)


def test_a_hint_is_the_same_for_another_of_the_like_pieces() -> None:
    view = view_of(Match.from_record(Record("ludo", (), "1,1,1,1/1,1,1,1 A 2 2", tags={})))
    seat = SeatAccess(frozenset({0}))
    hint = MatchAnalyses(hint=Advice(0, (SeatAdvice(0, 0.5, "A1 1x2=2"),)))
    page = replace(MatchPage.current(view, seat, turn="0", draft="1"), analyses=hint)
    assert page.draft
    assert page.draft.complete
    assert in_page("hint.html", page).startswith("Hint:")


@pytest.mark.parametrize(
    ("game", "start", "turn"),
    [("vortex", "5,0,0,0/4,0,0,0 X 3 4", "5-9"), ("ludo", "1,1,12,60/1,5,120,120 A 5 16", "A1 1x5=5")],
)
def test_a_turn_that_is_not_confirmed_is_still_one_s_own_on_the_board(game: str, start: str, turn: str) -> None:
    view, ann = view_of(Match.from_record(Record(game, (), start, tags={}))), SeatAccess(frozenset({0}))
    action = str(view.match.state.parse_turn(turn)[0])
    before, chosen = (MatchPage.current(view, ann, turn="0", draft=draft) for draft in ("", action))
    assert chosen.draft
    assert chosen.draft.complete

    def panels(scene: Scene) -> list[tuple[str, str, str]]:
        return [(one.id, one.glyph, one.look) for one in scene.elements if "panel" in one.look.split()]

    assert panels(chosen.board_view.whole) == panels(before.board_view.whole)
    assert panels(draw(chosen.draft.state)) != panels(before.board_view.whole), "it is another's when it has ended"


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


def in_page(name: str, page: MatchPage) -> str:
    """Return the words of a part of a page."""
    html = templates().get_template(name).render(page=page, match=page.match)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def vortex(seats: set[int]) -> MatchPage:
    """Return a match of Vortex in which seat 1 has rolled for its second turn, as these seats see it."""
    turns = tuple(map(Entry, ("5-9", "roll 2", "4-6", "roll 3", "9-12", "roll 2")))
    record = Record("vortex", turns, "5,0,0,0/4,0,0,0 X 3 4", tags={"X": "Ann", "O": "Bob"})
    match = Match.from_record(record)
    return MatchPage.current(view_of(match), SeatAccess(frozenset(seats)))


@pytest.mark.parametrize(
    ("seats", "x_moved", "o_moved", "o_could"),
    [
        ({0}, ("5", "9"), ("12", "14"), ("0", "10")),
        ({1}, ("13", "1"), ("4", "6"), ("0", "2")),
        ({0, 1}, ("5", "9"), ("12", "14"), ("0", "10")),  # the board is drawn from the first seat
        (set(), ("5", "9"), ("12", "14"), ("0", "10")),
    ],
)
def test_list_sentence_hint_and_review_number_cells_as_the_board_of_their_reader(
    seats: set[int], x_moved: tuple[str, str], o_moved: tuple[str, str], o_could: tuple[str, str]
) -> None:
    page = vortex(seats)
    assert [line.turn.text for line in page.turns][:2] == ["-".join(x_moved), "-".join(o_moved)]
    earlier = MatchPage(page.view, page.access, at=3)
    assert f"moved a token from {o_moved[0]} to {o_moved[1]}" in earlier.status.news
    advised = Advice(page.last, (SeatAdvice(1, 0.5, "0-2"),))
    if 1 in seats:
        hinted = in_page("hint.html", replace(page, analyses=MatchAnalyses(hint=advised)))
        assert f"Hint: {'-'.join(o_could)}, bring a token in, to {o_could[1]}." in hinted
    review = Review.of(page.match.game, "medium", [Advice(2, (SeatAdvice(1, 0.5, "0-2", loss=0.2),))], page.state)
    reviewed = replace(earlier, at=2, analyses=MatchAnalyses(review=review))
    read = in_page("review_here.html", reviewed) + in_page("review.html", reviewed)
    assert f"Played: {'-'.join(o_moved)}, which gave away" in read
    assert f" {' to '.join(o_moved)} Blunder" in read  # in the words of the list of turns
    assert f"would play {'-'.join(o_could)}, bring a token in, to {o_could[1]}." in read
    assert not re.search(r"\b(4-6|0-2)\b", read) or o_moved == ("4", "6")
    assert reviewed.review
    assert [(turn.text, turn.best) for turn in reviewed.review.data.turns] == [("4-6", "0-2")]  # as the record has it
    assert "4-6" in str(page.match.record())


def test_the_turn_that_won_a_race_is_named_with_those_that_end_the_round() -> None:
    turns = tuple(map(Entry, ("19-25", "roll 4", "0-4")))
    record = Record("vortex", turns, "25,25,25,19/0,0,25,24 X 11 6", tags={"X": "Ann", "O": "Bob"})
    match = Match.from_record(record)
    assert match.over
    for seats, news in (
        ({1}, "Ann moved a token from 23 to the centre. You rolled 4 and brought a token in, to 4."),
        ({0}, "You moved a token from 19 to the centre. Bob rolled 4 and brought a token in, to 12."),
    ):
        assert MatchPage.current(view_of(match), SeatAccess(frozenset(seats))).status.news == news


FOUR = ("first O", "roll 4", "0-4", "roll 3", "0-3", "roll 3", "0-3", "roll 1", "0-1", "roll 4", "4-8", "roll 4")
"""Turns of Vortex with four players, of whom X plays second, and H, V and O after it."""


@pytest.mark.parametrize(
    ("lines", "seats", "news"),
    [
        (5, {0}, "You rolled 3 and brought a token in, to 3."),
        (7, {0}, "Dan rolled 3 and brought a token in, to 15."),
        (9, {0}, "Dan rolled 3: in, to 15. Cleo rolled 1: in, to 9."),
        (12, {0}, "Dan rolled 3: in, to 15. Cleo rolled 1: in, to 9. Bob rolled 4: 8 to 12. You rolled 4."),
        (12, {0, 3}, "Cleo rolled 1: in, to 9. Bob rolled 4: 8 to 12. You rolled 4."),
        (12, set[int](), "Bob rolled 4 and moved a token from 8 to 12. Ann rolled 4."),
        (12, {0, 1, 2, 3}, "Bob rolled 4 and moved a token from 8 to 12. Ann rolled 4."),
    ],
)
def test_all_turns_of_others_since_the_own_one_are_told(lines: int, seats: set[int], news: str) -> None:
    tags = dict(zip("XOVH", ("Ann", "Bob", "Cleo", "Dan"), strict=True))
    match = Match.from_record(Record("vortex(players=4)", tuple(map(Entry, FOUR[:lines])), tags=tags))
    assert MatchPage.current(view_of(match), SeatAccess(frozenset(seats))).status.news == news


def test_of_several_turns_one_that_bumps_the_reader_is_told_in_whole() -> None:
    turns = tuple(map(Entry, ("0-3", "roll 1", "0-1", "roll 4", "0-4")))
    tags = dict(zip("XOVH", ("Ann", "Bob", "Cleo", "Dan"), strict=True))
    match = Match.from_record(Record("vortex(players=4)", turns, "0,0,0,8/0,0,0,0/0,0,0,0/0,0,0,0 H 3 3", tags=tags))
    news = MatchPage.current(view_of(match), SeatAccess(frozenset({0}))).status.news
    assert news.endswith(" Cleo rolled 1: in, to 9. Bob rolled 4, brought a token in, to 8 and bumped your token.")


def test_a_last_roll_without_a_move_is_listed_as_such() -> None:
    record = Record("vortex", (Entry("19-25"), Entry("roll 4")), "25,25,25,19/25,25,25,24 X 11 6",
                    tags={"X": "Ann", "O": "Bob"})  # fmt: skip
    page = MatchPage.current(view_of(Match.from_record(record)), SeatAccess(frozenset({0})))
    assert page.match.over
    lost = "a token needs the exact number for the centre"
    assert page.status.news == f"You moved a token from 19 to the centre. Bob rolled 4: {lost}."
    assert [line.has_no_move for line in page.turns] == [False, True]


def test_a_number_in_the_list_of_turns_stands_on_the_board_where_the_token_is() -> None:
    for seats in ({0}, {1}):
        page = vortex(seats)
        scene = draw(seen_by(page.played.picture(1), seats))
        [number] = (one for one in scene.elements if one.id == f"number-{page.turns[0].turn.text.split('-')[1]}")
        tokens = [one for one in scene.elements if one.id.startswith("token-X")]
        assert min(max(abs(number.x - one.x), abs(number.y - one.y)) for one in tokens) < 80


@pytest.mark.parametrize(("seat", "moved", "listed"), [(0, "12 to 14", "12-14"), (1, "4 to 6", "4-6")])
def test_a_mail_and_a_moving_picture_number_cells_as_the_board_of_their_reader(
    seat: int, moved: str, listed: str
) -> None:
    page = vortex({seat})
    assert f"2. O rolls 2, {listed}" in match_content(page.view, ("ann", "bob")[seat], "https://x.org", at=3).text
    drawn = Moment.of(page.view, page.access, 0, 3).scenes[-1]
    assert any(f"rolled 2 and moved a token from {moved}." in one.text for one in drawn.elements)


def test_a_turn_whose_words_are_its_text_is_said_once() -> None:
    page = MatchPage.current(view_of(orion("u+")), SeatAccess(frozenset({1})))
    assert (page.in_words(1, "pass"), page.in_words(1, "a+")) == ("", "turn rotor a clockwise")


@pytest.mark.parametrize("game", game_names())
def test_a_match_that_has_ended_outside_the_rules_offers_no_moves(game: str) -> None:
    """Neither to who was to move nor to anybody else; what it looked like before is not changed by its end."""
    match = Match.begin(load(game), ["Ann", "Bob"]).roll()
    played = view_of(match), view_of(match.resign(0))
    for access in (SeatAccess(frozenset({0})), WATCHING):
        scenes = [DisplayedMatch(view, access).board_view.scene for view in played]
        looks = [{look for one in scene.elements for look in one.look.split()} for scene in scenes]
        assert looks[1].isdisjoint({"hint", "ghost", "halo", "strike", "pointed"})
        assert (scenes[1].touches, scenes[1].buttons, scenes[1].highlights) == ((), (), ())
        assert scenes[1].finale
