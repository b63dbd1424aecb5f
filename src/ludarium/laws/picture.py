"""Laws of pictures: every state can be drawn, and every action be touched."""

from xml.etree import ElementTree as ET

from ludarium.core.kernel import CHANCE
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample
from ludarium.scenes import svg, text
from ludarium.scenes.scene import draw


def every_state_has_a_picture(sample: Sample) -> None:
    """Elements have ids of their own and lie inside; the picture says what it shows, and the kit what its hints are."""
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
            must(said or not found, f"{found[:1]} has the look {look}, of which the kit says nothing", state)
        must(scene == draw(state), "drawn again it is another picture", state)


def every_action_can_be_touched(sample: Sample) -> None:
    """Every legal action, and no other, has elements to touch or a button."""
    for state in sample.states:
        scene = draw(state)
        ids = {element.id for element in scene.elements}
        must(all(ids.issuperset(touch.elements) for touch in scene.touches), "something to touch is not there", state)
        offered = {(touch.seat, touch.action) for touch in scene.touches}
        offered |= {(button.seat, button.action) for button in scene.buttons}
        legal = {(seat, action) for seat in state.actors if seat != CHANCE for action in state.legal(seat)}
        must(offered == legal, f"{sorted(offered ^ legal)} can be touched or played, and not both", state)
        ways = [(touch.seat, touch.elements) for touch in scene.touches]
        must(len(set(ways)) == len(ways), "the same elements stand for two actions", state)


def every_turn_has_a_picture(sample: Sample) -> None:
    """A state is drawn with the turn that led to it, as text that ends no line in spaces and as SVG."""
    for before, walk in sample.turns:
        state = before.play_actions(walk)
        scene = draw(state, before, walk)
        lines = text.render(scene).split("\n")
        must(all(line == line.rstrip() for line in lines) and any(lines), "a line of the text board is ragged", state)
        drawing = ET.fromstring(svg.render(scene, standalone=True))  # noqa: S314  our own
        must(drawing.tag.endswith("svg"), f"the drawing is a {drawing.tag}", state)


LAWS = (
    Law(every_state_has_a_picture, installed=True),
    Law(every_action_can_be_touched, installed=True),
    Law(every_turn_has_a_picture, installed=True),
)
