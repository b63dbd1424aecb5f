"""Mailed challenges, as people have written them for as long as there have been such servers."""

import pytest

from ludarium.match.clock import DAY, HOUR
from ludarium.match.verify import verify
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import REMINDER
from ludarium.site.outbox.outbox import Mail
from ludarium.site.outbox.reply_tokens import parse_local_part
from tests.site.mail.commands.steps import SECRET, answer, words
from tests.site.mail.conftest import Post


def test_challenge_as_the_source_writes_it(post: Post) -> None:
    post.send("orion challenge -clicks=2 -game=hydra ann bob")
    (mail,) = [mail for mail in post.sent() if mail.address == "ann@example.com"]
    assert post.service.queries.recent() == ()
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    assert post.reply(token, "confirm").startswith("orion challenge")
    (game,) = post.service.queries.recent()
    assert (game.game, [seat.name for seat in game.seats]) == ("orion(clicks=2)", ["Ann", "Bob"])
    assert game.clock == "21d+21d/21d"


@pytest.mark.parametrize(
    ("terms", "clock"),
    [
        ("--forfeittime=7", "7d+7d/7d"),
        ("--totaltime=365", "365d+12h/365d/21d"),
        ("--totaltime=14 --forfeittime=30", "14d+12h/14d"),
        ("--bank=10d --add=36h --cap=10d", "10d+36h/10d"),
    ],
)
def test_challenge_with_a_password_and_a_clock_starts_at_once(post: Post, terms: str, clock: str) -> None:
    text = answer(post, f"orion chall {terms} --password={SECRET} bob ann")
    assert text.startswith("Game 1 has begun.")
    (game,) = post.service.queries.recent()
    assert (game.clock, [seat.name for seat in game.seats]) == (clock, ["Bob", "Ann"])


def test_no_turn_takes_longer_than_the_time_to_forfeit(post: Post) -> None:
    answer(post, f"orion challenge --totaltime=90 --forfeittime=2 --password={SECRET} ann bob")
    match_id = post.service.queries.by_number(1)
    for seat, move in ((0, "u+"), (1, "a--"), (0, "u---")):
        post.now += 1.5 * DAY
        view = post.service.bots.submit(match_id, seat, move, post.service.bots.look(match_id).revision)
        assert view.deadline == post.now + 2 * DAY
    verify(post.service.queries.record(match_id))


def test_a_challenge_says_when_its_players_are_reminded(post: Post, ann: Person, bob: Person) -> None:
    for game, nagtime in ((1, 3), (2, 0), (3, None)):
        words = f"--nagtime={nagtime} " if nagtime is not None else ""
        assert answer(post, f"orion challenge {words}--password={SECRET} ann bob").startswith(f"Game {game}")

    def reminded() -> list[int]:
        post.service.notices.plan()
        post.sent()
        found = post.service.notices.recent(ann.id)
        return sorted(each.match.number for each in found if each.match and each.notice.kind == REMINDER)

    post.now += 3 * DAY + HOUR
    assert reminded() == [1]
    post.now += 4 * DAY
    assert reminded() == [1, 3]


NO_CHALLENGES = (
    ("orion challenge --password={s} ann nobody", "no account has the name"),
    ("orion challenge --password=wrong ann bob", "has another password"),
    ("orion challenge -clicks=9 --password={s} ann bob", "9"),
    ("orion challenge -speed=9 --password={s} ann bob", "speed"),
    ("orion challenge --soon=1 --password={s} ann bob", "'--soon' is not known"),
    ("orion challenge --nagtime=soon --password={s} ann bob", "expected a number of days"),
    ("orion challenge --nagtime=61 --password={s} ann bob", "after 1 to 60 days"),
    ("orion challenge --bank=1d --password={s} ann bob", "the time control is incomplete or given in two ways"),
    ("orion challenge --forfeittime=x --password={s} ann bob", "is not a time control"),
    ("orion challenge", "nobody was named"),
    ("challenge --password={s} ann bob", "no game was named"),
)


def test_challenges_that_cannot_begin(post: Post) -> None:
    for line, expected in NO_CHALLENGES:
        assert expected in words(answer(post, line.format(s=SECRET)))
    assert post.service.queries.recent() == ()


def test_a_challenge_from_elsewhere_is_refused(post: Post) -> None:
    assert "nobody has your address" in words(answer(post, "orion challenge ann bob", sender="e@x.org"))
    assert "none of these people has your address" in words(answer(post, "orion challenge bob"))


