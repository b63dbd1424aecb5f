"""The repositories by subject: of a database, and of one transaction, which is a unit of work."""

from collections.abc import Callable
from typing import TypeVar
from zoneinfo import ZoneInfo

from sqlalchemy import Connection

from ludarium.core.cached import cached_property
from ludarium.core.text import Times
from ludarium.site.begin.rows import ChallengeAddressTable, ChallengesTable
from ludarium.site.bots.rows import AnalysesTable, BotClaims
from ludarium.site.challenge_ladders.rows import LadderLog, LadderPlaces, PlaceChallenges
from ludarium.site.ground.database import Connections, Repository, Transaction
from ludarium.site.ground.heartbeat import HeartbeatTable
from ludarium.site.ladder.rows import LadderMatches, LadderPlayers
from ludarium.site.leagues.rows import LeagueEntries, LeagueTable
from ludarium.site.match.rows.archive import Archive
from ludarium.site.match.rows.played import FinishedMatches, PlanTable, ShortTimes
from ludarium.site.match.rows.presence import PresenceTable
from ludarium.site.match.rows.tallies import TallyTable
from ludarium.site.match.rows.writing import MatchWriter
from ludarium.site.moderation.rows import EvidenceTable, ReportTable, SanctionTable, SeenFindings
from ludarium.site.notices.rows.notices import UNCHOSEN, NoticeSettingsTable, NoticeTable, RefusingAddresses
from ludarium.site.notices.rows.waiting import BroadcastTable, PushTable, SiteKeys, WatcherTable
from ludarium.site.offers.rows import OfferTable, OfferUses
from ludarium.site.outbox.rows.boxes import InboxTable, OutboxTable, PendingCommandTable, ReplyAddressTable
from ludarium.site.people.rows.accounts import (
    AccountInvitations,
    AccountsTable,
    AttemptTable,
    FurtherAddresses,
    PasskeyChallenges,
    PasskeysTable,
    PasswordTable,
    PasswordTries,
    SignInCodes,
)
from ludarium.site.people.rows.known import (
    ActsTable,
    BlocksTable,
    DiceDue,
    DiceTable,
    FollowsTable,
    LossTable,
    PersonNotes,
    SolvedLessons,
)
from ludarium.site.people.rows.people import PeopleTable, SessionTable, VacationTable
from ludarium.site.programs.rows import ModuleTable, TokenTable, TrialTable, WorkshopTable, WorkshopVersions
from ludarium.site.ratings.rows import RatingHistory, RatingTable, ResultTable
from ludarium.site.talk.rows import PositionNoteTable, TalkMutes, TalkRead, TalkTable
from ludarium.site.tournaments.rows.boards import JudgementTable, TournamentBoardTable
from ludarium.site.tournaments.rows.tournaments import (
    TournamentEntryTable,
    TournamentNewsTable,
    TournamentTable,
    TournamentWaitingTable,
)

R = TypeVar("R", bound=Repository)


def _of(kind: Callable[[Connections], R]) -> cached_property[R]:
    """Return an attribute for the repository of a kind, which is made when it is first used."""
    return cached_property(lambda owner: kind(owner.database))


class Repositories:
    """The repositories of a database, or of one of its transactions."""

    people = _of(PeopleTable)
    sessions = _of(SessionTable)
    accounts = _of(AccountsTable)
    account_invitations = _of(AccountInvitations)
    further_addresses = _of(FurtherAddresses)
    acts = _of(ActsTable)
    blocks = _of(BlocksTable)
    follows = _of(FollowsTable)
    person_notes = _of(PersonNotes)
    dice = _of(DiceTable)
    dice_due = _of(DiceDue)
    solved_lessons = _of(SolvedLessons)
    losses = _of(LossTable)
    sign_in_codes = _of(SignInCodes)
    attempts = _of(AttemptTable)
    passkeys = _of(PasskeysTable)
    passkey_challenges = _of(PasskeyChallenges)
    outbox = _of(OutboxTable)
    inbox = _of(InboxTable)
    results = _of(ResultTable)
    watchers = _of(WatcherTable)
    broadcasts = _of(BroadcastTable)
    passwords = _of(PasswordTable)
    password_tries = _of(PasswordTries)
    pending_commands = _of(PendingCommandTable)
    reply_addresses = _of(ReplyAddressTable)
    notices = _of(NoticeTable)
    notice_settings = _of(NoticeSettingsTable)
    refusing_addresses = _of(RefusingAddresses)
    push = _of(PushTable)
    site_keys = _of(SiteKeys)
    vacations = _of(VacationTable)
    heartbeat = _of(HeartbeatTable)
    short_times = _of(ShortTimes)
    challenges = _of(ChallengesTable)
    challenge_addresses = _of(ChallengeAddressTable)
    offers = _of(OfferTable)
    offer_uses = _of(OfferUses)
    tournaments = _of(TournamentTable)
    tournament_entries = _of(TournamentEntryTable)
    tournament_boards = _of(TournamentBoardTable)
    tournament_news = _of(TournamentNewsTable)
    tournament_waiting = _of(TournamentWaitingTable)
    leagues = _of(LeagueTable)
    league_entries = _of(LeagueEntries)
    ladder_places = _of(LadderPlaces)
    ladder_log = _of(LadderLog)
    place_challenges = _of(PlaceChallenges)
    talk = _of(TalkTable)
    talk_mutes = _of(TalkMutes)
    talk_read = _of(TalkRead)
    position_notes = _of(PositionNoteTable)
    plans = _of(PlanTable)
    presences = _of(PresenceTable)
    analyses = _of(AnalysesTable)
    tokens = _of(TokenTable)
    trials = _of(TrialTable)
    judgements = _of(JudgementTable)
    workshop = _of(WorkshopTable)
    workshop_versions = _of(WorkshopVersions)
    modules = _of(ModuleTable)
    ladder_players = _of(LadderPlayers)
    ladder_matches = _of(LadderMatches)
    finished = _of(FinishedMatches)
    archive = _of(Archive)
    ratings = _of(RatingTable)
    rating_history = _of(RatingHistory)
    bot_claims = _of(BotClaims)
    tallies = _of(TallyTable)
    reports = _of(ReportTable)
    sanctions = _of(SanctionTable)
    evidence = _of(EvidenceTable)
    seen_findings = _of(SeenFindings)

    def __init__(self, database: Connections) -> None:
        self.database = database

    def times_of(self, person_id: str) -> Times:
        """Return what says times in the zone of a person, if they have chosen one."""

        def find() -> ZoneInfo | None:
            zone = self.notice_settings.of_person(person_id).zone
            return None if zone == UNCHOSEN else ZoneInfo(zone)

        return Times(find)


class UnitOfWork(Repositories):
    """The repositories of one transaction: what they write is stored together, or not at all.

    `changes` are announced after the commit, with the matches that it saves.
    """

    def __init__(self, connection: Connection) -> None:
        super().__init__(Transaction(connection))
        self.changes = self.database.changes
        self.matches = MatchWriter(connection, self.changes)
