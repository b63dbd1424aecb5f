"""Which pieces are chosen and had, as games of every kind draw them."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludarium import load
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.scenes.picture import begin, draw
from ludarium.scenes.scene import Element, Scene, Touch
from ludarium.search.playout import random_step
from ludarium.study import pieces
from ludarium.study.pieces import all_pieces, pieces_of
from ludarium.study.preferences import one_kind, preferences, shunned
from ludarium.study.verdict import verdict
from tests.tiny import STONES

LUDO, ORION, GRID = load("ludo"), load("orion"), load("grid(turn_limit=100)")


def test_a_marker_is_told_by_its_position_and_those_at_one_position_are_one() -> None:
    state, rng = LUDO.initial(), generator(3)
    while state.actors == (CHANCE,) or len({*_names(state)}) < 3:
        state = random_step(state, rng)
    action = state.legal()[-1]
    found = pieces_of(LUDO, [(state, (action,))], [1.0, 0.0])
    assert found["kinds"] == {"marker": [1, pytest.approx(1)]}
    assert all(name.startswith("position ") for name in found["stands"])
    assert sum(chosen for *_, chosen, _ in found["stands"].values()) == 1
    by_chance = {name: expected for name, (_, _, _, expected) in found["stands"].items()}
    assert len(by_chance) == len({*_names(state)})
    assert sum(by_chance.values()) == pytest.approx(1, abs=1e-5)
    assert found["had"] == {"marker": [4.0, 4.0]}
    assert found["owned"] == 1


def _names(state: State) -> list[str]:
    """Return the position of the marker of each legal action, from an action's name such as `A1 3x2=6`."""
    return [state.action_name(action).split()[1].partition("x")[0] for action in state.legal()]


def test_what_a_handle_turns_is_what_an_action_is_about() -> None:
    state = ORION.initial()
    action = state.parse_turn("u+")[0]
    found = pieces_of(ORION, [(state, (action,))], [0.5, 0.5])
    assert found["kinds"] == {"rotor": [1, pytest.approx(1)]}
    assert found["stands"]["rotor u"][2] == 1
    assert found["had"] is None  # a draw
    names = {state.action_name(other)[0] for other in state.legal() if state.action_name(other) != "pass"}
    assert {*found["stands"]} == {f"rotor {name}" for name in names}


def test_where_all_choose_at_once_only_what_the_winners_have_is_counted() -> None:
    state, rng = GRID.initial(), generator(3)
    for _ in range(60):
        state = random_step(state, rng)
    found = pieces_of(GRID, [(state, (0, 0))], [0.0, 1.0])
    counts = [
        {kind: sum(one.id.startswith(f"{kind}-{seat}-") for one in draw(state).elements) for kind in ("city", "walker")}
        for seat in (0, 1)
    ]
    assert found["kinds"] == found["stands"] == {}
    assert found["had"] == {kind: [counts[1][kind], counts[0][kind]] for kind in ("city", "walker")}
    assert found["owned"] == 2
    assert counts[0]["walker"] > 0


def test_a_game_without_pictures_has_no_pieces() -> None:
    assert pieces_of(STONES, [(STONES.initial(), (0,))], [1.0, 0.0]) == {}


def scene(*elements: Element, touches: tuple[Touch, ...] = ()) -> Scene:
    return Scene(300, 100, elements, touches)


