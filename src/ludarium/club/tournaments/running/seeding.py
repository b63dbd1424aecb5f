"""The seed numbers of the players of a tournament or a league."""

from collections.abc import Mapping

from ludarium.club.ratings.ratings import NEW, display_rating, tempo_of
from ludarium.core.spec import name_in_spec
from ludarium.store.repositories import Repositories
from ludarium.tournament.verification import seed_order


def numbered(store: Repositories, game: str, tempo: str, places: Mapping[int, str], seed: int) -> list[tuple[str, int]]:
    """Return people, given by their places of entry, in the order of their ratings, with the ratings.

    Lots that follow from the seed and the places decide among equals.
    """
    name, pace = name_in_spec(game), tempo_of(tempo)
    known = store.ratings.current([*places.values()])
    rated = [(display_rating(known.get((person, name, pace), NEW)).number, place) for place, person in places.items()]
    return [(places[place], rating) for rating, place in seed_order(rated, seed)]
