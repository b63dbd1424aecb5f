"""Committed dice: they follow from a secret and nonces, as the reference says, and `verify` finds what does not."""

import re
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from hmac import digest
from pathlib import Path

import pytest

from ludarium.core.entries import Entry
from ludarium.core.errors import ParseError
from ludarium.core.kernel import CHANCE
from ludarium.core.record import Record
from ludarium.match.commitment import Commitment, bot_seed, parse_nonce
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback
from ludarium.match.progress import all_states
from ludarium.match.verify import describe_dice, verify
from tests.tiny import RACE

SECRET = bytes(range(32))
PAGE = Path("docs/reference/provable-dice.md")
SIX = dict.fromkeys(range(6), 1 / 6)


def begin(secret: bytes = SECRET, nonces: tuple[str, ...] = ("a1", "")) -> Match:
    commitment = Commitment.make("match-1", secret, nonces)
    return Match.begin(RACE, ["Ann", "Bob"], commitment=commitment).roll()


def play_to_the_end(match: Match) -> Match:
    while not match.over:
        match = match.submit(match.to_act[0], match.state.format_turn([match.state.legal()[0]])).roll()
    return match


def test_the_commitment_is_the_hash_of_a_word_the_match_and_the_secret() -> None:
    assert begin().commitment == Commitment(
        "match-1", sha256(b"ludarium-dice-1" + b"match-1" + SECRET).hexdigest(), ("a1", ""), SECRET
    )


def test_a_throw_is_computed_as_the_reference_says() -> None:
    message = b"\0\0\0\7match-1" + b"\0\0\0\2a1" + b"\0\0\0\0" + bytes(7) + b"\5" + bytes(7) + b"\2"
    number = int.from_bytes(digest(SECRET, message, "sha256"))
    assert Commitment.make("match-1", SECRET, ("a1", "")).throw(SIX, turn=5, number=2) == number % 6


def test_the_numbers_on_the_page_are_those_of_the_program() -> None:
    text = PAGE.read_text("utf-8")
    dice = Commitment.make("example", bytes(32), ("", "7f"))
    assert dice.digest in text
    faces = [dice.throw(SIX, turn, 1) + 1 for turn in range(1, 9)]
    assert ", ".join(map(str, faces)) in text
    example = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert example
    names: dict[str, object] = {}
    exec(example[1], names)  # the page's own example
    assert names["faces"] == faces
    assert names["commitment"] == dice.digest


def test_probabilities_that_are_no_fractions_are_taken_as_they_are() -> None:
    shares = {0: 2**-200, 1: 0.3, 2: 0.3}  # no fractions that add up to 1, so parts of 2**64
    dice = Commitment.make("m", SECRET, ())
    seen = Counter(dice.throw(shares, turn, 1) for turn in range(2000))
    assert seen[0] == 0
    assert abs(seen[1] - 1000) < 112  # five standard errors