@pytest.mark.parametrize(("moves", "chosen"), [(True, "b1"), (False, None)])
def test_a_piece_that_lies_where_is_touched_and_stays_has_no_part_in_it(
    moves: bool, chosen: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game of columns any cell of a column is touched to drop a piece, and own pieces lie in some of them."""
    cells = [Element(f"cell-{name}", "cell", x, 0, label=f"{name}: own") for name, x in (("a1", 0), ("b1", 100))]
    lying = [Element(f"stone-{name}", "piece", x, 0, look="seat-0") for name, x in (("a1", 0), ("b1", 100))]
    touches = (Touch(0, 5, ("cell-a1",)), Touch(0, 6, ("cell-b1",)))
    before = scene(*cells, *lying, touches=touches)
    gone = scene(*cells, lying[0]) if moves else before
    monkeypatch.setattr(pieces, "_after", lambda picture, action: gone)
    picture = cast(Any, SimpleNamespace(state=SimpleNamespace(actors=(0,), legal=lambda: (5, 6))))
    shares, thing = pieces._choice(picture, before, (6,), {})
    assert (thing.name if thing else None) == chosen
    assert sorted(one.name for one in shares) == (["a1", "b1"] if moves else [])


def test_a_piece_beside_the_board_is_told_by_its_seat() -> None:
    state = load("vortex").initial()
    piece = next(one for one in draw(begin(state)).elements if one.id == "token-X1")
    thing = pieces._standing(state, draw(begin(state)), 0, piece)
    assert (thing.kind, thing.name) == ("token", "token of X beside the board")


def test_games_are_added_up_and_what_winners_have_more_has_an_interval() -> None:
    one = {"kinds": {"king": [1, 2.0]}, "stands": {"a1": [10, 20, 1, 0.5]}, "owned": 2, "had": {"king": [3.0, 1.0]}}
    found = all_pieces([one, {**one, "had": {"pawn": [1.0, 0.0], "king": [2.0, 2.0]}}, {**one, "had": None}, {}])
    assert found["kinds"] == [["king", 3, 6.0]]
    assert found["stands"] == [["a1", 10, 20, 3, 1.5]]
    assert found["owned"] == 2
    king, pawn = found["had"]
    assert king[:3] == ["king", 2.5, 1.5]
    assert king[3] < 1 < king[4]
    assert pawn[:3] == ["pawn", 0.5, 0.0]
    assert all_pieces([one])["had"] == [["king", 3.0, 1.0, None, None]]


def chosen(**pieces: object) -> dict[str, object]:
    return {"places": {}, "openings": [], "games": 2, "pieces": {"kinds": [], "stands": [], "had": [], **pieces}}


def test_the_page_tells_kinds_where_there_are_some_and_says_where_there_is_one() -> None:
    several = chosen(owned=2, kinds=[["king", 30, 20.0], ["pawn", 10, 20.0]], had=[["king", 1.0, 0.5, 0.1, 0.9]])
    html = "".join(preferences(GRID, several, "the learnt player", "a-"))
    assert "Which kinds of pieces the learnt player chooses" in html
    assert '<th scope="row">king</th><td class="n">30</td><td class="n">20</td><td class="n">1.5</td>' in html
    assert '<td class="n">1</td><td class="n">0.5</td><td class="n">0.1 to 0.9</td>' in html
    assert one_kind(several) == ""
    single = chosen(owned=1, kinds=[["marker", 30, 30.0]], had=[["marker", 4.0, 4.0, 0.0, 0.0]])
    assert "All pieces of a seat are of one kind" in one_kind(single)
    assert [*preferences(GRID, single, "the learnt player", "a-")] == []
    assert one_kind(chosen(owned=0)) == one_kind({}) == ""  # nothing lies on the board, or a study of before


def test_the_map_marks_only_what_chance_does_not_explain() -> None:
    stands = [["position 2", 280.8, 678, 30, 10.0], ["position 3", 412.8, 678, 0, 12.0], ["position 4", 1, 2, 8, 8.0]]
    one = chosen(owned=1, kinds=[["marker", 38, 38.0]], stands=stands)
    [card] = preferences(LUDO, one, "the observed player", "a-")
    assert "Which marker the observed player chooses, by where it stands" in card
    assert [card.count(f'class="disc {look}"') for look in ("more", "less", "even")] == [1, 1, 1]
    table = card.partition("<tbody>")[2]
    assert ("position 2" in table, "position 3" in table, "position 4" in table) == (True, True, False)


def test_the_table_of_actions_has_what_chance_does_not_explain_and_else_all() -> None:
    often = [[f"more{n}", 40 - n, 10.0] for n in range(6)] + [[f"less{n}", n, 20.0] for n in range(6)]
    luck = [["lucky", 3, 1.0], ["even", 11, 10.0], ["rare", 0, 0.5]]
    table = shunned({"actions": [*luck, *often], "dead": []}).partition("<tbody>")[2]
    assert [name in table for name in ("more5", "less5", "lucky", "even", "rare")] == [True, True, False, False, False]
    assert table.index("more0") < table.index("more5") < table.index("less5") < table.index("less0")
    table = shunned({"actions": luck, "dead": []}).partition("<tbody>")[2]
    assert [name in table for name in ("lucky", "even", "rare")] == [True, True, False]


def test_the_verdict_says_which_pieces_are_chosen_and_which_are_left() -> None:
    stands = [["c1", 0, 0, 30, 10.0], ["c2", 0, 0, 0, 12.0], ["c3", 0, 0, 1, 20.0], ["c4", 0, 0, 9, 8.0]]
    data = {"parts": {"chosen": chosen(stands=stands)}, "even": 0.5, "player": "hard"}
    assert [one.says for one in verdict(data)] == [
        "hard chooses what is at c1 more often than by chance.",
        "hard leaves what is at c2 and c3 where it is, more often than by chance.",
    ]
    assert verdict({**data, "parts": {"chosen": chosen(stands=stands[-1:])}}) == []
