"""The commands standings, ratings and ladder."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.text import counted, shorten
from ludarium.site.challenge_ladders.commands import (
    AcceptForPlace,
    ChallengePlace,
    GiveWay,
    JoinLadder,
    LadderCommand,
    LeaveLadder,
    NoSuchChallengeLadder,
    WithdrawFromPlace,
)
from ludarium.site.challenge_ladders.ladders import LadderRow, LadderView
from ludarium.site.challenge_ladders.rows import LogLine, PlaceChallenge
from ludarium.site.challenge_ladders.rules import TEMPOS as ALLOWED
from ludarium.site.challenge_ladders.words import happened
from ludarium.site.ground.values import Person
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import ALL
from ludarium.site.mail.commands.offers import TEMPOS, begun
from ludarium.site.mail.request import Request, Result
from ludarium.site.ratings.ratings import Standing
from ludarium.tournament.challenge_ladder import LadderEvent
from ludarium.tournament.ratings import PostalRating

_LINES = 10
"""Lines of the log in an answer."""
_HOW = "To challenge somebody: {game} ladder challenge userid password name. All commands: help ladder."


class _Act(NamedTuple):
    """What a word does: the command, from the view of the person and whom they name, and its line in the log."""

    command: Callable[[LadderView, Person | None, str], LadderCommand]
    event: LadderEvent
    names_somebody: bool = True


def _received(view: LadderView, other: Person | None) -> PlaceChallenge:
    return _from(view.received, other, "challenges you")


def _from(challenges: tuple[PlaceChallenge, ...], other: Person | None, how: str) -> PlaceChallenge:
    """Return the challenge between the person and another one that waits for an answer.

    Raises `NoSuchChallengeLadder`.
    """
    assert other
    for one in challenges:
        if other.id in (one.challenger, one.challenged) and one.match_id is None:
            return one
    raise NoSuchChallengeLadder(f"no challenge waits by which {other.name} {how}")


def _done(view: LadderView, since: int, event: LadderEvent, person: Person, other: Person | None) -> LogLine | None:
    """Return the line that a command has added to the log after one of a number, None if there is none."""
    both = {person.id, other.id if other else None}
    lines = (line for line in view.log if line.number > since and line.kind == event)
    return next((line for line in lines if {line.person, line.other} == both), None)


_ACTS: Mapping[str, _Act] = {
    "join": _Act(lambda *_: JoinLadder(), "joined", names_somebody=False),
    "leave": _Act(lambda *_: LeaveLadder(), "left", names_somebody=False),
    "challenge": _Act(lambda _, other, __: ChallengePlace(other.id if other else ""), "challenged"),
    "accept": _Act(lambda view, other, tempo: AcceptForPlace(_received(view, other).number, tempo), "accepted"),
    "give-way": _Act(lambda view, other, _: GiveWay(_received(view, other).number), "gave-way"),
    "withdraw": _Act(
        lambda view, other, _: WithdrawFromPlace(_from(view.made, other, "is challenged by you").number), "withdrawn"
    ),
}
_EXPECTED = f"expected show, {', '.join([*_ACTS][:-1])} or {[*_ACTS][-1]}"


def ladder(request: Request) -> Result:
    """Show the challenge ladder of a game, or change something there."""
    game = request.command.game
    if game in ("", ALL):
        raise ParseError("no game was named: expected one before the word ladder, as in orion ladder")
    word = request.words.pop(0).lower() if request.words else "show"
    if word in _ACTS:
        return _act(request, word)
    if word != "show":
        raise ParseError(f"{shorten(word)} is nothing that the command ladder does: {_EXPECTED}")
    request.end()
    reader = request.person or request.service.accounts.of_email(request.address)
    view = request.service.challenge_ladders.view(reader, game)
    return Result(MailAnswer(_table(view, request.clock()), person=reader.id if reader else ""))


def _act(request: Request, word: str) -> Result:
    """Carry out a command; a mail that is carried out again changes nothing more."""
    act, ladders, game = _ACTS[word], request.service.challenge_ladders, request.command.game
    tempo, is_name = _tempo(request), request.service.accounts.is_name
    person = request.who(
        int(act.names_somebody), lambda words: len(words) == act.names_somebody and all(map(is_name, words))
    )
    other = request.find(request.next("a name")) if act.names_somebody else None
    request.end()
    view = ladders.view(person, game)
    since = request.pin(view.log[0].number if view.log else 0)
    done = _done(view, since, act.event, person, other) if request.begun else None
    if done:
        said, match = "This was done before.", done.match_id
    else:
        said, _, match = ladders.act(person, game, act.command(view, other, tempo))
    if match:
        return begun(request, person, match)
    return Result(MailAnswer(f"{said}\n\n{_table(ladders.view(person, game), request.clock())}", person=person.id))


def _tempo(request: Request) -> str:
    """Return the tempo that an option names; empty without one.

    Raises `ParseError`.
    """
    word = request.command.terms.get("tempo", "")
    if word and TEMPOS.get(word) not in ALLOWED:
        known = ", ".join(name for name, tempo in TEMPOS.items() if tempo in ALLOWED)
        raise ParseError(f"--tempo is {shorten(word)}: expected one of {known}")
    return TEMPOS[word] if word else ""


def _table(view: LadderView, say: Callable[[float], str]) -> str:
    """Return a ladder as text: the places, the open challenges of the reader, and the last lines of the log."""
    lines = [f"The challenge ladder of {load(view.game).definition.title}", ""]
    lines += [*map(_row, view.rows)] or ["Nobody is on it yet: the first who joins has place 1."]
    lines += _challenges(view, say)
    if view.log:
        lines += ["", "What has happened, the latest first:"]
        lines += [f"  {say(line.at)}: {happened(line)}" for line in view.log[:_LINES]]
    free = [row.place.name for row in view.rows if view.mine and not row.refusal and row.place.place < view.mine.place]
    if view.mine:
        lines += ["", f"You can challenge {', '.join(free)}." if free else "You can challenge nobody now."]
    elif not view.join:
        lines += ["", f"To join: {view.game} ladder join userid password"]
    return "\n".join([*lines, *([_HOW.format(game=view.game)] if free else [])])


def _row(row: LadderRow) -> str:
    notes = [*(["idle"] if row.is_idle else []), *([counted(len(row.open), "open challenge")] if row.open else [])]
    said = f" ({', '.join(notes)})" if notes else ""
    return f"{row.place.place:>4}  {row.place.name}{said}"


def _challenges(view: LadderView, say: Callable[[float], str]) -> list[str]:
    """Return the open challenges of the reader, a line each, with how to answer."""
    lines = [""] if view.received or view.made else []
    for one in view.received:
        answers = f"{view.game} ladder accept (or give-way) userid password {one.challenger_name}"
        until = "the match is in progress" if one.answer_by is None else f"until {say(one.answer_by)}: {answers}"
        lines.append(f"{one.challenger_name} challenges you; {until}")
    for one in view.made:
        until = "the match is in progress" if one.answer_by is None else f"waits until {say(one.answer_by)}"
        lines.append(f"You challenge {one.challenged_name}; {until}")
    return lines


_CHANGES = 50
_OUTCOMES = {1: "won against", 0: "drew with", -1: "lost to"}
_EXPLAINED = (
    "Ratings marked with ? are provisional: they follow from fewer than 20 games. "
    "Games between two people with accounts count, those that are unrated on the site, too."
)


def standings(request: Request) -> Result:
    """Answer with the table of players: games won and lost, the best rating first."""
    request.end()
    found = _standings(request)
    lines = [f"{'':>4}  {'rating':>6}   {'games':>5}  {'won':>4}  {'drawn':>5}  {'lost':>4}  name"]
    for place, one in enumerate(found, 1):
        total = one.won + one.drawn + one.lost
        row = f"{place:>4}  {format_rating(one.rating)}  {total:>5}  {one.won:>4}  {one.drawn:>5}  {one.lost:>4}"
        lines.append(f"{row}  {one.person.name}")
    return Result(MailAnswer("\n".join(lines) + f"\n\n{_EXPLAINED}" if found else "No game was finished yet."))


def ratings(request: Request) -> Result:
    """Answer with all ratings, or with the changes of named people's ratings."""
    people = [request.find(name).id for name in request.words]
    request.words.clear()
    found = _standings(request)
    if people:
        parts = [_changes(one, found) for one in found if one.person.id in people]
        return Result(MailAnswer("\n\n".join(parts) or "They have finished no game that counts."))
    lines = [f"{format_rating(one.rating)}  {one.person.name}" for one in found]
    return Result(MailAnswer("\n".join(lines) + f"\n\n{_EXPLAINED}" if found else "No game was finished yet."))


