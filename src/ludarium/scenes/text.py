"""Scenes as text, for the terminal and for mail."""

from ludarium.scenes.scene import Scene


def render(scene: Scene) -> str:
    """Return the picture as lines of text without trailing spaces; later elements cover earlier ones.

    >>> from ludarium.scenes.scene import Element, Stamp
    >>> cell, piece = Element("c", "cell", 0, 0, stamps=(Stamp(0, 0, "| |"),)), Stamp(0, 1, "X")
    >>> print(render(Scene(100, 100, (cell, Element("p", "piece", 0, 0, stamps=(piece,))))))
    |X|
    """
    stamps = [stamp for element in scene.elements for stamp in element.stamps]
    lines: list[str] = [""] * max((stamp.row + 1 for stamp in stamps), default=0)
    for stamp in stamps:
        line = lines[stamp.row].ljust(stamp.column)
        lines[stamp.row] = line[: stamp.column] + stamp.text + line[stamp.column + len(stamp.text) :]
    return "\n".join(line.rstrip() for line in lines)
