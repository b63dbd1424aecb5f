"""Draw the pictures of the README into `docs/pictures`: one of each game, and a short match that moves.

`make pictures` runs it after a change of a board. The pictures are those that the site's front page shows.
"""

from pathlib import Path

from ludarium.core.registry import definition, game_names
from ludarium.scenes import svg
from ludarium.scenes.scene import Scene
from ludarium.scenes.showcase import showcase

FOLDER = Path("docs/pictures")
MOVING = "vortex"
"""The game whose turns are shown one after the other."""
_SECONDS, _FRAMES = 1.5, 8


def moving(scenes: tuple[Scene, ...]) -> str:
    """Return pictures as one SVG image that shows each of them in turn; the last alone to whoever wants no motion."""
    count = len(scenes)
    drawn = [svg.render(scene, prefix=f"frame-{number}-") for number, scene in enumerate(scenes)]
    frames = "".join(
        f'<g class="frame" style="animation-delay: {number * _SECONDS}s">{picture}</g>'
        for number, picture in enumerate(drawn)
    )
    style = (
        f"{svg.stylesheet()}\n"
        f".frame {{ visibility: hidden; animation: frame {count * _SECONDS}s steps(1) infinite; }}\n"
        f"@keyframes frame {{ 0% {{ visibility: visible; }} {100 / count:.3f}% {{ visibility: hidden; }} }}\n"
        "@media (prefers-reduced-motion: reduce) {\n.frame { animation: none; }\n"
        ".frame:last-child { visibility: visible; }\n}\n"
    )
    width, height = scenes[0].width, scenes[0].height
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}">'
    return f"{opened}<style>{style}</style>{frames}</svg>\n"


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name in game_names():
        picture = svg.render(showcase(definition(name))[-1], standalone=True)
        (FOLDER / f"{name}.svg").write_text(f"{picture}\n", "utf-8")
    (FOLDER / "match.svg").write_text(moving(showcase(definition(MOVING))[-_FRAMES:]), "utf-8")


if __name__ == "__main__":
    main()
