#!/usr/bin/env bash
# pgn-parser 2.2.1 (npm): a clock in a comment is read, unless a space and an evaluation stand beside it, as in the
# games that Lichess exports.
#
# Guess: A comment with [%clk 0:03:00] gives the command "clk", and one with [%eval 0.17] [%clk 0:03:00] gives two,
# whatever is between them; where there is a remark too, both come back.
# What it does: Two commands with nothing between them are two commands; with a space between them, or with a word
# beside them, the whole comment is plain text and there is no command. @mliebelt/pgn-parser 1.4.19 (npm) finds the
# clock in all of them.
# Seen:
#     { [%clk 0:03:00] } pgn-parser: 0:03:00, @mliebelt/pgn-parser: 0:03:00
#     {[%eval 0.17][%clk 0:03:00]} pgn-parser: 0:03:00, @mliebelt/pgn-parser: 0:03:00
#     { [%eval 0.17] [%clk 0:03:00] } pgn-parser: no clock, @mliebelt/pgn-parser: 0:03:00
#     { [%clk 0:03:00] a good move } pgn-parser: no clock, @mliebelt/pgn-parser: 0:03:00
# Why it matters: Games without analysis have their clocks, and analysed ones of the same file have none, so that
# statistics of time are made of the games that nobody had analysed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'pgn-parser@2.2.1' '@mliebelt/pgn-parser@1.4.19' >&2
cat > "$folder/look.js" <<'EOF'
const first = require("pgn-parser");
const second = require("@mliebelt/pgn-parser");

for (const comment of [
  "{ [%clk 0:03:00] }",
  "{[%eval 0.17][%clk 0:03:00]}",
  "{ [%eval 0.17] [%clk 0:03:00] }",
  "{ [%clk 0:03:00] a good move }",
]) {
  const text = `1. e4 ${comment} *`;
  const commands = first.parse(text)[0].moves[0].comments.flatMap((part) => part.commands ?? []);
  const clock = commands.find((command) => command.key === "clk");
  const other = second.parse(text, { startRule: "game" }).moves[0].commentDiag.clk;
  console.log("%s pgn-parser: %s, @mliebelt/pgn-parser: %s", comment, clock ? clock.values[0] : "no clock", other);
}
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
{ [%clk 0:03:00] } pgn-parser: 0:03:00, @mliebelt/pgn-parser: 0:03:00
{[%eval 0.17][%clk 0:03:00]} pgn-parser: 0:03:00, @mliebelt/pgn-parser: 0:03:00
{ [%eval 0.17] [%clk 0:03:00] } pgn-parser: no clock, @mliebelt/pgn-parser: 0:03:00
{ [%clk 0:03:00] a good move } pgn-parser: no clock, @mliebelt/pgn-parser: 0:03:00
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