def test_a_password_is_tried_for_nobody_but_its_own_person(post: Post, ann: Person, bob: Person) -> None:
    post.service.passwords.set(bob, "another-word")
    told = answer(post, "orion challenge --password=another-word ann bob", sender="bob@work.example")
    assert "nobody has your address" in words(told)
    assert post.service.queries.recent() == ()
    told = answer(post, "orion challenge --userid=bob --password=another-word ann bob", sender="bob@work.example")
    assert told.startswith("Game 1 has begun.")
    for _ in range(11):  # from an address of nobody: no guess at anybody's password is counted
        post.send("orion challenge --password=a-wrong-word ann bob", sender="ann@work.example")
    post.now += 61
    post.sent()
    line = f"orion challenge --userid=ann --password={SECRET} ann bob"
    assert answer(post, line, sender="ann@work.example").startswith("Game 2 has begun.")


def test_a_game_with_seats_for_more_is_set_by_the_names(post: Post) -> None:
    post.account("Carl")
    assert "Game 1 has begun." in answer(post, f"ludo challenge --password={SECRET} ann bob carl")
    (game,) = post.service.queries.recent()
    assert game.game == "ludo(players=3)"


def test_restart_begins_from_a_past_position(post: Post, match: MatchView) -> None:
    view = post.service.bots.submit(match.id, 0, "u+", 0)
    post.service.bots.submit(match.id, 1, "a--", view.revision)
    answer(post, f"orion challenge -restart={match.number}#1 --password={SECRET} bob ann")
    newest = post.service.queries.recent()[0]
    assert str(post.service.bots.look(newest.id).match.start) == str(match.match.state.move("u+"))


def waiting_mail(post: Post, name: str, word: str) -> Mail:
    """Return the mail to a person that has a word, of those that are sent now."""
    post.now += 61
    post.service.notices.plan()
    return next(mail for mail in post.sent() if mail.address == f"{name}@example.com" and word in mail.text)


def token_of(mail: Mail) -> str:
    token = parse_local_part(mail.headers["Reply-To"].partition("@")[0])
    assert token
    return token


@pytest.mark.parametrize(("names", "begins"), [("bob ann", "you begin"), ("ann bob", "Ann begins")])
def test_a_challenge_to_who_asks_first_keeps_its_order_and_its_message(
    post: Post, bob: Person, names: str, begins: str
) -> None:
    post.service.people.set_challenges(bob, "ask")
    text = answer(post, f"orion challenge -clicks=2 --password={SECRET} {names}", "Another one?\n\nBest wishes\nAnn")
    assert "Your message to Bob: Another one?" in text
    mail = waiting_mail(post, "bob", "Another one?")
    assert mail.subject == "Ann challenges you to Orion: Hydra (2 clicks)"
    facts = f"By correspondence, 21 days a turn, {begins}, unrated."
    assert facts in " ".join(mail.text.split())
    assert "Best wishes" not in mail.text
    assert post.reply(token_of(mail), "Accept.", "bob@example.com") == "game 1: accepted"
    (game,) = post.service.queries.recent()
    assert [seat.name.lower() for seat in game.seats] == names.split()


def test_the_whole_message_of_a_challenge_is_mailed(post: Post, bob: Person) -> None:
    post.service.people.set_challenges(bob, "ask")
    story = "A story about nothing at all. " * 20
    answer(post, f"orion challenge --password={SECRET} ann bob", f"Dear Bob,\n{story}\nthe end.")
    text = " ".join(waiting_mail(post, "bob", "Dear Bob").text.split())
    assert f"Ann writes: Dear Bob, {story}the end." in text


def test_who_must_confirm_reads_the_text_in_one_line(post: Post) -> None:
    text = answer(post, "orion challenge ann bob", "Another one?\n\nOr two?")
    assert "with this text: 'Another one? Or two?'" in text


def test_a_counter_offer_by_mail(post: Post, ann: Person, bob: Person) -> None:
    post.service.people.set_challenges(bob, "ask")
    answer(post, f"orion challenge -clicks=2 --password={SECRET} ann bob")
    mail = waiting_mail(post, "bob", "counter -option=value")
    for line, expected in (
        ("counter -clicks=9", "refused"),
        ("counter please", "refused"),
        ("counter -soon=1", "refused"),
    ):
        assert post.reply(token_of(mail), line, "bob@example.com").startswith(expected)
    outcome = post.reply(
        token_of(mail), "Counter \u2013clicks=1 \u2014forfeittime=7\n\nThis is faster.", "bob@example.com"
    )
    assert outcome.startswith("countered the challenge")
    mail = waiting_mail(post, "ann", "This is faster.")
    assert mail.subject == "Bob challenges you to Orion: Hydra (1 click)"
    assert "By correspondence, 7 days a turn, you begin" in " ".join(mail.text.split())
    assert post.reply(token_of(mail), "accept") == "game 1: accepted"
    (game,) = post.service.queries.recent()
    assert (game.game, game.clock, [seat.name for seat in game.seats]) == (
        "orion(clicks=1)",
        "7d+7d/7d",
        ["Ann", "Bob"],
    )


