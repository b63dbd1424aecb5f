"""The curve on the page of a study that has the review of a match."""

import json
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.match.progress import all_states
from ludarium.review.adviser import is_duel
from ludarium.site.analysis.board import AnalysisBoard
from ludarium.site.ground.values import Person
from ludarium.site.match.pages.curve import BOUNDS, review_chart
from ludarium.site.service import Service


class Curve(NamedTuple):
    """What the page of a reviewed study has of its curve.

    `picture` is the curve as SVG; `places` are the positions of the study at its points, whose addresses are `path` and
    a number; `bounds` are its beginning and its end as parts of the picture's width. The last two are JSON.
    """

    picture: str
    path: str
    places: str
    bounds: str = BOUNDS


def curve_of(service: Service, person: Person | None, board: AnalysisBoard) -> Curve | None:
    """Return the curve of the match whose review a study has, as far as the person may see that match.

    None where they may not, and where the study does not begin with a position of it.
    """
    study = board.study
    if not study.match:
        return None
    try:
        view = service.view(person, study.match)
        review, states = service.analyses.read_by(view, person).review, all_states(view.match)
    except LudariumError:
        return None
    if review is None or study.start not in states:
        return None
    first, line, tree = states.index(study.start), [0], study.tree
    for entry in view.match.turns[first:]:
        following = [child for child in tree.children(line[-1]) if tree.nodes[child].entry.text == entry.text]
        if not following:
            break
        line.append(following[0])
    reached = {*tree.path(board.at)}
    displayed = max(place for place, node in enumerate(line) if node in reached) + first
    points = [line[min(max(played - first, 0), len(line) - 1)] for played, _ in review.curve()]
    seats = (0,) if is_duel(review.game) else tuple(range(review.game.seats))
    names = ", ".join(view.match.display_name(seat) for seat in seats)
    path, _, query = board.address(0).partition("?")
    rest = [part for part in query.split("&") if part != "at=0"]
    return Curve(
        review_chart(review, seats, displayed, names), f"{path}?{'&'.join([*rest, 'at='])}", json.dumps(points)
    )
