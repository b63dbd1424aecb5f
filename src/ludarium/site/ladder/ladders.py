"""The ladders of the games: published bots and our own levels, which meet in spare time.

A match is a row before it is played, with a seed: any process claims it, and it has one outcome on any machine. What
is planned, claimed and rated is decided while the ladders are held, so nothing is played or rated twice.

Ours are on every ladder: the levels of a game, and the player of an installed table.
"""

from __future__ import annotations

import logging
import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version
from typing import NamedTuple

from ludarium.core.game import Game
from ludarium.core.registry import game_names, load
from ludarium.core.spec import parse_spec
from ludarium.match.clock import HOUR
from ludarium.match.data import FORFEIT
from ludarium.players.sandbox.script import BUDGETS
from ludarium.players.sandbox.trial import Trial, TrialSeat
from ludarium.search.player import EXACT, bot_kinds, levels
from ludarium.site.ladder.rows import LadderMatch, LadderPlayer
from ludarium.site.programs.modules import Program
from ludarium.site.programs.playing import note_failure, rest_after
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.programs.trials import trial_seat
from ludarium.site.ratings.ratings import is_uncertain
from ludarium.site.repositories import Repositories, UnitOfWork
from ludarium.site.store import Store
from ludarium.tournament.ranking import RECENT, Contender, format_contenders, next_pairing, score, seating, urgency
from ludarium.tournament.ratings import START, Rating, rate_game

_DIGITS = 8


@lru_cache(maxsize=256)
def marks(game: Game) -> Mapping[str, str]:
    """Return the specs of the bots by their levels, weakest first.

    A level whose search is limited by time is not among them: its matches could not be played again with one outcome.

    >>> [*marks(load("vortex"))]
    ['easy', 'medium', 'hard', 'champion']
    """
    counted = {level: spec for level, spec in levels(game).items() if "seconds" not in parse_spec(spec)[1]}
    return {**counted, **({EXACT: EXACT} if EXACT in bot_kinds(game) else {})}


def has_ladder(game: Game) -> bool:
    """Return whether bots can meet in a game: somebody can win it against somebody else."""
    return len(set(game.teams)) > 1


def ranked_games() -> tuple[Game, ...]:
    """Return the installed games that have a ladder, with their usual options."""
    return tuple(game for game in map(load, game_names()) if has_ladder(game))


def pairing_seed(game: str) -> int:
    """Return the seed from which the pairings of a game follow; it is published.

    >>> pairing_seed("vortex") == pairing_seed("vortex") != pairing_seed("orion")
    True
    """
    return int(sha256(f"ludarium-ladder-1 {game}".encode()).hexdigest()[:_DIGITS], 16)


@cache
def software() -> str:
    """Return the version of the software by which a match is played, and that of the budgets of programs.

    >>> software().endswith(f"+budgets.{BUDGETS}")
    True
    """
    return f"{version('ludarium')}+budgets.{BUDGETS}"


def contenders(store: Store, now: float) -> dict[str, list[Contender]]:
    """Return who can play now, by game; who is new enters the ladder."""
    found = defaultdict[str, list[Contender]](list)
    entering, known = _candidates(store, now)
    if any(_entry(player) not in known for player in entering):
        with store.write() as tx:
            tx.ladder_matches.lock_all()
            entering, known = _candidates(tx, now)
            for player in entering:
                known[_entry(player)] = known.get(_entry(player)) or tx.ladder_players.enter(player)
    for player in entering:
        entered = known[_entry(player)]
        if entered.rests_until <= now:
            rating = Rating(entered.mean, entered.deviation)
            found[player.game].append(Contender(entered.id, rating, entered.games, entered.person))
    return found


def _candidates(rows: Repositories, now: float) -> tuple[list[LadderPlayer], dict[tuple[str, str, str], LadderPlayer]]:
    """Return all that belong on the ladders now, and those that have entered them."""
    games, published = ranked_games(), defaultdict[str, list[WorkshopBot]](list)
    known = rows.ladder_players.current([game.name for game in games])
    for bot in rows.workshop.published():
        published[bot.game].append(bot)
    belong = [player for game in games for player in candidates(published[game.name], game, now)]
    return belong, {_entry(player): player for player in known}


def _entry(player: LadderPlayer) -> tuple[str, str, str]:
    """Return what a player is on a ladder once."""
    return player.game, player.level, player.spec


def candidates(published: Sequence[WorkshopBot], game: Game, now: float) -> list[LadderPlayer]:
    """Return all that belong on the ladder of a game now, as they enter it: levels, and published versions of bots."""
    name = game.name
    levels = [LadderPlayer(0, name, level, spec, level, None, None, now, *START) for level, spec in marks(game).items()]
    return levels + [_entering(bot, now) for bot in published]


def _entering(bot: WorkshopBot, now: float) -> LadderPlayer:
    return LadderPlayer(
        0,
        bot.game,
        "",
        f"{bot.id}/{bot.published}",
        f"{bot.name} {bot.published}",
        bot.id,
        bot.published,
        now,
        *START,
        rests_until=bot.rests_until,
        person=bot.person,
        author=bot.author,
        shown=bot.shown,
        published=bot.published,
    )


