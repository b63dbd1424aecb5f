"""Moving pictures, which play by their style sheet alone."""

import re
from xml.etree import ElementTree as ET

import pytest

from ludarium.core.registry import game_names, load
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.table import play_match
from ludarium.scenes.moving import GLIDE, HOLD, STEP, moving
from ludarium.scenes.parts import disc
from ludarium.scenes.picture import draw
from ludarium.scenes.pixels import without_touches
from ludarium.scenes.scene import Element, Scene


def clip(*places: float | None, poster: bool = False) -> str:
    """Return a moving picture of a piece that is at these places, or nowhere, above a cell that stays."""
    cell = Element("cell", "cell", 5, 5, disc(4))
    scenes = [
        Scene(90, 90, (cell, *([Element("piece", "piece", x, 5, disc(3))] if x is not None else [])), caption=str(n))
        for n, x in enumerate(places)
    ]
    return moving(scenes, "A <clip>", poster=poster)


def frames(drawn: str, kind: str) -> dict[str, str]:
    """Return the only key frames of a kind: what holds at which part of the time, by the percentage."""
    [found] = re.findall(rf"@keyframes {kind}\d+ {{ (.*?}}) *}}\n", drawn)
    return dict(re.findall(r"([\d.]+%) { (.*?); }", found))


def test_what_moves_glides_at_the_beginning_of_its_scene_and_what_stays_is_drawn_once() -> None:
    drawn, whole = clip(10, 10, 50), 3 * STEP + HOLD
    places = frames(drawn, "m")
    times = [100 * time / whole for time in (2 * STEP, 2 * STEP + GLIDE)]
    assert list(places) == ["0%", *(f"{time:.2f}%" for time in times), "100%"]
    assert ["(10px" in place for place in places.values()] == [True, True, False, False]
    assert drawn.count('<path class="body"') == 2
    assert "infinite" in drawn
    assert "<title>A &lt;clip&gt;</title>" in drawn


def test_what_is_new_or_gone_is_seen_in_its_scenes_alone_and_at_the_end_where_nothing_moves() -> None:
    seen = frames(clip(None, 10, None), "v")
    assert list(seen.values()) == ["visibility: hidden", "visibility: inherit", "visibility: hidden"]
    assert 'class="v0 away"' in clip(10, None)
    assert 'class="v0"' in clip(None, 10)
    calm = re.search(r"@media \(prefers-reduced-motion: reduce\) { ([^{]*){ animation: none; } }", clip(None, 10, 50))
    assert calm
    assert {word.strip(",") for word in calm[1].split()} == {".v0", ".m1"}


def test_with_a_poster_the_last_scene_is_seen_first_and_nothing_glides_from_it() -> None:
    places = frames(clip(10, 50, poster=True), "m")
    assert ["(10px" in place for place in places.values()] == [False, False, True, True, False, False]
    whole = 3 * STEP + HOLD
    cut, glide = (float(until[:-1]) - float(since[:-1]) for since, until in (list(places)[1:3], list(places)[3:5]))
    assert cut < 1 < glide
    assert list(places)[1] == f"{100 * STEP / whole:.2f}%"


def test_a_still_picture_has_no_rules_of_its_own() -> None:
    assert "infinite" not in clip(10, 10)


@pytest.mark.parametrize("name", game_names())
def test_the_last_turns_of_every_game_are_a_picture_without_scripts_that_ends_as_the_match_does(name: str) -> None:
    game = load(name)
    match = Match.from_record(play_match(game, ["random"] * game.seats, seed=3))
    states = all_states(match)[-9:]
    scenes = [without_touches(draw(state)) for state in states]
    drawn = moving(scenes, "the end")
    root = ET.fromstring(drawn)
    groups = {group.get("id"): group for group in root.iter("{http://www.w3.org/2000/svg}g") if group.get("id")}
    assert {element.id for element in scenes[-1].still} <= set(groups)
    assert not re.search("<script|<animate|href=|url\\(http", drawn)
    assert len(drawn) < 2_000_000
