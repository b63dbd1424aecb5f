"""What the style sheet paints, and where elements lie."""

import pytest

from ludarium.scenes.outline import covers, middle, outline
from ludarium.scenes.scene import Element
from ludarium.scenes.style import colour, paint

DISC = "M20 0A20 20 0 1 1-20 0A20 20 0 1 1 20 0Z"
SQUARE = "M-20-20H20V20H-20Z"


def body(role: str, look: str = "", *more: str) -> dict[str, str]:
    return paint(Element("e", role, 0, 0, SQUARE, look=look), *more)["body"]  # type: ignore[arg-type]  # any role


class TestPaint:
    def test_the_stronger_rule_wins_and_among_equals_the_later_one(self) -> None:
        assert body("piece") == {"fill": "var(--raised)", "stroke": "var(--ink)"}
        assert body("piece", "seat-1") == {"fill": "var(--seat-1)", "stroke": "var(--seat-1-edge)"}
        assert body("piece", "seat-1 last")["stroke"] == "var(--ink)"
        assert body("piece", "seat-1 last", "chosen")["stroke"] == "var(--mark)"

    def test_only_what_is_drawn_has_paints(self) -> None:
        assert paint(Element("e", "cell", 0, 0)) == {}
        assert paint(Element("e", "cell", 0, 0, text="3")) == {"text": {"fill": "var(--ink)"}}

    def test_every_alternative_of_a_rule_counts(self) -> None:
        for role in ("cell", "ground", "piece"):
            assert body(role, "", "next")["stroke-dasharray"] == "2 6"
            assert body(role, "", "next", "hover")["stroke-dasharray"] == "none"
        assert body("handle", "", "touch", "focus-visible")["fill"] == "var(--raised)"

    def test_rules_for_what_lies_elsewhere_and_for_other_devices_do_not_count(self) -> None:
        handle = Element("e", "handle", 0, 0, SQUARE, SQUARE)
        assert paint(handle, "touch")["glyph"]["opacity"] == "1"

    def test_colours_have_six_digits_on_light_and_on_dark_pages(self) -> None:
        assert colour("var(--seat-0-ink)", "", dark=False) == "#ffffff"
        assert colour("var(--seat-0)", "", dark=True) == "#6fb1f5"
        assert colour("none", "", dark=True) == colour("transparent", "", dark=False) == ""


class TestOutline:
    @pytest.mark.parametrize(
        ("path", "inside", "outside"),
        [
            (DISC, (13, 13), (15, 15)),
            (SQUARE, (19, -19), (21, 0)),
            ("m-20-20h40v40h-40z", (19, -19), (21, 0)),
            ("M0-45A82 82 0 0 1 0 45A82 82 0 0 1 0-45Z", (12, 0), (14, 0)),
            ("M-20 20C-20-30 20-30 20 20Z", (0, 0), (0, 21)),
        ],
        ids=["disc", "square", "relative", "lens", "curve"],
    )
    def test_an_outline_covers_what_lies_within_the_path(
        self, path: str, inside: tuple[float, float], outside: tuple[float, float]
    ) -> None:
        corners = outline(Element("e", "cell", 100, 50, path))
        assert covers(corners, (100 + inside[0], 50 + inside[1]))
        assert not covers(corners, (100 + outside[0], 50 + outside[1]))

    def test_an_element_is_turned_before_it_is_placed(self) -> None:
        corners = outline(Element("e", "cell", 100, 50, "M10-5H30V5H10Z", angle=90))
        assert middle(corners) == pytest.approx((100, 70))

    def test_an_element_without_a_shape_lies_at_its_place(self) -> None:
        assert outline(Element("e", "label", 3, 4, text="x")) == ((3, 4),)
