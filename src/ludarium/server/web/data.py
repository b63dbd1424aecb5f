"""What pages tell programs: those that ask for `application/json` get data instead of a page, at the same addresses.

The forms, their refusals and who may do what are the same; an answer with an error has it as `error`, in a sentence.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludarium.club.match.queries import PersonMatches
from ludarium.club.match.views import MatchSummary, MatchView, shown_name
from ludarium.club.offers.lobby import ListedOffer
from ludarium.club.people.people import Person
from ludarium.server.web.lobby.strip import LobbyStrip
from ludarium.server.web.match.page import MatchPage

JSON = "application/json"
Values = Mapping[str, object]


def wants_data(request: Request) -> bool:
    """Whether a request comes from a program that asks for data."""
    return JSON in request.headers.get("accept", "")


def answer(name: str, status: int, values: Values) -> Response:
    """Return the data of the page of a template that would be filled with these values."""
    data = _DATA[name](values) if name in _DATA else {}
    if status >= HTTPStatus.BAD_REQUEST:
        told = (values.get(name) for name in ("problem", "nonce_problem", "notice", "text"))
        data["error"] = data.get("error") or next(filter(None, told), HTTPStatus(status).phrase)
    return JSONResponse(data, status, {"Cache-Control": "no-store", "Vary": "Accept, Cookie"})


def _match(values: Values) -> dict[str, object]:
    page = values["page"]
    assert isinstance(page, MatchPage)
    view, match = page.view, page.match
    return {
        "match": view.id,
        "number": view.number,
        "revision": view.revision,
        "record": str(match.record()),
        "seats": sorted(page.access.seats),
        "open": view.open_seats,
        "sealed": {str(seat): order for seat, order in match.sealed.items()},
        "offer": match.offer and match.offer._asdict(),
        "may_answer": page.panel.may_answer,
        "left": {str(seat): seconds for seat, seconds in page.left.items()},
        "seat": page.panel.seat,
        "live": view.live is not None,
        "status": page.status.text,
        "news": page.status.news,
        "offered": page.panel.offer_text,
        "error": page.problem or page.notice,
    }


def _join(values: Values) -> dict[str, object]:
    view, seat, host, person = (values[name] for name in ("view", "seat", "host", "person"))
    assert isinstance(view, MatchView)
    assert isinstance(seat, int)
    return {
        "match": view.id,
        "game": view.match.game.spec,
        "seat": view.match.game.setup.seat_names[seat],
        "host": host.name if isinstance(host, Person) else None,
        "person": person.name if isinstance(person, Person) else None,
        "is_host": values["is_host"],
        "commitment": view.match.commitment and view.match.commitment.digest,
    }


def _me(values: Values) -> dict[str, object]:
    person, mine = values["person"], values["mine"]
    if not (isinstance(person, Person) and isinstance(mine, PersonMatches)):
        return {"person": None, "matches": []}
    going_on = [(match, True) for match in mine.my_turn] + [(match, False) for match in mine.waiting]
    return {"person": person.name, "matches": [_summary(match, my_turn=my_turn) for match, my_turn in going_on]}


def _summary(match: MatchSummary, *, my_turn: bool) -> dict[str, object]:
    players = [shown_name(seat, match.game) for seat in match.seats]
    return {"match": match.id, "number": match.number, "game": match.game, "players": players, "my_turn": my_turn}


def _lobby(values: Values) -> dict[str, object]:
    strip = values["strip"]
    assert isinstance(strip, LobbyStrip)
    live, slow, _ = strip.figures
    return {
        "revision": strip.view.revision,
        "offers": [_offer(listed) for listed in strip.offers],
        "mine": [_offer(listed) for listed in strip.view.mine],
        "usual_wait": {"live": live, "correspondence": slow},
    }


def _offer_page(values: Values) -> dict[str, object]:
    listed = values["listed"]
    assert isinstance(listed, ListedOffer)
    return {"offer": _offer(listed), "mine": values["mine"], "address": values["address"]}


def _offer(listed: ListedOffer) -> dict[str, object]:
    offer = listed.offer
    return {
        "offer": offer.id,
        "person": offer.person.name,
        "terms": [term._asdict() for term in listed.terms],
        "begins": offer.begins,
        "ratings": [offer.lowest, offer.highest],
        "rated": listed.rated,
        "computers": offer.computers,
        "fits": listed.fits,
        "is_here": listed.is_here,
        "together": listed.together,
        "uses": offer.uses,
        "used": offer.used,
        "ends_at": offer.ends_at,
    }


_DATA: Mapping[str, Callable[[Values], dict[str, object]]] = {
    "match": _match,
    "join": _join,
    "me": _me,
    "lobby": _lobby,
    "offer_page": _offer_page,
}
"""What is told of a page, by its template; of the others only errors are."""
