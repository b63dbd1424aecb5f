"""A study as text, for mails: the turns of its main line, and the boards at its start, at its comments and its end."""

from collections.abc import Iterator

from ludarium.core.text import counted
from ludarium.core.variations import Node
from ludarium.match.study import Study
from ludarium.scenes import text as as_text
from ludarium.scenes.picture import begin, draw, follow
from ludarium.site.words import wrap, wrap_lines

MOST_BOARDS = 10
"""Boards of a study: those of its start and its end among them."""
_MOST_TURNS = 400
"""Turns of the main line in the text; a longer one is cut, which is said."""


def as_boards(study: Study) -> str:
    """Return a study as text: its main line, then boards with what is said of them.

    Raises the error of a turn that is not legal.
    """
    tree = study.tree
    line = tree.main[: _MOST_TURNS + 1]
    nodes = [tree.nodes[number] for number in line]
    said = [place for place, node in enumerate(nodes) if node.comment and 0 < place < len(line) - 1]
    shown = sorted({0, len(line) - 1, *said[: MOST_BOARDS - 2]})
    states, picture, boards = study.states(line[shown[-1]]), begin(study.start), list[str]()
    for place, node in enumerate(nodes[: shown[-1] + 1]):
        if place:
            picture = follow(picture, states[place - 1].parse_turn(node.entry.text))
        if place in shown:
            scene = draw(picture)
            named = f"After {place}. {node.entry.text}" if place else "The start"
            comment = "\n".join(map(wrap, node.comment.split("\n")))
            boards.append("\n\n".join(filter(None, (named, as_text.render(scene), scene.caption, comment))))
    head = study.title or f"A study of {study.game.definition.title}"
    return "\n\n\n".join([head, *_turns(nodes), *_left_out(study, len(line), len(said)), *boards])


def _turns(nodes: list[Node]) -> Iterator[str]:
    if len(nodes) > 1:
        yield wrap_lines(" ".join(f"{number}. {node.entry.text}" for number, node in enumerate(nodes[1:], 1)))


def _left_out(study: Study, turns: int, said: int) -> Iterator[str]:
    """Yield what the text does not have."""
    main, others = len(study.tree.main), len(study.tree) - len(study.tree.main)
    found = [counted(others, "position") + " in variations"] if others else []
    found += [counted(main - turns, "later turn")] if main > turns else []
    found += [counted(said - MOST_BOARDS + 2, "further comment")] if said > MOST_BOARDS - 2 else []
    if found:
        yield wrap(f"Left out here, and on the page: {', '.join(found)}.")