def test_a_rejected_number_is_replaced_by_the_hash_of_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def hashed(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        return b"\xff" * 32 if len(asked) == 1 else (6 * 7 + 4).to_bytes(32)

    monkeypatch.setattr("ludarium.match.commitment.hmac.digest", hashed)
    assert Commitment("m", "", (), SECRET).throw(SIX, 1, 1) == 4
    assert asked[1:] == [b"\xff" * 32]


def test_every_outcome_comes_as_often_as_its_probability() -> None:
    dice, shares = Commitment.make("m", SECRET, ("x",)), {2: 0.1, 5: 0.7, 9: 0.2}
    seen = Counter(dice.throw(shares, turn, 1) for turn in range(4000))
    for outcome, share in shares.items():
        assert abs(seen[outcome] / 4000 - share) < 5 * (share * (1 - share) / 4000) ** 0.5


def test_a_nonce_a_secret_and_the_division_of_nonces_change_the_throws() -> None:
    def throws(*nonces: str, secret: bytes = SECRET) -> list[int]:
        dice = Commitment.make("m", secret, nonces)
        return [dice.throw(SIX, turn, 1) for turn in range(40)]

    assert len({tuple(throws(*nonces)) for nonces in [("ab", ""), ("a", "b"), ("", "ab"), ("ab",)]}) == 4
    assert throws("a") != throws("a", secret=bytes(32))


def test_the_same_turn_after_a_takeback_gives_the_same_dice() -> None:
    before = begin()
    after = before.submit(0, "stay").roll()
    again = accept_offer(ask_takeback(after, 0), 1).submit(0, "stay").roll()
    assert again == replace(after, takebacks=(2,))


@pytest.mark.usefixtures("tiny")
def test_shared_dice_depend_on_how_many_throws_were_before_alone() -> None:
    shared = Commitment.make("dice-1", SECRET, ("", ""), shared=True)
    match = play_to_the_end(Match.begin(RACE, ["Ann", "Bob"], commitment=shared).roll())
    thrown = [
        turn.text for turn, state in zip(match.turns, all_states(match), strict=False) if state.actors == (CHANCE,)
    ]
    states = [state for state in all_states(match) if state.actors == (CHANCE,)]
    assert thrown == [
        state.format_turn([shared.throw(state.chance_outcomes(), number, 1)]) for number, state in enumerate(states, 1)
    ]
    own = play_to_the_end(begin(nonces=("", "")))
    assert [turn.text for turn in match.turns] != [turn.text for turn in own.turns]
    text = str(match.record())
    assert '[Shared "yes"]' in text
    assert verify(Record.parse(text)).commitment == shared
    with pytest.raises(ParseError, match="was not thrown"):
        verify(Record.parse(text.replace('[Shared "yes"]\n', "")))
    with pytest.raises(ParseError, match="expected yes"):
        verify(Record.parse(text.replace('[Shared "yes"]', '[Shared "no"]')))
    closed = "\n".join(line for line in text.splitlines() if not line.startswith("[Secret"))
    assert "when all who have the same dice have ended" in describe_dice(verify(Record.parse(closed)))


@pytest.mark.usefixtures("tiny")
def test_the_secret_is_in_the_record_only_when_the_match_is_over() -> None:
    match = begin()
    assert SECRET.hex() not in str(match.record()) + repr(match)
    record = play_to_the_end(match).record()
    assert record.tags["Secret"] == SECRET.hex()
    assert record.tags["Nonces"] == "a1 -"
    assert verify(Record.parse(str(record))).record() == record
    assert match.resign(0).record().tags["Secret"] == SECRET.hex()


def test_verify_names_a_throw_that_does_not_follow_from_the_secret() -> None:
    record = play_to_the_end(begin()).record()
    others = (play_to_the_end(begin(bytes([n] * 32))) for n in range(1, 50))
    other = next(match for match in others if match.turns[0] != record.turns[0])
    false = replace(other.record(), tags=record.tags)
    verify(other.record(), RACE)
    with pytest.raises(ParseError, match=r"turn 1: .* was not thrown: by the secret it is"):
        verify(false, RACE)


def test_verify_names_a_missing_or_wrong_secret() -> None:
    record = play_to_the_end(begin()).record()
    without = {name: value for name, value in record.tags.items() if name != "Secret"}
    with pytest.raises(ParseError, match="the secret of the dice is missing, so they cannot be checked"):
        verify(replace(record, tags=without), RACE)
    with pytest.raises(ParseError, match="is not the one that was committed to"):
        verify(replace(record, tags={**record.tags, "Secret": "00" * 32}), RACE)


@pytest.mark.parametrize(
    "tags",
    [
        {},
        {"Match": "m", "Commitment": "0" * 64},
        {"Match": "m", "Commitment": "0" * 63, "Nonces": "- -"},
        {"Match": "m", "Commitment": "0" * 64, "Nonces": "- - -"},
        {"Match": "m", "Commitment": "0" * 64, "Nonces": "a_b -"},
        {"Match": "m", "Commitment": "0" * 64, "Nonces": "- -", "Secret": "x"},
    ],
)
def test_damaged_tags_are_named(tags: dict[str, str]) -> None:
    with pytest.raises(ParseError, match="expected"):
        Match.from_record(Record(RACE.spec, tags={"Dice": "committed", **tags}), RACE)


def test_the_description_of_the_dice_says_what_is_proved() -> None:
    assert "no commitment" in describe_dice(Match.begin(RACE, ["", ""]))
    assert "when the match is over" in describe_dice(begin())
    assert "the nonces of 1 player:" in describe_dice(play_to_the_end(begin()))
    assert "nonces" not in describe_dice(play_to_the_end(begin(nonces=("", ""))))
    assert describe_dice(verify(Record("orion", (Entry("u+"),)))) == ""


def test_throws_without_the_secret_are_refused() -> None:
    match = begin()
    assert match.commitment
    hidden = replace(match, commitment=replace(match.commitment, secret=None)).submit(0, "stay")
    with pytest.raises(ParseError, match="published when the match is over"):
        hidden.roll()


@pytest.mark.parametrize("text", ["a b", "é", "x" * 65, "-", "a\nb"])
def test_a_nonce_is_letters_and_digits(text: str) -> None:
    with pytest.raises(ParseError, match="is not a nonce"):
        parse_nonce(text)


def test_spaces_around_a_nonce_do_not_count() -> None:
    assert parse_nonce(" a1 ") == "a1"
    assert parse_nonce("") == ""


def test_seeds_of_bots_differ_by_secret_turn_and_seat() -> None:
    seeds = {bot_seed(secret, turns, seat) for secret in (SECRET, bytes(32)) for turns in (0, 1) for seat in (0, 1)}
    assert len(seeds) == 8
    assert all(0 <= seed < 2**63 for seed in seeds)
