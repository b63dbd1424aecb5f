"""The page of a person, as others see it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple, Self

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import definition, load
from ludarium.core.spec import name_in_spec
from ludarium.search.personas import level_of
from ludarium.site.act import Fields, commands_of, read_form
from ludarium.site.begin.pages.one_press import OnePress
from ludarium.site.ground.values import MatchSummary, Person, SeatAssignment
from ludarium.site.ladder.views import LadderRow
from ludarium.site.match.queries import outcome
from ludarium.site.match.views import shown_name
from ludarium.site.match.worth_watching import has_seat
from ludarium.site.people.accounts import MOST_FOUND, SHORTEST_PART, NoSuchPerson
from ludarium.site.people.dice import GivenAway, Histogram
from ludarium.site.people.following import PersonCommand
from ludarium.site.people.here import HereWhen
from ludarium.site.people.pages.person import game_of, rating_curve
from ludarium.site.ratings.ratings import NEW, DisplayedRating, Ladder, display_rating
from ludarium.site.ratings.rows import COMPUTERS, RatingChange
from ludarium.site.web.http.identity import SAID
from ludarium.site.web.http.refusals import note
from ludarium.site.web.page import Pages, form, page
from ludarium.site.words import sentence

_RECENT = 10
_BEST = 100


class ResultCounts(NamedTuple):
    """The numbers of matches that a person has won, drawn and lost against another one, or a bot."""

    won: int
    drawn: int
    lost: int

    @classmethod
    def of(cls, outcomes: Iterable[str]) -> Self:
        """Return the record of the outcomes of matches; those without a result do not count."""
        counted = Counter(outcomes)
        return cls(counted["won"], counted["drawn"], counted["lost"])


class Opponent(NamedTuple):
    """Whom a person has played, a person or a bot: the results, and the page of the opponent, empty if there is none.

    `key` names the opponent in the address of the matches against them.
    """

    key: str
    name: str
    page: str
    record: ResultCounts


class RatingReason(NamedTuple):
    """The change of a rating by a match: how it ended, against whom, and whether the reader may find it."""

    change: RatingChange
    may_find: bool
    how: str
    opponents: list[str]
    before: DisplayedRating
    after: DisplayedRating


_COUNTED = ("won", "drawn", "lost")


class PersonShown(NamedTuple):
    """A person as their page shows them, which programs read, too."""

    profile: Person
    in_progress: int
    finished: int
    follows: bool
    note: str
    opponents: list[Opponent]
    by_game: list[tuple[str, ResultCounts]]
    dice: tuple[Histogram, ...]
    given_away: tuple[GivenAway, ...]
    won_well: list[RatingReason]
    bots: tuple[LadderRow, ...]
    was_here: HereWhen
    about: str

    def data(self) -> dict[str, object]:
        """Return the data of the page."""
        return {
            "name": self.profile.name,
            "is_account": self.profile.is_account,
            "about": self.about,
            "finished": self.finished,
            "in_progress": self.in_progress,
            "by_game": {name: record._asdict() for name, record in self.by_game},
            "by_opponent": {
                name: {
                    kind: sum(getattr(one.record, kind) for one in self.opponents if one.name == name)
                    for kind in _COUNTED
                }
                for name in dict.fromkeys(one.name for one in self.opponents)
            },
            "bots": {row.player.name: row.rating.number for row in self.bots},
            "won_well": [
                {"match": one.change.match_id, "game": one.change.game, "against": one.opponents}
                for one in self.won_well
            ],
            "dice": [
                {**each._asdict(), "outcomes": {name: throws._asdict() for name, throws in each.outcomes.items()}}
                for each in self.dice
            ],
            "given_away": [each._asdict() for each in self.given_away],
            "was_here": self.was_here,
            "follows": self.follows,
            "note": self.note,
        }


class PersonStanding(NamedTuple):
    """A rating, its place among `of` people, 0 for none, the latest changes, and all of them as a curve."""

    ladder: Ladder
    place: int
    of: int
    reasons: list[RatingReason]
    curve: str


class FoundPerson(Struct, frozen=True):
    """An account that was found by its name: its `person` id, and whether it is that of a bot."""

    person: str
    name: str
    is_bot: bool


class PeopleFound(Struct, frozen=True, omit_defaults=True):
    """The accounts that were found by a part of their names, those whose names begin with it first.

    Without one, those who are `here` now and take challenges, for who reads it with an account.
    """

    people: list[FoundPerson]
    here: list[FoundPerson] = []


class PeoplePages(Pages):
    """The pages of people, by the names of their accounts or their ids."""

    @page("/games/{game}/best")
    def best(self, request: Request) -> Response:
        """The players of a game with the best ratings, live and by correspondence."""
        service, game = self._site.service, definition(request.path_params["game"])
        ladders = {}
        for tempo in ("live", "correspondence", COMPUTERS):
            found = service.ratings.best(game.name, tempo)[:_BEST]
            people = service.people.load_all([one for one, _ in found])
            ladders[tempo] = [(people[one], rating) for one, rating in found if people[one].closed_at is None]
        return self._site.page(request, "best", data=lambda: _best(ladders), definition=game, ladders=ladders)

    @page("/people", answers=PeopleFound, queries={"name": {"type": "string", "minLength": SHORTEST_PART}})
    def search(self, request: Request) -> Response:
        """The accounts whose names begin with a text or contain it, at most 20."""
        text, found, notice = request.query_params.get("name", ""), tuple[Person, ...](), ""
        try:
            found = self._site.service.accounts.search(text) if text.strip() else ()
        except ParseError as error:
            note(request, error)
            notice = sentence(error)
        reader, present = self._site.identity.person(request), self._site.service.here
        here = present.now(reader) if not text else []
        return self._site.page(
            request,
            "people",
            HTTPStatus.BAD_REQUEST if notice else HTTPStatus.OK,
            data=lambda: PeopleFound(
                [FoundPerson(one.id, one.name, one.is_bot) for one in found],
                [FoundPerson(one.id, one.name, one.is_bot) for one in here],
            ),
            text=text,
            present=here,
            found=found,
            when={one.id: present.of(one, reader) for one in found},
            most=MOST_FOUND,
            notice=notice,
        )

    @form("/people/{name}")
    def act(self, request: Request, values: Fields) -> Response:
        """Follow or block a person, or store a private note about them."""
        command = read_form(commands_of(PersonCommand), values)
        me = self._site.identity.require(request)
        try:
            person = self._find(request.path_params["name"])
        except NoSuchPerson as error:
            return self._site.refusal(request, HTTPStatus.NOT_FOUND, sentence(error))
        self._site.service.following.act(me, person, command)
        answer = RedirectResponse(request.url.path, HTTPStatus.SEE_OTHER)
        self._site.identity.set_short_cookie(answer, SAID, type(command).word)
        return answer

    @page("/people/{name}")
    def show(self, request: Request) -> Response:
        """A person: their matches, the reader's results against them, and how to challenge them."""
        service, me = self._site.service, self._site.identity.person(request)
        try:
            person = self._find(request.path_params["name"])
        except NoSuchPerson as error:
            note(request, error)
            return self._site.refusal(request, HTTPStatus.NOT_FOUND, sentence(error))
        theirs = service.queries.of_person(person.id).seen_by(me.id if me else None)
        opponents, key = opponents_of(theirs.finished, person), request.query_params.get("against", "")
        against = next((one for one in opponents if one.key == key), None)
        shown = (
            matches_against(theirs.finished, person, key)[:_BEST]
            if against
            else [match for match in theirs.finished if not match.unplayed][:_RECENT]
        )
        known = None if me is None or me.id == person.id else me
        asks = known is not None and known.is_account and person.is_account and person.closed_at is None
        whole = PersonShown(
            person,
            len(theirs.my_turn) + len(theirs.waiting),
            len(theirs.finished),
            known is not None and service.following.follows(known, person),
            service.following.note(known, person) if known else "",
            opponents[:_RECENT],
            by_game(theirs.finished, person),
            service.dice.of_person(person.id),
            service.dice.given_away(person.id),
            [self._reason(change, me) for change in service.ratings.best_wins(person.id, _RECENT)],
            service.ladder_views.of_person(person.id),
            service.here.of(person, me),
            self._about(person),
        )
        did = commands_of(PersonCommand).get(request.cookies.get(SAID, "")) if known else None
        answer = self._site.page(
            request,
            "person",
            data=whole.data,
            **whole._asdict(),
            done=did.done if did else "",
            owner=service.people.load(person.owner_id) if person.owner_id else None,
            total=ResultCounts.of(outcome(match, person.id) for match in theirs.finished),
            broken_off=sum(match.broken_off for match in theirs.finished),
            latest_win=next((match for match in theirs.finished if outcome(match, person.id) == "won"), None),
            recent=shown,
            against=against,
            blocks=known is not None and any(one.id == person.id for one in service.blocks.of_person(known)),
            record=record_against(theirs.finished, known) if known else None,
            playing_with=_with((*theirs.my_turn, *theirs.waiting), known),
            broken_off_with=sum(match.broken_off and not match.unplayed for match in _with(theirs.finished, known)),
            learnt=[one for one in service.lessons.of_person(person.id) if one.is_whole or me == person],
            ladders=self._standings(person, me),
            may_challenge=asks,
            challenge=self._challenge(known, person, theirs.finished) if known and asks else None,
        )
        if did:
            answer.delete_cookie(SAID)
        return answer

    def _about(self, person: Person) -> str:
        """Return what a person says about themselves; empty while a moderator lets them write nothing to others."""
        moderation, now = self._site.service.moderation, self._site.service.now()
        hidden = not person.about or person.is_suspended(now) or not moderation.may_talk(person)
        return "" if hidden else person.about or ""

    def _challenge(self, me: Person, person: Person, finished: Sequence[MatchSummary]) -> OnePress:
        """Return what a challenge of somebody offers at once to a person, whose latest matches these are.

        Who is here now is challenged live, to the game of their latest match together.
        """
        service = self._site.service
        together = [match.game for match in finished if any(seat.person == me.id for seat in match.seats)]
        may_rate = all(map(service.moderation.may_rate, (me, person)))
        return OnePress.of(
            service.challenges.latest_terms(me),
            [*together, *(match.game for match in finished)],
            now=service.here.of(person, me) == "now",
            rated=may_rate,
        )

    def _find(self, name: str) -> Person:
        """Return the account of a name, or the person of an id.

        Raises `NoSuchPerson`.
        """
        try:
            return self._site.service.accounts.find(name)
        except NoSuchPerson:
            guest = self._site.service.people.load(name)
            if guest is None:
                raise
            return guest

    def _standings(self, person: Person, me: Person | None) -> list[PersonStanding]:
        ladders = self._site.service.ratings.of_person(person.id)
        curves = [rating_curve(ladder, f"rating-{n}-") for n, ladder in enumerate(ladders)]
        return [self._standing(ladder, curve, person.id, me) for ladder, curve in zip(ladders, curves, strict=True)]

    def _standing(self, ladder: Ladder, curve: str, person_id: str, me: Person | None) -> PersonStanding:
        """Return a rating with the person's place."""
        best = self._site.service.ratings.best(ladder.game, ladder.tempo)
        places = [one for one, _ in best]
        place = places.index(person_id) + 1 if person_id in places else 0
        reasons = [self._reason(change, me) for change in ladder.changes[:_RECENT]]
        return PersonStanding(ladder, place, len(places), reasons, curve)

    def _reason(self, change: RatingChange, me: Person | None) -> RatingReason:
        """Return a change with its reason: against whom, and how it ended."""
        of_match = self._site.service.ratings.of_match(change.match_id)
        others = [other for other in of_match if other.person != change.person]
        best = max((other.score for other in others), default=change.score)
        how = "won" if change.score > best else "lost" if change.score < best else "drew"
        people = self._site.service.people
        names = [person.name for other in others if (person := people.load(other.person))]
        may_find = not change.private or (me is not None and any(one.person == me.id for one in of_match))
        return RatingReason(
            change, may_find, how, names, display_rating(change.before or NEW), display_rating(change.after)
        )