def test_three_people_of_whom_one_asks_first(post: Post, ann: Person, bob: Person) -> None:
    carl = post.account("Carl")
    post.service.people.set_challenges(carl, "ask")
    text = answer(post, f"ludo challenge --password={SECRET} ann bob carl", "The three of us!")
    assert "Game 1 begins when Carl has accepted." in text
    assert "Your message to Carl: The three of us!" in text
    post.now += 61
    post.service.notices.plan()
    mails = {mail.address: mail for mail in post.sent() if "writes about" not in mail.subject}
    told = words(mails["bob@example.com"].text)
    assert "ann wants to play this game with you" in told
    assert "it begins when carl has accepted." in told
    assert "draw or resign" in told  # nothing was played that could be taken back
    mail = mails["carl@example.com"]
    assert mail.subject == "Ann invites you to Multiplication Ludo (3 players) with Bob"
    assert "By correspondence, 21 days a turn." in mail.text
    assert "Ann writes: The three of us!" in mail.text
    assert post.reply(token_of(mail), "perhaps", "carl@example.com").startswith("refused")
    assert post.reply(token_of(mail), "Accept!\n\nWith pleasure.", "carl@example.com") == "game 1: seat taken"
    view = post.service.view(carl, post.service.queries.by_number(1))
    assert ({seat.person for seat in view.seats}, view.open_seats) == ({ann.id, bob.id, carl.id}, ())
    assert any("With pleasure." in mail.text for mail in post.sent() if mail.address == "bob@example.com")


def test_a_declined_seat_is_reported_to_who_has_asked(post: Post) -> None:
    post.service.people.set_challenges(post.account("Carl"), "ask")
    answer(post, f"ludo challenge --password={SECRET} ann bob carl")
    mail = waiting_mail(post, "carl", "accept or decline")
    post.reply(token_of(mail), "decline\nNo time.", "carl@example.com")
    (told,) = [mail.text for mail in post.sent() if mail.address == "ann@example.com"]
    assert "Carl declines the seat in game 1." in told
    assert "No time." in told
    view = post.service.bots.look(str(post.service.queries.by_number(1)))
    assert (view.match.over, view.open_seats) == (False, (2,)), "the seat is open: there is another player"
    assert not post.service.notices.asked(view)


def test_a_match_of_two_that_is_declined_by_mail_is_called_off(post: Post) -> None:
    post.service.people.set_challenges(post.account("Carl"), "ask")
    ann, carl = (post.service.accounts.find(name) for name in ("Ann", "Carl"))
    view = post.service.challenges.start(ann, ["Carl"], Terms("orion"), ask=True)
    post.service.notices.plan()
    post.now += 61
    post.service.notices.plan()
    mail = waiting_mail(post, "carl", "accept or decline")
    assert post.reply(token_of(mail), "decline", "carl@example.com") == "game 1: seat declined"
    assert post.service.bots.look(view.id).match.ending == "called off"
    assert post.service.notices.rematches(carl.id) == ()
    (told,) = [one.notice for one in post.service.notices.recent(ann.id) if one.notice.kind == "answer"]
    assert told.data["text"] == "Carl has declined the match of Orion: Hydra."


def test_an_opponent_hears_at_once_that_a_game_has_begun(post: Post) -> None:
    post.send(f"orion challenge -clicks=2 --password={SECRET} ann bob", "Good luck!")
    post.service.notices.plan()
    mails = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    assert any("Good luck!" in mail.text for mail in mails)
    begun = next((mail for mail in mails if "has begun this game with you" in mail.text), None)
    assert begun
    said = " ".join(begun.text.split())
    assert (
        "Ann has begun this game with you: Orion: Hydra (2 clicks); by correspondence, 21 days a turn; unrated." in said
    )


def test_only_the_first_mail_says_who_has_begun_the_game(post: Post, ann: Person) -> None:
    post.send(f"orion challenge --password={SECRET} ann bob")
    post.service.notices.plan()
    assert [mail.text.count("has begun this game") for mail in post.sent() if mail.address == "bob@example.com"] == [1]
    game = post.service.queries.by_number(1)
    post.service.bots.submit(game, 0, "u+", post.service.bots.look(game).revision)
    post.now += 61
    post.service.notices.plan()
    (mail,) = [mail for mail in post.sent() if mail.address == "bob@example.com"]
    assert "Ann turned rotor u clockwise" in mail.text
    assert "has begun" not in mail.text
