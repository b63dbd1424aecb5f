"""The data of pages: programs that ask for `application/json` get it instead of a page, at the same addresses.

The forms, their refusals and who may do what are the same; an answer with an error has it as `error`, in a sentence.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludarium.club.begin.challenges import Challenge, PersonChallenges
from ludarium.club.match.queries import PersonMatches
from ludarium.club.match.views import MatchSummary, MatchView, shown_name
from ludarium.club.offers.lobby import ListedOffer
from ludarium.club.people.people import Person
from ludarium.club.programs.events import challenge_event
from ludarium.club.programs.workshop import Sheet
from ludarium.core.definition import GameDefinition
from ludarium.match.commitment import Commitment
from ludarium.server.addresses import invitation_address
from ludarium.server.web.answers import (
    AppointmentData,
    ChallengeData,
    GameData,
    InvitationData,
    MatchData,
    Me,
    Offer,
    PlanData,
    Summary,
    TrialData,
    TrialTurnData,
    VacationData,
    WorkshopData,
)
from ludarium.server.web.begin.forms import Form
from ludarium.server.web.challenge_ladders.data import challenge_ladder_data, own_places
from ludarium.server.web.http import negotiation
from ludarium.server.web.http.refusals import Problem
from ludarium.server.web.ladder.data import ladder_data, ladder_match_data, ladder_player_data
from ludarium.server.web.leagues.data import league_data, league_list
from ludarium.server.web.lobby.strip import LobbyStrip
from ludarium.server.web.match.page import MatchPage
from ludarium.server.web.match.plan import PlanPanel
from ludarium.server.web.programs.trial_page import TrialPage
from ludarium.server.web.talk.data import notes_data, talk_data
from ludarium.server.web.tournaments.data import tournament_data, tournament_list

Values = Mapping[str, object]


def wants_data(request: Request) -> bool:
    """Whether a request comes from a program that asks for data."""
    return negotiation.wants_data(request.headers)


def answer(name: str, status: int, values: Values, error: Exception | None = None) -> Response:
    """Return the data for the page of a template with these values, perhaps those of an error."""
    data: dict[str, Any] = msgspec.to_builtins(_DATA[name](values)) if name in _DATA else {}  # Any: JSON
    if status >= HTTPStatus.BAD_REQUEST:
        fields = _field_errors(values)
        problems = (values.get(name) for name in ("problem", "nonce_problem", "notice", "text"))
        texts = (data.get("error"), *problems, *fields.values(), HTTPStatus(status).phrase)
        text = next(str(each) for each in texts if each)
        data |= msgspec.to_builtins(Problem.of(text, status, error)) | ({"fields": fields} if fields else {})
    headers = {"Cache-Control": "no-store", "Vary": "Accept, Authorization, Cookie"}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(data, status, headers)


def _field_errors(values: Values) -> dict[str, str]:
    """Return the errors of the fields of a form, by field."""
    form, problems = values.get("form"), values.get("problems")
    if isinstance(form, Form):
        return form.errors
    return {str(name): str(text) for name, text in problems.items()} if isinstance(problems, Mapping) else {}


def _match(values: Values) -> MatchData:
    page = values["page"]
    assert isinstance(page, MatchPage)
    view, match = page.view, page.match
    offer = match.offer and Offer(match.offer.kind, match.offer.seat, list(match.offer.accepted))
    return MatchData(
        match=view.id,
        number=view.number,
        revision=view.revision,
        turn_count=match.count.number,
        record=str(match.record()),
        seats=sorted(page.access.seats),
        open=list(view.open_seats),
        sealed={str(seat): order for seat, order in match.sealed.items()},
        offer=offer,
        may_answer=page.panel.may_answer,
        left={str(seat): seconds for seat, seconds in page.left.items()},
        seat=page.panel.seat,
        live=view.live is not None,
        status=page.status.text,
        news=page.status.news,
        offered=page.panel.offer_text,
        error=page.problem or page.notice,
        invitations={
            str(seat): invitation_address(view.id, assignment.invitation.token)
            for seat, assignment in enumerate(view.seats)
            if page.access.host and assignment.invitation
        },
        review=page.review.data if page.review else None,
        commands=page.panel.commands,
    )


def _join(values: Values) -> InvitationData:
    view, seat, host, person = (values[name] for name in ("view", "seat", "host", "person"))
    assert isinstance(view, MatchView)
    assert isinstance(seat, int)
    return InvitationData(
        match=view.id,
        game=view.match.game.spec,
        seat=view.match.game.setup.seat_names[seat],
        host=host.name if isinstance(host, Person) else None,
        person=person.name if isinstance(person, Person) else None,
        is_host=bool(values["is_host"]),
        commitment=view.match.commitment.digest if view.match.commitment else None,
    )


def _me(values: Values) -> Me:
    person, mine, challenges = values["person"], values["mine"], values.get("challenges")
    if not (isinstance(person, Person) and isinstance(mine, PersonMatches)):
        return Me(None, [])
    going_on = [(match, True) for match in mine.my_turn] + [(match, False) for match in mine.waiting]
    received = challenges.received if isinstance(challenges, PersonChallenges) else ()
    return Me(
        person.name,
        [_summary(match, my_turn=my_turn) for match, my_turn in going_on],
        [*map(challenge_event, received)],
        [_appointment(one, person) for one in challenges.agreed] if isinstance(challenges, PersonChallenges) else [],
        own_places(values),
    )


def _appointment(one: Challenge, person: Person) -> AppointmentData:
    other = one.challenger if person.id == one.challenged.id else one.challenged
    assert one.starts_at is not None
    return AppointmentData(one.id, one.terms.game, other.name, one.starts_at)


def _summary(match: MatchSummary, *, my_turn: bool) -> Summary:
    players = [shown_name(seat, match.game) for seat in match.seats]
    return Summary(match.id, match.number, match.game, players, my_turn, match.turn_count)


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


def _challenge(values: Values) -> ChallengeData:
    challenge = values["challenge"]
    assert isinstance(challenge, Challenge)
    terms = challenge.terms
    return ChallengeData(
        challenge=challenge.id,
        challenger=challenge.challenger.name,
        challenged=challenge.challenged.name,
        game=terms.game,
        begins=terms.begins,
        clock=terms.clock,
        tick=terms.tick,
        position=terms.position,
        rated=terms.rated,
        message=challenge.message,
        state=challenge.state,
        answer=challenge.answer,
        match=challenge.match_id,
        waits=bool(values["waits"]),
        times=list(terms.times),
        starts_at=challenge.starts_at,
        moments=[moment.mine for moment in values["moments"]],  # type: ignore[attr-defined]  # of the page of challenges
        there=str(values["there"]),
    )


def _plan(values: Values) -> PlanData:
    plan, lines = values["plan"], values["lines"]
    assert isinstance(plan, PlanPanel)
    assert isinstance(lines, tuple)
    return PlanData(plan.view.id, plan.seat, [[step._asdict() for step in line.steps] for line in lines])


def _vacation(values: Values) -> VacationData:
    left, planned = values["left"], values["planned"]
    assert isinstance(left, float | int)
    assert isinstance(planned, tuple)
    return VacationData(left, [(begins, ends) for begins, ends in planned])


def _new(values: Values) -> GameData:
    form, commitment = values["form"], values["commitment"]
    assert isinstance(form, Form)
    made = commitment if isinstance(commitment, Commitment) else None
    return GameData(
        game=form.game.name,
        seats=list(form.seat_names),
        options={option.name: str(option.default) for option in form.definition.options},
        levels=list(form.bots),
        match=made.match if made else None,
        commitment=made.digest if made else None,
    )


def _best(values: Values) -> dict[str, object]:
    ladders = values["ladders"]
    assert isinstance(ladders, dict)
    return {
        tempo: [{"name": one.name, **rating._asdict(), "provisional": rating.is_provisional} for one, rating in rows]
        for tempo, rows in ladders.items()
    }


def _person(values: Values) -> dict[str, object]:
    profile, opponents, games, dice, given_away, won = (
        values[name] for name in ("profile", "opponents", "by_game", "dice", "given_away", "won_well")
    )
    bots = values["bots"]
    assert isinstance(won, list)
    assert isinstance(dice, tuple)
    assert isinstance(given_away, tuple)
    assert isinstance(profile, Person)
    assert isinstance(opponents, list)
    assert isinstance(games, list)
    assert isinstance(bots, tuple)
    return {
        "name": profile.name,
        "is_account": profile.is_account,
        "finished": values["finished"],
        "in_progress": values["in_progress"],
        "by_game": {name: record._asdict() for name, record in games},
        "by_opponent": {name: record._asdict() for name, record in opponents},
        "bots": {row.player.name: row.rating.number for row in bots},
        "won_well": [{"match": one.change.match_id, "game": one.change.game, "against": one.opponents} for one in won],
        "dice": [
            {**each._asdict(), "outcomes": {name: throws._asdict() for name, throws in each.outcomes.items()}}
            for each in dice
        ],
        "given_away": [each._asdict() for each in given_away],
        "follows": values["follows"],
        "note": values["note"],
    }


def _workshop(values: Values) -> WorkshopData:
    sheet, page, bots, definition = (values[name] for name in ("sheet", "trial", "bots", "definition"))
    assert isinstance(sheet, Sheet | None)
    assert isinstance(bots, tuple)
    assert isinstance(definition, GameDefinition)
    return WorkshopData(
        game=definition.name,
        code="" if values["module"] else str(values["code"]),
        bot=sheet.bot.id if sheet else None,
        version=sheet.version.number if sheet and sheet.version else None,
        versions=[version.number for version in sheet.versions] if sheet else [],
        published=sheet.bot.published if sheet else None,
        bots={bot.id: bot.name for bot in bots},
        trial=_trial(page) if isinstance(page, TrialPage) else None,
        module=str(values["module"]) or None,
    )


def _trial(page: TrialPage) -> TrialData:
    view, score = page.view, page.view.comparison
    turns = [TrialTurnData(each.text, each.fault, each.line, each.printed, each.steps, each.ms) for each in page.turns]
    result = page.result if view.trial else view.problem
    record = view.trial.record if view.trial else ""
    counted = [score.won, score.drawn, score.lost] if score else None
    return TrialData(view.id, view.kind, view.waits, result, record, turns, counted)


_DATA: Mapping[str, Callable[[Values], Struct | dict[str, object]]] = {
    "match": _match,
    "join": _join,
    "me": _me,
    "best": _best,
    "lobby": _lobby,
    "offer_page": _offer_page,
    "tournaments": tournament_list,
    "tournament": tournament_data,
    "leagues": league_list,
    "league": league_data,
    "challenge_ladder": challenge_ladder_data,
    "talk": talk_data,
    "notes": notes_data,
    "challenge": _challenge,
    "plan": _plan,
    "vacation": _vacation,
    "new": _new,
    "person": _person,
    "workshop": _workshop,
    "ladder": ladder_data,
    "ladder_player": ladder_player_data,
    "ladder_match": ladder_match_data,
}
"""The data of a page, by its template; other pages have only errors."""
