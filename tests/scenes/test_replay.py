import base64
import json
import re
import zlib
from dataclasses import replace
from typing import Any

import pytest

from ludarium import Record, game_names, load, play_match
from ludarium.core.entries import Entry
from ludarium.core.errors import IllegalMove
from ludarium.scenes import replay, svg
from ludarium.scenes.picture import draw, follow
from ludarium.scenes.scene import Scene


def data(player: str) -> dict[str, Any]:  # JSON
    packed = re.search('data-replay="([^"]+)"', player)
    assert packed is not None
    content: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    return content


def drawn(scene: Scene) -> str:
    """Return a picture's SVG elements, without labels and without what can be touched."""
    elements = tuple(replace(element, label="") for element in scene.elements)
    return svg.render(replace(scene, touches=(), elements=elements)).split("\n", 1)[1].removesuffix("\n</svg>")


@pytest.mark.parametrize("name", game_names())
def test_every_frame_is_the_picture_that_the_game_draws(name: str) -> None:
    game = load(name)
    whole = play_match(game, ["random"] * game.seats, seed=3)
    record = Record(whole.game, whole.turns[:30], whole.position)
    shown = data(replay.player(record))
    states = list(record.states())
    assert len(shown["frames"]) == len(states)
    actions: list[int] = []
    for number, frame in enumerate(shown["frames"]):
        if number:
            actions += states[number - 1].parse_turn(record.turns[number - 1].text)
        scene = draw(follow(states[0], actions))
        assert "\n".join(shown["elements"][index] for index in frame["elements"]) == drawn(scene)
        assert frame["caption"] == scene.caption


def test_no_element_is_stored_twice_and_ids_come_first() -> None:
    record = play_match("orion", ["random", "random"], seed=1)
    elements = data(replay.player(record))["elements"]
    assert len(set(elements)) == len(elements)
    assert all(element.startswith('<g id="') for element in elements)


def test_a_match_of_usual_length_is_small_and_so_is_the_script() -> None:
    record = play_match("orion", ["random", "random"], seed=1)
    record = Record(record.game, record.turns[:60])
    assert len(replay.player(record)) < 30_000
    assert len(replay.script()) - len(svg.font()) < 48_000
    assert len(svg.font()) < 13_000


def test_pieces_keep_their_ids_throughout_a_long_match() -> None:
    record = play_match("ludo", ["random", "random"], seed=2)
    shown = data(replay.player(record))
    assert len(shown["frames"]) == len(record.turns) + 1 > 202
    elements = [re.findall('id="(marker-[^"]+)"', text) for text in shown["elements"]]
    ids = {tuple(id_ for index in frame["elements"] for id_ in elements[index]) for frame in shown["frames"]}
    assert ids == {tuple(f"marker-{seat}{number}" for seat in "AB" for number in range(1, 5))}


def test_the_heading_names_the_players_and_the_result() -> None:
    record = Record.parse('[Game "orion"]\n[X "<Ann>"]\n[O "Bob"]\n[Result "0-1"]\n[Ending "resignation"]\n1. u+')
    assert replay.heading(record) == "Orion: Hydra, <Ann> (X), Bob (O), 0-1, resignation, 1 turn"
    assert "<p>Orion: Hydra, &lt;Ann&gt; (X), Bob (O), 0-1, resignation, 1 turn</p>" in replay.player(record)


def test_the_error_names_the_turn_that_cannot_be_played() -> None:
    with pytest.raises(IllegalMove, match="turn 2: "):
        replay.player(Record.parse('[Game "orion"]\n1. u+\n2. u-u+u-u+'))


def test_the_script_has_one_closing_tag() -> None:
    assert replay.script().count("</script") == 1
    assert replay.script().endswith("</script>\n")


def test_turns_number_cells_as_the_board_that_is_drawn() -> None:
    record = Record("vortex", (Entry("5-9"), Entry("roll 2"), Entry("4-6")), "5,0,0,0/4,0,0,0 X 3 4")
    assert [frame["turn"] for frame in data(replay.player(record))["frames"]] == ["", "5-9", "O rolls 2", "12-14"]
