"""Two turns for every seat, before which a match that ends outside the rules is broken off and nobody wins."""

from ludarium.core.game import State
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service


def play_two_turns(service: Service, view: MatchView) -> MatchView:
    """Play the first turn of the list for whoever is to move, until every seat has made two."""
    while min(view.match.made) < 2:
        (seat,) = view.match.to_act
        view = service.bots.submit(view.id, seat, _first(view.match.state), view.revision)
    return view


def _first(state: State) -> str:
    after, actions = state, list[int]()
    while not actions or after.in_turn:
        actions.append(after.legal()[0])
        after = after.play_unchecked(actions[-1])
    return state.format_turn(actions)