LEASE = 120.0
"""Seconds after which a match is begun again whose worker shows no sign of life."""
PAUSE = HOUR
"""Seconds between two pairings once every player of every ladder has played enough."""
TRIES = 5
"""How often a match is begun before it is given up."""
GIVEN_UP = "it could not be played"
GAME_RESTS = HOUR
"""Seconds in which no match of a game is planned after its last one was given up: its package may be damaged."""
LONGEST_WAIT = HOUR / 4
"""Seconds after which a turn of a bot is late because something is wrong, and stops no ladder."""
_SETTLED_STAGE = 2
_SOONER = 3
"""Pauses by which a game with a provisional rating comes before its turn; the others have theirs, too."""
_ATTEMPTS = 4
"""How often a pairing is computed again after another worker has planned or rated a match meanwhile."""
_log = logging.getLogger(__name__)


class LadderJob(NamedTuple):
    """A match that is to be played: who plays each seat, and the ids of the players by seat."""

    match: LadderMatch
    seats: tuple[TrialSeat, ...]
    players: tuple[int, ...]


class Ladders:
    """The ladders of a site; `at_once` is how many matches are played at once, 0 for none.

    `pause` is that between two pairings once every player has played enough.
    """

    def __init__(self, store: Store, now: Callable[[], float], at_once: int) -> None:
        self._store, self._now = store, now
        self.at_once, self.pause = at_once, PAUSE

    def next(self, worker: str) -> LadderJob | None:
        """Claim the match that is to be played next, planned now if none waits; None if there is nothing to do.

        There is nothing while a person waits for the turn of a bot. Who meets whom is computed before the transaction
        that plans it, so that no turn of a match waits for that.
        """
        if self._store.bot_claims.people_wait(self._now() - LONGEST_WAIT):
            return None
        for attempt in range(_ATTEMPTS):
            planned = self._plan() if attempt else ()
            if planned is None:
                return None
            now = self._now()
            with self._store.write() as tx:
                tx.ladder_matches.lock_all()
                if tx.ladder_matches.in_progress(now, LEASE) >= self.at_once:
                    return None
                if planned and _is_current(tx, planned[0]):
                    tx.ladder_matches.plan(planned)
                if match := tx.ladder_matches.claim(worker, now, LEASE):
                    return self._begin(tx, match, now)
        return None

    def _begin(self, tx: UnitOfWork, match: LadderMatch, now: float) -> LadderJob | None:
        """Return what is to be played; a match that cannot be played is over."""
        job = None if match.tries >= TRIES else _job(tx, match)
        if job is None:
            missing = "a bot of it was deleted" if match.game in game_names() else "its game is not installed any more"
            reason = GIVEN_UP if match.tries >= TRIES else missing
            if match.tries >= TRIES:
                _log.warning(
                    "match %d of the ladder of %s is given up: the game rests for a while", match.number, match.game
                )
            tx.ladder_matches.finish(match, played_at=now, ending=reason, made_by=software())
        return job

    def renew(self, job: LadderJob, worker: str) -> None:
        """Show that a match is still being played."""
        self._store.ladder_matches.renew(job.match, worker, self._now() + LEASE)

    def release(self, job: LadderJob, *, failed: bool = False) -> None:
        """Let another worker play a match, at once; what has `failed` counts as a try."""
        self._store.ladder_matches.release(replace(job.match, tries=job.match.tries + failed))

    def finish(self, job: LadderJob, trial: Trial) -> None:
        """Store a match that was played, and rate it.

        One that a limit of time has stopped is played again, once, and so is one that the machine has ended. One that
        is stopped again is lost by the bot that was on the move.
        """
        stopped = trial.payoffs is None and not trial.too_long
        late = trial.moving if stopped and job.match.tries else None
        if (stopped and late is None) or (trial.by_machine and not job.match.tries):
            self.release(job, failed=True)
            return
        if late is not None:
            ending = f"{FORFEIT}: {job.seats[late].name} was on the move when the match was {trial.stopped}"
            trial = trial._replace(failed_seat=late, ending=ending)
        first = [int(player != job.match.first) for player in job.players]
        decided = trial.payoffs is not None or trial.failed_seat is not None
        got = score(first, trial.payoffs or (), trial.failed_seat) if decided else 0.5
        with self._store.write() as tx:
            tx.ladder_matches.lock_all()
            self._rate(tx, job, trial, got)

    def _rate(self, tx: UnitOfWork, job: LadderJob, trial: Trial, got: float) -> None:
        match = job.match
        players = tx.ladder_players.all((match.first, match.second))
        pair = [players[match.first], players[match.second]]
        first, second = rate_game([Rating(each.mean, each.deviation) for each in pair], [got, 1 - got])
        stored = tx.ladder_matches.finish(
            match,
            played_at=self._now(),
            rated=tx.ladder_matches.last_rated(match.game) + 1,
            score=got,
            first_mean=first.strength,
            first_deviation=first.error,
            second_mean=second.strength,
            second_deviation=second.error,
            ending=trial.ending or trial.stopped,
            failed_seat=trial.failed_seat,
            by_machine=trial.by_machine,
            made_by=software(),
            record=trial.record,
        )
        if not stored:  # another worker has played it in the meantime, with the same outcome
            return
        failed = None if trial.failed_seat is None else job.players[trial.failed_seat]
        for player, rating, points in zip(pair, (first, second), (got, 1 - got), strict=True):
            self._count(tx, player, rating, points, trial.ending if player.id == failed else "")

    def _count(self, tx: UnitOfWork, player: LadderPlayer, rating: Rating, points: float, failure: str) -> None:
        """Add a match to a player's row; tell of a failure, and let one that fails again and again rest."""
        now, failures = self._now(), player.failed + 1 if failure else 0
        rests = player.rests_until > now
        if failure and rests:  # the second match of a pairing, after the rest began
            failures = player.failed
        tx.ladder_players.set(
            player.id,
            mean=rating.strength,
            deviation=rating.error,
            games=player.games + 1,
            won=player.won + (points == 1),
            drawn=player.drawn + (points == 0.5),
            lost=player.lost + (points == 0),
            failed=failures,
        )
        if not failure:
            return
        rest = None if rests else rest_after(failures)
        bot = tx.workshop.lock_bot(player.bot_id) if player.bot_id else None
        if bot and bot.published == player.version:
            cause = (failure.partition(": ")[2] or failure).removeprefix(f"{player.name} ")
            note_failure(tx, bot, failures, now, cause, " on the ladder", rests=rests)
        elif player.level and rest:
            tx.ladder_players.set(player.id, rests_until=now + rest[0])
            _log.warning("%s fails on the ladder of %s; it rests for %s", player.level, player.game, rest[1])

    def _plan(self) -> tuple[LadderMatch, LadderMatch] | None:
        """Return the matches of the next pairing, or None if there is none.

        It is in the game of whose players least is known, those that people have written before ours. Once all have
        played enough, games take turns, and one with a rating that is still provisional comes sooner.
        """
        now, store = self._now(), self._store.ladder_matches
        rated = {game.name: store.last_rated(game.name) for game in ranked_games()}
        playing = contenders(self._store, now).items()
        ready = {name: players for name, players in playing if len(players) > 1 and not self._rests(name, now)}
        if not ready:
            return None
        planned_at = store.planned_at()
        stages = {name: min(map(_stage, players)) for name, players in ready.items()}
        sooner = {name: _SOONER * self.pause * any(map(_is_unsure, players)) for name, players in ready.items()}
        game = min(ready, key=lambda name: (stages[name], planned_at.get(name, 0.0) - sooner[name], name))
        last = max(planned_at.values(), default=0.0)
        if stages[game][0] >= _SETTLED_STAGE and last <= now < last + self.pause:
            return None
        number = store.last_number(game) + 1
        pairing = next_pairing(ready[game], store.pairings(game, RECENT), pairing_seed(game), number)
        assert pairing
        seed = secrets.randbits(31)  # which no author could know before
        first = LadderMatch(game, number, *pairing, seed, now, known=rated[game], among=format_contenders(ready[game]))
        return first, replace(first, number=number + 1, among="")

    def _rests(self, game: str, now: float) -> bool:
        """Return whether a game rests, since its last match could not be played."""
        store = self._store.ladder_matches
        last = store.load((game, store.last_number(game)))
        given_up_at = last.played_at if last and last.ending == GIVEN_UP and last.rated is None else None
        return given_up_at is not None and given_up_at <= now < given_up_at + GAME_RESTS


