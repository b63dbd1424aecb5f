"""What the pages to which the header leads answer programs: the values that their templates have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from ludarium.core.definition import GameDefinition
from ludarium.site.ground.values import MatchSummary
from ludarium.site.ladder.pages import LadderRowData, row_data
from ludarium.site.ladder.views import LadderRow
from ludarium.site.leagues.pages import LeagueSummary, league_summary
from ludarium.site.match.views import shown_names
from ludarium.site.overviews.competing import Common, Progress
from ludarium.site.overviews.ranking import GameRanking, RankedPerson
from ludarium.site.puzzles.pages import Daily
from ludarium.site.tournaments.pages.data import TournamentSummary, tournament_summary


class LearntGame(Struct, frozen=True):
    """A game with the number of its lessons, which are at `/games/GAME/tutorial`."""

    game: str
    title: str
    lessons: int


class DailyPuzzle(Struct, frozen=True):
    """The puzzle of today of a game, at `/puzzles/GAME/NUMBER`, and what is to be found."""

    game: str
    number: int
    task: str


class LearnData(Struct, frozen=True):
    """What can be learnt: the games, and the puzzles of today."""

    games: list[LearntGame]
    puzzles: list[DailyPuzzle]


class WatchedMatch(Struct, frozen=True):
    """A match to watch; `result` and `ending` are empty while it goes on."""

    match: str
    number: int
    game: str
    players: list[str]
    turn_count: int
    result: str
    ending: str


class WatchData(Struct, frozen=True):
    """Matches to watch: those that `people` play now, those with `bots`, those between two turns, and finished ones."""

    people: list[WatchedMatch]
    bots: list[WatchedMatch]
    waiting: list[WatchedMatch]
    over: list[WatchedMatch]
    puzzles: list[DailyPuzzle]


class ProgressData(Struct, frozen=True):
    """How far a tournament is: who is `first` now or has won, how many of its `games` are `over`, and one to watch.

    `playing` is the id of a match that goes on, empty without one.
    """

    tournament: TournamentSummary
    first: list[str]
    over: int
    games: int
    playing: str


class FirstPlace(Struct, frozen=True):
    """A place on the challenge ladder of a game: the id and the name of the person who has it."""

    place: int
    person: str
    name: str


class GamePlaces(Struct, frozen=True):
    """The first places of people in a game, and how many there are."""

    game: str
    first: list[FirstPlace]
    people: int


class CompeteData(Struct, frozen=True):
    """What can be entered: tournaments that go on, are open or were won lately, leagues, and places.

    `mine` are the ids of the person's tournaments and leagues that are not over, `own_places` their places by game.
    """

    now: list[ProgressData]
    soon: list[TournamentSummary]
    over: list[ProgressData]
    leagues: list[LeagueSummary]
    places: list[GamePlaces]
    mine: list[str]
    own_places: dict[str, int]


class RankedPersonData(Struct, frozen=True):
    """A person with the rating that is shown; `provisional` says whether too few matches are known."""

    person: str
    name: str
    number: int
    uncertainty: int
    provisional: bool


class RankedGame(Struct, frozen=True):
    """The first people of a game, live and by correspondence, and the first bots of its ladder."""

    game: str
    title: str
    live: list[RankedPersonData]
    correspondence: list[RankedPersonData]
    bots: list[LadderRowData]


class RankingsData(Struct, frozen=True):
    """The strongest people and bots of every game."""

    games: list[RankedGame]


class WorkshopGame(Struct, frozen=True):
    """A game for which bots are written at `/games/GAME/workshop`, and the bots that lead its ladder."""

    game: str
    title: str
    bots: list[LadderRowData]


class WorkshopsData(Struct, frozen=True):
    """The games for which a bot can be written."""

    games: list[WorkshopGame]


def learn_data(games: Iterable[tuple[GameDefinition, int]], puzzles: Iterable[Daily]) -> LearnData:
    """Return the data of the page of what can be learnt."""
    return LearnData([LearntGame(game.name, game.title, lessons) for game, lessons in games], _puzzles(puzzles))


def watch_data(
    people: Iterable[MatchSummary],
    bots: Iterable[MatchSummary],
    waiting: Iterable[MatchSummary],
    over: Iterable[MatchSummary],
    puzzles: Iterable[Daily],
) -> WatchData:
    """Return the data of the page of what can be watched."""
    now, with_bots, between, ended = ([*map(watched, matches)] for matches in (people, bots, waiting, over))
    return WatchData(now, with_bots, between, ended, _puzzles(puzzles))


def compete_data(common: Common, mine: Sequence[str], places: Mapping[str, int]) -> CompeteData:
    """Return the data of the page of what can be entered."""

    def progress(one: Progress) -> ProgressData:
        summary = tournament_summary(one.tournament, one.tournament.id in mine)
        return ProgressData(summary, [*one.first], one.over, one.games, one.playing)

    return CompeteData(
        now=[*map(progress, common.now)],
        soon=[tournament_summary(one, one.id in mine) for one in common.soon],
        over=[*map(progress, common.over)],
        leagues=[league_summary(one, one.id in mine) for one in common.leagues],
        places=[
            GamePlaces(of.name, [FirstPlace(one.place, one.person, one.name) for one in of.first], of.people)
            for of in common.places
        ],
        mine=[*mine],
        own_places=dict(places),
    )


def rankings_data(games: Iterable[GameRanking]) -> RankingsData:
    """Return the data of the page of the strongest people and bots."""
    return RankingsData(
        [
            RankedGame(
                of.name,
                of.title,
                [*map(_ranked, of.people["live"])],
                [*map(_ranked, of.people["correspondence"])],
                [*map(row_data, of.bots)],
            )
            for of in games
        ]
    )


def workshops_data(games: Iterable[GameDefinition], leaders: Mapping[str, Sequence[LadderRow]]) -> WorkshopsData:
    """Return the data of the page of the games for which a bot can be written."""
    return WorkshopsData([WorkshopGame(game.name, game.title, [*map(row_data, leaders[game.name])]) for game in games])


def watched(match: MatchSummary) -> WatchedMatch:
    """Return a match as programs read it that watch."""
    players = [*shown_names(match.seats, match.game)]
    return WatchedMatch(
        match.id,
        match.number,
        match.game,
        players,
        match.turn_count,
        match.result if match.ending else "",
        match.ending,
    )


def _puzzles(daily: Iterable[Daily]) -> list[DailyPuzzle]:
    return [DailyPuzzle(one.game, one.number, one.task) for one in daily]


def _ranked(one: RankedPerson) -> RankedPersonData:
    rating = one.rating
    return RankedPersonData(
        one.person.id, one.person.name, rating.number, rating.uncertainty, provisional=rating.is_provisional
    )
