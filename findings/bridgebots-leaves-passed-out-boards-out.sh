#!/usr/bin/env bash
# bridgebots 0.0.12 (PyPI): a board that was passed out is not in the list of boards that is read from a PBN file.
#
# Guess: The standard of PBN has [Contract "Pass"] and an empty result for a board on which all four pass, and the
# library has a contract for it, whose text is PASS. The record of such a board is read, with a score of 0.
# What it does: An empty result is an error to its reader, and so is "Pass" in any other spelling than PASS. The board
# is left out with a line in the log; with PASS and a result of 0 it is read.
# Seen:
#     2NT, 8 tricks: 1NT +90, 2NT +120, 1NT -50
#     Contract "Pass", Result "": 1NT +90, 1NT -50
#     Contract "Pass", Result "0": 1NT +90, 1NT -50
#     Contract "PASS", Result "0": 1NT +90, PASS +0, 1NT -50
# Why it matters: A session of 24 boards comes in with 23, and boards that are numbered by their place in the list are
# shifted from there on. At match points a pass against 24 other results is a score like any other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'bridgebots==0.0.12' >&2
cat > "$folder/look.py" <<'EOF'
import logging
import pathlib
import tempfile

from bridgebots import parse_pbn

logging.disable()
DEAL = "N:AKQJ.T98.765.432 T98.AKQJ.432.765 765.432.AKQJ.T98 432.765.T98.AKQJ"
name = pathlib.Path(tempfile.mkdtemp()) / "club.pbn"


def read(declarer, contract, result, calls):
    """Return what is read of a board in between two others."""
    text = ""
    for number, board in enumerate((("N", "1NT", "7", "1NT Pass Pass Pass"), (declarer, contract, result, calls), ("N", "1NT", "6", "1NT Pass Pass Pass"))):
        tags = ("Event", "Club"), ("Board", number + 1), ("West", "Ann"), ("North", "Bob"), ("East", "Cyd"), ("South", "Dan")
        tags += ("Dealer", "N"), ("Vulnerable", "None"), ("Deal", DEAL), ("Declarer", board[0]), ("Contract", board[1])
        text += "".join(f'[{key} "{value}"]\n' for key, value in tags + (("Result", board[2]), ("Auction", "N")))
        text += board[3] + "\n\n"
    name.write_text(text)
    boards = [board for deal in parse_pbn(name) for board in deal.board_records]
    return ", ".join(f"{board.contract} {board.score:+}" for board in boards)


PASSES = "Pass Pass Pass Pass"
print('2NT, 8 tricks:', read("N", "2NT", "8", "2NT Pass Pass Pass"))
print('Contract "Pass", Result "":', read("", "Pass", "", PASSES))
print('Contract "Pass", Result "0":', read("", "Pass", "0", PASSES))
print('Contract "PASS", Result "0":', read("", "PASS", "0", PASSES))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
2NT, 8 tricks: 1NT +90, 2NT +120, 1NT -50
Contract "Pass", Result "": 1NT +90, 1NT -50
Contract "Pass", Result "0": 1NT +90, 1NT -50
Contract "PASS", Result "0": 1NT +90, PASS +0, 1NT -50
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
