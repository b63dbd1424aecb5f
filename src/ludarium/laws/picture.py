"""Laws of pictures: every state can be drawn, and every legal action can be touched."""

from xml.etree import ElementTree as ET

from ludarium.core.kernel import CHANCE
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample
from ludarium.scenes import svg, text
from ludarium.scenes.picture import draw, follow


def every_state_has_a_picture(sample: Sample) -> None:
    """Elements have distinct ids and lie inside; there is a caption, and the definition explains hints and overlay."""
    for state in sample.states:
        scene = draw(state)
        ids = [element.id for element in scene.elements]
        must(len(set(ids)) == len(ids), "two elements have the same id", state)
        must(scene.caption.isprintable() and scene.caption, f"the caption is {scene.caption!r}", state)
        must(
            all(0 <= e.x <= scene.width and 0 <= e.y <= scene.height for e in scene.elements),
            "an element lies outside the picture",
            state,
        )
        for look, said in (("hint", state.game.definition.hints), ("overlay", state.game.definition.overlay)):
            found = [element.id for element in scene.elements if look in element.look.split()]
            must(said or not found, f"{found[:1]} has the look {look}, which the definition does not explain", state)
        must(scene == draw(state), "drawn again, the picture differs", state)


def every_action_can_be_touched(sample: Sample) -> None:
    """Every legal action of a seat has elements to touch or a button, and no other action has."""
    for state in sample.states:
        scene = draw(state)
        ids = {element.id for element in scene.elements}
        must(
            all(ids.issuperset(touch.elements) for touch in scene.touches),
            "a touch names an element that does not exist",
            state,
        )
        offered = {(touch.seat, touch.action) for touch in scene.touches}
        offered |= {(button.seat, button.action) for button in scene.buttons}
        legal = {(seat, action) for seat in state.actors if seat != CHANCE for action in state.legal(seat)}
        must(offered == legal, f"{sorted(offered ^ legal)} are legal or offered, but not both", state)
        ways = [(touch.seat, touch.elements) for touch in scene.touches]
        must(len(set(ways)) == len(ways), "the same touch chooses two actions", state)


def every_turn_has_a_picture(sample: Sample) -> None:
    """A state can be drawn with the turn that led to it, as SVG and as text without trailing spaces."""
    for before, actions in sample.turns:
        state = before.play_actions(actions)
        scene = draw(follow(before, actions))
        lines = text.render(scene).split("\n")
        must(
            all(line == line.rstrip() for line in lines) and any(lines),
            "the text board is empty or has trailing spaces",
            state,
        )
        drawing = ET.fromstring(svg.render(scene, standalone=True))  # noqa: S314  the text is our own
        must(drawing.tag.endswith("svg"), f"the root of the SVG is {drawing.tag}", state)


LAWS = (
    Law(every_state_has_a_picture, installed=True),
    Law(every_action_can_be_touched, installed=True),
    Law(every_turn_has_a_picture, installed=True),
)