def format_rating(rating: PostalRating) -> str:
    """Return a rating as text, with a mark if it is provisional.

    >>> format_rating(PostalRating(1712.4, 25)), format_rating(PostalRating())
    ('  1712 ', '  1600?')
    """
    return f"{rating.points:6.0f}{'?' if rating.is_provisional else ' '}"


def _standings(request: Request) -> list[Standing]:
    if request.command.game in ("", ALL):
        verb = request.command.verb
        raise ParseError(f"no game was named: expected one before the word {verb}, as in orion {verb}")
    return request.service.standings.of_game(request.command.game)


def _changes(one: Standing, everybody: list[Standing]) -> str:
    """Return the changes of a rating, game by game."""
    names = {other.person.id: other.person.name for other in everybody}
    lines = []
    for result, change in one.changes[-_CHANGES:]:
        seat = change.players.index(one.person.id)
        before, after = (format_rating(side[seat]).strip() for side in (change.before, change.after))
        if result.private:
            lines.append(f"        in a private game: {before} to {after}")
            continue
        outcome = change.outcome if seat == 0 else -change.outcome
        other = f"{names[change.players[1 - seat]]} ({format_rating(change.before[1 - seat]).strip()})"
        lines.append(f"{result.number:>6}  {_OUTCOMES[outcome]} {other}: {before} to {after}")
    return "\n".join([f"{one.person.name}: {format_rating(one.rating).strip()}", *lines])
