"""What belongs to the mail that is answered, and what to the words of its sender, where no mark says so."""

# ruff: noqa: RUF001  # words of other scripts

import pytest

from ludarium.site.mail.incoming.quotations import read_written

LINK = "https://games.example.org/unsubscribe/abcdef0123456789abcdef/zyxwvutsrq0987654321"
LONG_LINK = f"{LINK}{'-0a1b2c3' * 9}"
UNDERSCORES = "_" * 32

SEPARATED = (
    f"{UNDERSCORES}\nFrom: Ludarium <play@games.example.org>\nSent: Monday\nTo: Ann\nSubject: Orion",
    f"{UNDERSCORES}\n\n*From:* Ludarium\n*Sent:* Monday, 3 May 2027 10:01\n*To:* Ann\n*Subject:* Orion",
    f"{UNDERSCORES}\nVon: Ludarium\nGesendet: Montag, 3. Mai 2027 10:01\nAn: Ann\nBetreff: Orion",
    f"{UNDERSCORES}\nDe : Ludarium\nEnvoyé : lundi 3 mai 2027 10:01\nÀ : Ann\nObjet : Orion",
    f"{UNDERSCORES}\nОт: Ludarium\nОтправлено: 3 мая\nКому: Ann\nТема: Orion",
    f"{UNDERSCORES}\n发件人: Ludarium\n发送时间: 2027年5月3日\n收件人: Ann\n主题: Orion",
    f"{UNDERSCORES}\n差出人：Ludarium\n送信日時：2027年5月3日\n宛先：Ann\n件名：Orion",
    f"{UNDERSCORES}\n보낸 사람: Ludarium\n보낸 날짜: 2027년 5월 3일\n받는 사람: Ann\n제목: Orion",
    f"{UNDERSCORES}\nOn Monday, Ludarium <play@games.example.org> wrote:",
    "-----Original Message-----\nFrom: Ludarium",
    "-----Ursprüngliche Nachricht-----",
    "-------- Original-Nachricht --------",
    "-------- Message d\u2019origine --------",
    "-----Mensaje original-----",
    "----- Messaggio originale -----",
    "-------- Oorspronkelijk bericht --------",
    "-------- Исходное сообщение --------",
    "-------- 元のメッセージ --------",
    "-----邮件原件-----\n发件人: Ludarium\n发送时间: 2027年5月3日\n收件人: Ann",
    "---------- Forwarded message ---------",
    "-------- Weitergeleitete Nachricht --------",
    "---- On Mon, 03 May 2027 10:01:00 +0200 Ludarium <play@games.example.org> wrote ----",
    "2027年5月3日(月) 10:01 Ludarium <play@games.example.org>：",
    "From: Ludarium <play@games.example.org>\nDate: Monday\nTo: Ann",
)


@pytest.mark.parametrize("line", SEPARATED)
def test_what_follows_the_separator_of_a_program_is_the_mail_that_is_answered(line: str) -> None:
    assert read_written(f"u+\n\nWell played.\n\n{line}\n\nBob played a--.\n") == ("u+", "Well played.")


DRAWN = (
    UNDERSCORES,
    f"Hello!\n{UNDERSCORES}\nScore: 3\nTurn: 4\nNote: a good one",
    f"{UNDERSCORES}\nFrom here on it is easy.\nTo me, at least.",
    "-------- and now --------",
    "--- an original idea ---",
    "-- so there --",
    "--------------------------------",
    "==========",
    "Time: at five\nPlace: by the river\nWho comes: write to bob@example.com",
)


@pytest.mark.parametrize("line", DRAWN)
def test_words_below_a_line_that_a_person_draws_are_kept(line: str) -> None:
    assert read_written(f"u+\n\n{line}\nIt is your turn.\n\nOn Monday Bob wrote:\n> Hi") == (
        "u+",
        f"{line}\nIt is your turn.",
    )


LEFT = (
    f"> No more mail of this kind:\n{LINK}\n",
    f"> No more mail of this kind:\n<{LINK}>\n",
    f"> No more mail: {LINK[:60]}\n{LINK[60:]}\n",
    f"> No more mail: {LONG_LINK[:60]}\n{LONG_LINK[60:136]}\n{LONG_LINK[136:]}\n>\n",
    f"> > No more mail: {LINK[:64]}\n{LINK[64:]}\n> >\n",
    "> To answer this mail, write to this address of the site:\nplay@games.example.org\n",
    f"> It is there for everybody who wants to look at it:\n{LINK} and below\n> it.\n",
    "> To answer this mail, write to this address of the site:\nm+abcdefghijklmnopqrstuvwxyz@games.example.org today\n",
)


@pytest.mark.parametrize("left", LEFT)
def test_what_is_left_of_a_quoted_link_is_nobodys_words(left: str) -> None:
    quotation = f"On Monday Ludarium wrote:\n> It is your turn.\n{left}"
    assert read_written(f"u+\n\nWell played.\n\n{quotation}> The end.\n") == ("u+", "Well played.")
    assert read_written(f"{quotation}\nu+\n\nWell played.\n") == ("u+", "Well played.")


OWN = (
    (f"> The match: {LINK}\nu+\n", ("u+", "")),
    (f"> The match: {LINK}\na--b-\n\nWell played.\n", ("a--b-", "Well played.")),
    (f"> The match: {LINK}\nu+\nWell played.\n", ("u+", "Well played.")),
    (f"> The match: {LINK}\npass\n> It is your turn.\n\nWell played.\n", ("pass", "Well played.")),
    (f"> The match: {LINK}\n17-18-19-20\n", ("17-18-19-20", "")),
    ("> Where?\nhttps://a.example/x\n\nu+\n", ("https://a.example/x", "u+")),
    (f"u+\n\nSee {LINK}\nfor more.\n> Hi", ("u+", f"See {LINK}\nfor more.")),
)


@pytest.mark.parametrize(("text", "expected"), OWN)
def test_own_words_directly_below_a_quoted_link_are_kept(text: str, expected: tuple[str, str]) -> None:
    assert read_written(text) == expected


@pytest.mark.parametrize(
    "picture", ["[image: image.png]", "[cid:image001.png@01DB3D8F.1A2B3C40]", "<IMG_1.jpeg>", "[board.PNG]", "\ufffc"]
)
def test_the_place_of_a_picture_is_no_word(picture: str) -> None:
    assert read_written(f"{picture}\nu+\n{picture}\nThere it is.") == ("u+", "There it is.")


def test_many_lines_that_may_begin_a_quotation_are_read_soon() -> None:
    lines = ("_" * 12, "-- a" + "-" * 40, "> x https://" + "y" * 60, "z1" * 30, "a <b@c>:", "m+" + "a" * 26 + "@b")
    for line in (*lines, "\n".join(lines)):
        read_written((f"{line}\n" * (100_000 // len(line)))[:100_000] + "> x")
    read_written("> " + "http://" * 14_000 + ">\nx/1")