def _is_current(tx: UnitOfWork, first: LadderMatch) -> bool:
    """Return whether nothing was planned or rated in a game after a pairing of it was computed."""
    last = tx.ladder_matches.last_number(first.game), tx.ladder_matches.last_rated(first.game)
    return last == (first.number - 1, first.known)


def _stage(player: Contender) -> tuple[int, bool]:
    """Return what is least in the game that comes first; of players who have played enough, nobody does."""
    stage = urgency(player)[0]
    return stage, stage < _SETTLED_STAGE and not player.owner


def _is_unsure(player: Contender) -> bool:
    """Return whether the rating of a player is provisional."""
    return is_uncertain(player.rating.error)


def _job(tx: UnitOfWork, match: LadderMatch) -> LadderJob | None:
    """Return what is to be played; None if the source of a bot, or the game, is gone."""
    players = tx.ladder_players.all((match.first, match.second))
    pair = [_seat(tx, players[each]) for each in (match.first, match.second)]
    turns = seating(load(match.game).teams, exchanged=match.exchanged) if match.game in game_names() else None
    if turns is None or None in pair:
        return None
    seats = tuple(seat for each in turns if (seat := pair[each]))
    return LadderJob(match, seats, tuple((match.first, match.second)[each] for each in turns))


def _seat(tx: UnitOfWork, player: LadderPlayer) -> TrialSeat | None:
    if player.level:
        return TrialSeat(player.name, None, player.spec)
    found = tx.workshop_versions.load((player.bot_id, player.version)) if player.bot_id and player.version else None
    return trial_seat(player.name, Program(found.source, found.module or "")) if found else None
