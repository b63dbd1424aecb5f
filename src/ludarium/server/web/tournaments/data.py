"""Tournaments as data for programs."""

from collections.abc import Mapping

from ludarium.club.tournaments.views import ListedTournaments, StoredTournament, TournamentEntry, TournamentView
from ludarium.server.web.answers import (
    TournamentBot,
    TournamentData,
    TournamentFormer,
    TournamentGame,
    TournamentList,
    TournamentNews,
    TournamentPlayer,
    TournamentRow,
    TournamentSummary,
    TournamentWaiting,
)
from ludarium.server.web.data import data_of

_ABOUT = (
    "name", "state", "kind", "game", "tempo", "rounds", "games", "rated", "computers", "most", "seed", "seats",
    "fewest", "exhibitor", "first_turn", "opponent", "begins_at", "begun_at", "ends_at", "ended_at", "resumes_at",
    "minutes", "streaks", "published", "pairing",
)  # fmt: skip
_OF_NEWS = ("at", "kind", "person", "name", "text", "about", "until")
_IN_LIST = ("name", "state", "kind", "game", "tempo", "rated", "computers", "entered", "most", "begins_at")


@data_of("tournaments")
def tournament_list(values: Mapping[str, object]) -> TournamentList:
    """Return the data of the list of tournaments."""
    listed = values["listed"]
    assert isinstance(listed, ListedTournaments)
    return TournamentList(
        [_summary(one, one.id in listed.mine) for one in (*listed.open, *listed.running, *listed.over)]
    )


def _summary(one: StoredTournament, is_mine: bool) -> TournamentSummary:
    return TournamentSummary(tournament=one.id, is_mine=is_mine, **{name: getattr(one, name) for name in _IN_LIST})


@data_of("tournament")
def tournament_data(values: Mapping[str, object]) -> TournamentData:
    """Return the data of the page of a tournament."""
    view = values["view"]
    assert isinstance(view, TournamentView)
    one = view.tournament
    table = [TournamentRow(**line.row._asdict()) for line in view.table]
    about = {name: getattr(one, name) for name in _ABOUT}
    return TournamentData(
        tournament=one.id,
        organiser=one.organiser_name,
        players=[_player(view, each) for each in view.players],
        waves=_waves(view),
        table=table,
        do=view.do,
        rests_until=one.rests_until,
        news=[TournamentNews(**{name: getattr(line, name) for name in _OF_NEWS}) for line in view.news],
        waiting=[TournamentWaiting(each.person, each.name, each.at, each.asked) for each in view.waiting],
        asked_for=view.asked_for.person if view.asked_for else None,
        teams=[*one.team_names],
        team_points=[*view.team_points],
        ties=[*one.of_kind.ties_of(view.form)],
        in_rounds=view.form.in_rounds,
        bots=[TournamentBot(spec, name) for spec, name in view.bots.items()],
        **about,
    )


def _waves(view: TournamentView) -> list[list[TournamentGame]]:
    rows = {(b.wave, b.board): b for _, boards in view.rounds for b in boards}
    return [
        [
            TournamentGame(
                round=board.pairing.round,
                encounter=board.pairing.encounter,
                players=list(board.pairing.seating),
                points=list(board.points),
                how=board.how,
                section=board.pairing.section,
                match=rows[number, at].match_id or None,
                verdict=rows[number, at].verdict,
                known=rows[number, at].known,
                before=[TournamentFormer(one.until, one.how, [*one.points]) for one in board.before],
                turns=board.turns if view.tournament.of_kind.alone and board.how else None,
                ended=bool(board.how or rows[number, at].ending),
            )
            for at, board in enumerate(wave)
        ]
        for number, wave in enumerate(view.waves)
    ]


def _player(view: TournamentView, each: TournamentEntry) -> TournamentPlayer:
    return TournamentPlayer(
        each.person,
        each.name,
        each.place,
        each.rating,
        each.is_bot,
        each.is_absent,
        each.former_name or None,
        each.team,
        each.entered_at,
        each.person in view.disqualified,
        each.bot or None,
    )
