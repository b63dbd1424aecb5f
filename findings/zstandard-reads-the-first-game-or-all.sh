#!/usr/bin/env bash
# zstandard 0.25.0 (PyPI): of an archive to which games were appended, decompress and read_to_iter give the first
# part, stream_reader and open all of it.
#
# Guess: A file of several frames, one behind the other, is one text, as the format says and gzip, bz2, lzma and the
# command zstd have it; or at least one library has one answer.
# What it does: decompress, read_to_iter and an object of decompressobj stop after the first frame without an error.
# stream_reader, open and copy_stream go on.
# Seen:
#     gzip decompress: 2 games
#     bz2 decompress: 2 games
#     lzma decompress: 2 games
#     zstandard.decompress: 1 games
#     read_to_iter: 1 games
#     decompressobj: 1 games
#     stream_reader: 2 games
#     open: 2 games
#     copy_stream: 2 games
# Why it matters: Databases of games are published as .zst, are often written in parallel as many frames, and grow by
# appending. A program that reads a small one with decompress has the first games, counts them, and notices nothing.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'zstandard==0.25.0' >&2
cat > "$folder/look.py" <<'EOF'
import bz2
import gzip
import io
import lzma

import zstandard

GAMES = [b"1. e4 e5 1-0\n", b"1. d4 d5 0-1\n"]
for module in (gzip, bz2, lzma):
    print(module.__name__, "decompress:", module.decompress(b"".join(map(module.compress, GAMES))).count(b"\n"), "games")
archive = b"".join(map(zstandard.compress, GAMES))
reader, copied = zstandard.ZstdDecompressor(), io.BytesIO()
reader.copy_stream(io.BytesIO(archive), copied)
for name, text in (
    ("zstandard.decompress", zstandard.decompress(archive)),
    ("read_to_iter", b"".join(reader.read_to_iter(archive))),
    ("decompressobj", reader.decompressobj().decompress(archive)),
    ("stream_reader", reader.stream_reader(io.BytesIO(archive)).read()),
    ("open", zstandard.open(io.BytesIO(archive), "rb").read()),
    ("copy_stream", copied.getvalue()),
):
    print(f"{name}:", text.count(b"\n"), "games")
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
gzip decompress: 2 games
bz2 decompress: 2 games
lzma decompress: 2 games
zstandard.decompress: 1 games
read_to_iter: 1 games
decompressobj: 1 games
stream_reader: 2 games
open: 2 games
copy_stream: 2 games
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
