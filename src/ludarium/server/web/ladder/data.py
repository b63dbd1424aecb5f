"""Ladders as data for programs."""

from collections.abc import Mapping

from ludarium.club.ladder.views import LadderRow, LadderView, PlayedMatch, PlayerView
from ludarium.core.definition import GameDefinition
from ludarium.server.web.data import data_of
from ludarium.server.web.ladder.answers import (
    AgainstData,
    LadderData,
    LadderMatchData,
    LadderMatchSummary,
    LadderPlayerData,
    LadderRowData,
)

_OF_PLAYER = ("name", "level", "spec", "version", "author", "games", "won", "drawn", "lost")


@data_of("ladder")
def ladder_data(values: Mapping[str, object]) -> LadderData:
    """Return the data of the page of a ladder."""
    view, nightly = values["view"], values["nightly"]
    assert isinstance(view, LadderView)
    assert isinstance(nightly, tuple)
    return LadderData(
        game=view.game.name,
        rows=[*map(_row, view.rows)],
        page=view.page,
        pages=view.pages,
        rated=view.rated,
        seed=view.seed,
        is_on=view.is_on,
        latest=[*map(_summary, view.latest)],
        nightly=[file.day for file in nightly],
    )


@data_of("ladder_player")
def ladder_player_data(values: Mapping[str, object]) -> LadderPlayerData:
    """Return the data of the page of a player of a ladder."""
    view, game = values["view"], values["definition"]
    assert isinstance(view, PlayerView)
    assert isinstance(game, GameDefinition)
    return LadderPlayerData(
        game=game.name,
        row=_row(view.row),
        against=[
            AgainstData(each.opponent.id, each.opponent.name, each.won, each.drawn, each.lost) for each in view.against
        ],
        versions=[*map(_row, view.versions)],
        matches=[*map(_summary, view.matches)],
        earlier=view.earlier,
    )


@data_of("ladder_match")
def ladder_match_data(values: Mapping[str, object]) -> LadderMatchData:
    """Return the data of the page of a match of a ladder."""
    played = values["played"]
    assert isinstance(played, PlayedMatch)
    match = played.match
    return LadderMatchData(
        game=match.game,
        match=_summary(played),
        seed=match.seed,
        failed_seat=match.failed_seat,
        by_machine=match.by_machine,
        made_by=match.made_by,
        record=match.record,
    )


def _row(row: LadderRow) -> LadderRowData:
    player = row.player
    return LadderRowData(
        place=row.place,
        player=player.id,
        bot=player.bot_id,
        source_shown=player.shown,
        rating=row.rating.number,
        low=row.rating.low,
        high=row.rating.high,
        rests_until=player.rests_until if row.resting else None,
        **{name: getattr(player, name) for name in _OF_PLAYER},
    )


def _summary(played: PlayedMatch) -> LadderMatchSummary:
    match, first, second = played.match, played.first, played.second
    return LadderMatchSummary(
        number=match.number,
        first=first.id,
        second=second.id,
        players=[first.name, second.name],
        score=match.score,
        ending=match.ending,
        played_at=match.played_at,
    )
