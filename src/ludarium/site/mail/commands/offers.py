"""Mailed commands that make, list, accept and withdraw offers; only correspondence matches are begun by mail."""

from contextlib import suppress

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.spec import format_spec
from ludarium.core.text import counted, shorten
from ludarium.site.ground.values import Person
from ludarium.site.mail.acts import INTERRUPTED
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.command_line import ALL
from ludarium.site.mail.request import Request, Result
from ludarium.site.offers.beginning import NoSuchOffer, why_never_rated
from ludarium.site.offers.commands import AcceptOffer, MakeOffer, OfferCommand, OfferDone, WithdrawOffer
from ludarium.site.offers.lobby import ListedOffer
from ludarium.site.offers.pairing import Term
from ludarium.site.offers.reading import SLOW, is_slow_tempo, offered_games
from ludarium.site.offers.words import either, games_of, paces_of, ratings_of, seat_words, who_begins
from ludarium.site.ratings.ratings import why_unrated

TEMPOS = dict(zip(("1d", "36h", "2d", "3d", "7d"), SLOW, strict=True))
"""The tempos by the time for a turn."""
_USUAL = "2d,3d"
_FIELDS = {
    "days": "days", "uses": "uses", "begins": "begins", "from": "lowest", "to": "highest", "rated": "rated",
    "computers": "computers", "bots": "bots_fill", "again": "again",
}  # fmt: skip
_MOST = 30


def offer(request: Request) -> Result:
    """Make an offer for a game, or for all."""
    terms, game = dict(request.command.terms), request.command.game
    if game == "":
        raise ParseError("no game was named: expected one before the word offer, as in orion offer, or all offer")
    tempos = terms.pop("tempo", _USUAL).split(",")
    if unknown := next((word for word in tempos if word not in TEMPOS), None):
        raise ParseError(f"--tempo is {shorten(unknown)}: expected some of {', '.join(TEMPOS)}, with commas")
    names = [*offered_games()] if game == ALL else [format_spec(game, dict(request.command.options))]
    fields = {_FIELDS[word]: "" if value == "no" else value for word, value in terms.items() if word in _FIELDS}
    person = request.who()
    request.end()
    command = MakeOffer(";".join(names), ",".join(TEMPOS[word] for word in tempos), **fields)
    done = request.service.offers.act(person, command, key=request.key)
    if done.match:
        return begun(request, person, done.match, as_rated=bool(fields.get("rated")))
    answer = MailAnswer(f"Your offer waits; you are mailed when a match begins. Its id is {done.offer}.")
    return Result(answer.saying(_never_rated(request, person, done.offer) if fields.get("rated") else ""))


def _never_rated(request: Request, person: Person, offer_id: str) -> str:
    """Return which games of an offer are rated for nobody, and why; empty for none."""
    found: dict[str, list[Term]] = {}
    for term in request.service.lobby.find(person, offer_id).terms:
        if why := why_never_rated(term):
            found.setdefault(why, []).append(term)
    return " ".join(f"A match of {either(games_of(terms))} is unrated: {why}." for why, terms in found.items())


def offers(request: Request) -> Result:
    """List the offers that wait; an answer with the word accept accepts the first that fits its reader."""
    request.end()
    game = "" if request.command.game == ALL else request.command.game
    reader = request.person or request.service.accounts.of_email(request.address)
    view = request.service.lobby.view(reader, game)
    waiting = [(listed, slow) for listed in view.offers if (slow := _slow(listed))]
    if not waiting:
        return Result(MailAnswer("No offer by correspondence waits. Leave one, as in: orion offer --tempo=2d,3d"))
    lines = [_line(listed, slow) for listed, slow in waiting[:_MOST]]
    text = "\n".join([f"{counted(len(waiting), 'offer')} by correspondence:", *lines])
    first = next((listed.offer.id for listed, _ in waiting if listed.fits), "")
    if reader is None or not first:
        return Result(MailAnswer(f"{text}\n\nTo accept one: accept ID userid password"))
    text += f"\n\nTo accept {first}, answer this mail with accept as its first line; another one: accept ID"
    return Result(MailAnswer(text, person=reader.id, confirm=f"accept {first}"))


def accept(request: Request) -> Result:
    """Accept an offer."""
    offer_id = request.next("the id of an offer")
    person = request.who()
    request.end()
    if request.begun:
        return Result(MailAnswer(INTERRUPTED))
    listed = request.service.lobby.find(person, offer_id)
    slow = _slow(listed)
    if not slow:
        raise NoSuchOffer("this offer is for live matches alone: accept it on the site")
    request.pin(0)
    done = _act(request, person, AcceptOffer(offer_id, *slow[0]))
    if not done.match:
        return Result(MailAnswer(done.said))
    return begun(request, person, done.match, as_rated=listed.offer.rated)


def withdraw(request: Request) -> Result:
    """Withdraw one's offers, or one of them."""
    name = request.words[0] if request.words else ""
    person = request.who(is_open=lambda words: not words or (len(words) == 1 and _is_offer(request, name, words[0])))
    offer_id = request.words.pop(0) if request.words else ""
    request.end()
    _act(request, person, WithdrawOffer(offer_id))
    return Result(MailAnswer("Your offer is withdrawn." if offer_id else "Your offers are withdrawn."))


def _is_offer(request: Request, name: str, word: str) -> bool:
    """Return whether a word is the id of an offer, so that it is no password."""
    with suppress(LudariumError):
        return bool(request.service.lobby.find(request.find(name), word).offer.id)
    return False


def _act(request: Request, person: Person, command: OfferCommand) -> OfferDone:
    return request.service.offers.act(person, command)


def begun(request: Request, person: Person, match_id: str, *, as_rated: bool = False) -> Result:
    """Return the answer to a command that has begun a match: its board, and why one `as_rated` is not rated."""
    view = request.service.view(person, match_id)
    unrated = f"It is unrated: {why_unrated(view)}." if as_rated and not view.rated else ""
    return Result(MailAnswer(f"Game {view.number} has begun.", view.id, person.id).saying(unrated))


def _slow(listed: ListedOffer) -> tuple[Term, ...]:
    """Return the matches by correspondence of an offer."""
    return tuple(term for term in listed.terms if is_slow_tempo(term.tempo))


def _line(listed: ListedOffer, terms: tuple[Term, ...]) -> str:
    facts = [either(games_of(terms)), paces_of(terms), seat_words(listed) or who_begins(listed)]
    facts += ["rated"] if listed.rated else []
    facts += ["bots may take part"] if listed.offer.computers else []
    facts += [] if listed.fits else [ratings_of(listed.offer) or "you have met twice today"]
    return f"{listed.offer.id}  {' + '.join(listed.together)}: {', '.join(facts)}"
