"""A study as text, for mails: its main line and its variations, and boards at its start, its comments and its end."""

from collections.abc import Iterator

from ludarium.core.text import counted
from ludarium.core.variations import Node, Tree
from ludarium.match.study import Study
from ludarium.scenes import text as as_text
from ludarium.scenes.picture import begin, draw, follow
from ludarium.site.words import wrap, wrap_lines

MOST_BOARDS = 10
"""Boards of a study: those of its start and its end among them."""
_MOST_TURNS, LONGEST_TRIED = 400, 4_000
"""Turns of the main line, and characters of all variations in the text; what is longer is cut, which is said."""


def as_boards(study: Study, page: str = "") -> str:
    """Return a study as text: its main line, its variations, then boards with what is said of them.

    Where something is left out it gives the address of its `page`.

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
    tried, positions = _variations(tree)
    left_out = _left_out(study, len(line), len(said), positions, page)
    return "\n\n\n".join([head, *_turns(nodes), *tried, *left_out, *boards])


def _turns(nodes: list[Node]) -> Iterator[str]:
    if len(nodes) > 1:
        yield wrap_lines(" ".join(f"{number}. {node.entry.text}" for number, node in enumerate(nodes[1:], 1)))


def _variations(tree: Tree) -> tuple[list[str], int]:
    """Return the variations as a paragraph of lines, if there are some, and how many positions they have there."""
    found, within, positions, length = list[list[str]](), list[list[str]](), 0, 0
    for at in tree.in_order():
        if at is None:
            within.pop()
            continue
        node, number = tree.nodes[at], tree.depth(at)
        if tree.begins_variation(at):
            instead = tree.nodes[tree.children(node.parent)[0]].entry.text
            within.append([f"{'  ' * len(within)}In place of {number}. {instead}:"])
            found.append(within[-1])
        if within and length <= LONGEST_TRIED:
            comment = " ".join(node.comment.split())
            within[-1].append(f"{number}. {node.entry.text}" + (f" [{comment}]" if comment else ""))
            length, positions = length + len(within[-1][-1]), positions + 1
    lines = [wrap(" ".join(words)) for words in found if len(words) > 1]
    return (["\n".join(lines)] if lines else []), positions


def _left_out(study: Study, turns: int, said: int, tried: int, page: str) -> Iterator[str]:
    """Yield what the text does not have."""
    main, others = len(study.tree.main), len(study.tree) - len(study.tree.main) - tried
    found = [counted(others, "position") + " in variations"] if others else []
    found += [counted(main - turns, "later turn")] if main > turns else []
    found += [counted(said - MOST_BOARDS + 2, "further comment")] if said > MOST_BOARDS - 2 else []
    if found:
        yield wrap(f"Left out here, and on the page: {', '.join(found)}.") + (f"\n{page}" if page else "")
