#!/usr/bin/env bash
# tsshogi 2.2.0 and shogiops 0.18.0 (npm): a KIF record of a game with three pieces' handicap begins with all pieces for
# one and on a board of five by five for the other.
#
# Guess: The names of handicaps are a list that belongs to the format; a reader knows them, as json-kifu-format 5.5.0
# (npm) does, or says that it does not know one.
# What it does: tsshogi knows the handicaps of two, four, six, eight and ten pieces. With three or five the position is
# that of an even game, and Black is to move: the first move, which is the giver's, is made by Black with White's
# silver, which thereby changes sides. shogiops finds the name of three pieces in its list for minishogi.
# Seen:
#     二枚落ち json-kifu-format lnsgkgsnl/9 w, then ln1gkgsnl/3s5
#     二枚落ち tsshogi lnsgkgsnl/9 w, then ln1gkgsnl/3s5
#     二枚落ち shogiops lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w
#     三枚落ち json-kifu-format lnsgkgsn1/9 w, then ln1gkgsn1/3s5
#     三枚落ち tsshogi lnsgkgsnl/1r5b1 b, then ln1gkgsnl/1r1S3b1
#     三枚落ち shogiops 3gk/4p/5/P4/KGSBR w
#     五枚落ち json-kifu-format 2sgkgsn1/9 w, then 3gkgsn1/3s5
#     五枚落ち tsshogi lnsgkgsnl/1r5b1 b, then ln1gkgsnl/1r1S3b1
#     五枚落ち shogiops lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b
# Why it matters: Teaching games are played with these handicaps. The record is shown without an error: with the pieces
# that the teacher did not have, each move made by the other player, and silvers that turn coat.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'tsshogi@2.2.0' 'shogiops@0.18.0' 'json-kifu-format@5.5.0' >&2
cat > "$folder/look.mjs" <<'EOF'
import kifu from "json-kifu-format";
import { parseKifHeader } from "shogiops/notation/kif";
import { makeSfen } from "shogiops/sfen";
import { importKIF } from "tsshogi";

const short = (sfen) => sfen.split("/").slice(0, 2).join("/");
const turn = (sfen) => sfen.split(" ")[1];
for (const name of ["二枚落ち", "三枚落ち", "五枚落ち"]) {
  const text = `手合割：${name}\n上手：A\n下手：B\n手数----指手---------消費時間--\n   1 ６二銀(71)   ( 0:01/00:00:01)\n   2 投了\n`;
  const player = new kifu.JKFPlayer(kifu.Normalizer.normalizeKIF(kifu.Parsers.parseKIF(text)));
  const first = player.shogi.toSFENString(1);
  player.forward();
  console.log("%s json-kifu-format %s %s, then %s", name, short(first), turn(first), short(player.shogi.toSFENString(2)));
  const record = importKIF(text);
  const second = record.initialPosition.sfen;
  record.goto(1);
  console.log("%s tsshogi %s %s, then %s", name, short(second), turn(second), short(record.position.sfen));
  const third = makeSfen(parseKifHeader(text).value).split(" ");
  console.log("%s shogiops %s %s", name, third[0], third[1]);
}
EOF
node "$folder/look.mjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
二枚落ち json-kifu-format lnsgkgsnl/9 w, then ln1gkgsnl/3s5
二枚落ち tsshogi lnsgkgsnl/9 w, then ln1gkgsnl/3s5
二枚落ち shogiops lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w
三枚落ち json-kifu-format lnsgkgsn1/9 w, then ln1gkgsn1/3s5
三枚落ち tsshogi lnsgkgsnl/1r5b1 b, then ln1gkgsnl/1r1S3b1
三枚落ち shogiops 3gk/4p/5/P4/KGSBR w
五枚落ち json-kifu-format 2sgkgsn1/9 w, then 3gkgsn1/3s5
五枚落ち tsshogi lnsgkgsnl/1r5b1 b, then ln1gkgsnl/1r1S3b1
五枚落ち shogiops lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
