"""Who is on the ladders of the games: published bots and our own levels, and who of them can play now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ludarium.club.ladder.marks import marks, ranked_games
from ludarium.core.game import Game
from ludarium.store.ladder.players import LadderPlayer
from ludarium.store.programs.workshop import WorkshopBot
from ludarium.store.repositories import Repositories
from ludarium.store.store import Store
from ludarium.tournament.ranking import Contender
from ludarium.tournament.ratings import START, Rating


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