def record_against(finished: tuple[MatchSummary, ...], me: Person) -> ResultCounts:
    """Return the results of a person in the matches of another one in which they had a seat."""
    return ResultCounts.of(outcome(match, me.id) for match in _with(finished, me))


def _with(matches: tuple[MatchSummary, ...], me: Person | None) -> list[MatchSummary]:
    """Return the matches in which a person has or had a seat; a stranger has none."""
    return [match for match in matches if me and has_seat(match, me.id)]


def by_game(finished: tuple[MatchSummary, ...], person: Person) -> list[tuple[str, ResultCounts]]:
    """Return the results of a person in each game, the most played first."""
    return _tallied(((game_of(match), match) for match in finished), person)


def opponents_of(finished: tuple[MatchSummary, ...], person: Person) -> list[Opponent]:
    """Return the results of a person against each other player, the most frequent first."""
    against = [(seat, match) for match in finished for seat in match.seats if seat.person != person.id]
    latest = {_key(seat, match.game): (seat, match.game) for seat, match in reversed(against)}
    tallied = _tallied(((_key(seat, match.game), match) for seat, match in against), person)
    return [Opponent(key, shown_name(*latest[key]), _page_of(*latest[key]), record) for key, record in tallied]


def matches_against(finished: tuple[MatchSummary, ...], person: Person, key: str) -> tuple[MatchSummary, ...]:
    """Return the matches of a person against an opponent, by its key."""
    return tuple(
        match
        for match in finished
        if any(_key(seat, match.game) == key for seat in match.seats if seat.person != person.id)
    )


