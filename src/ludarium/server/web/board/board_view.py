"""The picture of a position as one browser sees it, with the touches that it may use, and the dice for a projector."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from zlib import crc32

from ludarium.core.cached import cached_property
from ludarium.scenes import svg
from ludarium.scenes.scene import Scene

_HALF = 36
"""Half the width of the picture of a die."""


@dataclass(frozen=True)
class BoardView:
    """A picture of a position; `orders` are the actions that the browser may choose, by seat.

    `advised` are a seat and the action that a bot would choose for it, as the picture shows and a button of it may.
    """

    whole: Scene
    orders: Mapping[int, Collection[int]]
    advised: tuple[int, int] | None = None

    @cached_property
    def scene(self) -> Scene:
        """The picture, in which only the browser's actions can be touched."""
        touches = (touch for touch in self.whole.touches if touch.action in self.orders.get(touch.seat, ()))
        buttons = (button for button in self.whole.buttons if button.action in self.orders.get(button.seat, ()))
        refusals = (one for one in self.whole.refusals if self.orders.get(one.seat))
        return replace(self.whole, touches=tuple(touches), buttons=tuple(buttons), refusals=tuple(refusals))

    @cached_property
    def has_coordinates(self) -> bool:
        """Whether places on the board have names that may be hidden."""
        return any("coordinate" in element.look.split() for element in self.whole.elements)

    @cached_property
    def board(self) -> str:
        """The picture as SVG."""
        return svg.render(self.scene)

    @property
    def dice(self) -> str:
        """The dice of the picture, each as SVG, without the board."""
        dice = (element for element in self.whole.elements if "die" in element.look.split())
        moved = (replace(die, x=_HALF, y=_HALF) for die in dice)
        scenes = (Scene(2 * _HALF, 2 * _HALF, (die,), caption=die.label, palette=self.whole.palette) for die in moved)
        return "".join(svg.render(scene, prefix="large-") for scene in scenes)

    @property
    def choices(self) -> int:
        """A checksum of all actions that can be touched, of any seat."""
        return choices(self.whole)


def choices(scene: Scene) -> int:
    """Return a checksum of the touches and buttons of a picture."""
    return crc32(repr((scene.touches, scene.buttons)).encode())
