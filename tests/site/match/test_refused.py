"""What a match never allows is decided in one place: no page, data or mail offers it, and it is refused."""

from collections.abc import Callable

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.outgoing.mail_content import match_content
from ludarium.site.match.commands import AskHint, AskTakeback, MatchCommand, OfferDraw
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from ludarium.site.tournaments.site_bots import EnterBot
from tests.site.accounts import service
from tests.site.tournaments.playing import SLOW, accounts

__all__ = ["service"]

ASKED: dict[str, MatchCommand] = {"takeback": AskTakeback(), "draw": OfferDraw(), "hint": AskHint()}
SOLO, ORION = "vortex(players=1,board=square3)", "orion(clicks=1)"
BOT = SeatAssignment("bot", "easy")
Begin = Callable[[Service, Person, Person], MatchView]


def seat(person: Person) -> SeatAssignment:
    return SeatAssignment("person", person.name, person.id)


def of_duplicate(game: str) -> Begin:
    """Return what begins a duplicate, and returns a match of its first player."""

    def begin(service: Service, ann: Person, bob: Person) -> MatchView:
        made = MakeTournament(game, "duplicate", SLOW, games="1", opponent="easy" if game == "ludo" else "")
        return _begun(service, made, ann, bob)[0]

    return begin


def of_round_robin(*, against_bot: bool) -> Begin:
    """Return what begins a round robin of two people and a bot, and returns a match of its first player."""

    def begin(service: Service, ann: Person, bob: Person) -> MatchView:
        views = _begun(service, MakeTournament(ORION, "round-robin", SLOW, computers="yes"), ann, bob)
        return next(view for view in views if (len(view.people) == 1) == against_bot)

    return begin


def _begun(service: Service, made: MakeTournament, ann: Person, bob: Person) -> list[MatchView]:
    tournament = service.tournaments.make(ann, made).target
    for person in (ann, bob):
        service.tournaments.act(person, tournament, EnterTournament())
    if made.computers:
        service.tournaments.act(ann, tournament, EnterBot("easy"))
    service.tournaments.act(ann, tournament, BeginTournament())
    service.tournaments.work()
    boards = service.tournaments.view(ann, tournament).own_boards
    return [service.view(ann, board.match_id or "") for board in boards]


MATCHES: dict[str, tuple[Begin, set[str]]] = {
    "between people": (lambda service, ann, bob: service.create(ORION, [seat(ann), seat(bob)]), {"hint"}),
    "against a bot": (lambda service, ann, bob: service.create(ORION, [seat(ann), BOT]), set()),
    "alone": (lambda service, ann, bob: service.create(SOLO, [seat(ann)]), {"draw"}),
    "live": (lambda service, ann, bob: service.create("grid", [seat(ann), BOT], tick=0.5), {*ASKED}),
    "duplicate, alone": (of_duplicate(SOLO), {*ASKED}),
    "duplicate, against a bot": (of_duplicate("ludo"), {*ASKED}),
    "tournament, against a bot": (of_round_robin(against_bot=True), {"takeback", "hint"}),
    "tournament, against a person": (of_round_robin(against_bot=False), {"hint"}),
}


@pytest.mark.parametrize(("begin", "refused"), MATCHES.values(), ids=MATCHES)
def test_what_is_refused_at_any_time_is_offered_nowhere(
    service: Service, store: Store, begin: Begin, refused: set[str]
) -> None:
    ann, bob = accounts(service, store, 2)
    view = service.view(ann, begin(service, ann, bob).id)
    assert view.refused == refused
    panel = MatchPage.current(view, SeatAccess.of(view, ann.id)).panel
    assert (panel.knows_takebacks, panel.knows_draws) == ("takeback" not in refused, "draw" not in refused)
    assert refused.isdisjoint(panel.commands)
    assert "resign" in panel.commands
    said = match_content(view, ann.id, "https://games.example.org", answerable=True, text_only=True).text
    assert "resign." in said
    assert refused.isdisjoint(said.replace(",", " ").split())
    (own,) = SeatAccess.of(view, ann.id).seats
    for word in refused:
        with pytest.raises(IllegalMove):
            service.act(ann, view.id, ASKED[word], view.revision, seat=own)


def test_what_is_not_refused_is_offered(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    view = service.view(ann, service.create(ORION, [seat(ann), BOT]).id)
    played = service.bots.submit(view.id, 0, "u+", view.revision)
    view = service.view(ann, service.bots.submit(view.id, 1, "d+", played.revision).id)
    panel = MatchPage.current(view, SeatAccess.of(view, ann.id)).panel
    assert panel.commands == ["turn", "hint", "resign", "takeback", "draw"]
    said = match_content(view, ann.id, "https://games.example.org", answerable=True, text_only=True).text
    assert "or with draw, takeback or resign." in said
    assert MatchPage.current(view, SeatAccess.of(view, bob.id)).panel.commands == []