def _key(seat: SeatAssignment, game: str) -> str:
    """Return what tells an opponent from others: the id of a person, or the name that is shown."""
    return seat.person or shown_name(seat, game)


def _page_of(seat: SeatAssignment, game: str) -> str:
    """Return the address of the page of an opponent: of a person, or of the level that a bot has; empty if none."""
    if seat.person:
        return f"/people/{seat.person}"
    with suppress(LudariumError):  # a game that is not installed any more
        level = level_of(load(game), seat.name) if seat.is_bot else ""
        return f"/games/{name_in_spec(game)}/bots/{level}" if level else ""
    return ""


def _tallied(named: Iterable[tuple[str, MatchSummary]], person: Person) -> list[tuple[str, ResultCounts]]:
    found = defaultdict[str, list[str]](list)
    for name, match in named:
        found[name].append(outcome(match, person.id))
    records = [(name, ResultCounts.of(outcomes)) for name, outcomes in found.items()]
    return sorted((row for row in records if sum(row[1])), key=lambda row: (-sum(row[1]), row[0]))


def _best(ladders: Mapping[str, list[tuple[Person, DisplayedRating]]]) -> dict[str, object]:
    return {
        tempo: [{"name": one.name, **rating._asdict(), "provisional": rating.is_provisional} for one, rating in rows]
        for tempo, rows in ladders.items()
    }
