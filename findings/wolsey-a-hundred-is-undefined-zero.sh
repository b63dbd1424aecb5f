#!/usr/bin/env bash
# wolsey 0.1.1 (npm): numbers from a hundred on are "undefined", and the first place in French is "11er".
#
# Guess: numeral, ordinal and ordinalAsNumber write 101 as "one hundred and one", "one hundred and first" and 101st, and
# 1 in French as 1er, as a package for numerals and ordinals in four languages does.
# What it does: The powers of ten are sorted with a comparison that returns true and false, where JavaScript wants a
# number. Since Node.js 11 that leaves the order as it was, with the lowest power in the last place, and each number of
# a hundred or more falls through to the name of its last digits. No exception is raised. The "11er" has another cause:
# in French the figure 1 is written before an ending that has a 1 of its own.
# Seen:
#     1: one; first; 1st
#     42: forty two; forty second; 42nd
#     99: ninety nine; ninety ninth; 99th
#     100: undefined zero; undefined zeroth; 100th
#     101: undefined one; undefined first; 101st
#     120: undefined zero; undefined zeroth; 120th
#     1000: undefined zero; undefined zeroth; 1000th
#     12345: undefined five; undefined fifth; 12345th
#     fr 1: un; 11er
#     fr 2: deux; 2e
#     fr 99: quatre-vingt-dix-neuf; 99e
#     fr 101: quatre-vingt-et-un; 101e
#     fr 200: quatre-vingt; 200e
#     fr 1000: quatre-vingt; 1000e
#     de 99: neunundneunzig; 99.
#     de 101: einundhundert; 101.
#     de 200: nullundundefined; 200.
#     es 99: noventa y nueve; 99.o
#     es 200: doscientos; 200.o
#     es 1000: undefined y cero; 1000.o
# Why it matters: Places, moves and numbers of games go beyond a hundred. A test with small numbers passes; the table of
# a large tournament says "undefined first", or "einundhundert" in German for 101. Each French table has an "11er" at
# its head.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

npm install --prefix "$folder" --silent --no-audit --no-fund 'wolsey@0.1.1' >&2
cat > "$folder/look.cjs" <<'EOF'
const Wolsey = require("wolsey");
require("wolsey/lang/fr");
require("wolsey/lang/de");
require("wolsey/lang/es");

const words = new Wolsey();
words.addLang("fr", new Wolsey.FR());
words.addLang("de", new Wolsey.DE());
words.addLang("es", new Wolsey.ES());
for (const number of [1, 42, 99, 100, 101, 120, 1000, 12345]) {
  console.log(`${number}: ${words.numeral(number)}; ${words.ordinal(number)}; ${words.ordinalAsNumber(number)}`);
}
for (const [lang, numbers] of [["fr", [1, 2, 99, 101, 200, 1000]], ["de", [99, 101, 200]], ["es", [99, 200, 1000]]]) {
  for (const number of numbers) {
    const figures = words.ordinalAsNumber(number, { lang });
    console.log(`${lang} ${number}: ${words.numeral(number, { lang })}; ${figures}`);
  }
}
EOF
node "$folder/look.cjs" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
1: one; first; 1st
42: forty two; forty second; 42nd
99: ninety nine; ninety ninth; 99th
100: undefined zero; undefined zeroth; 100th
101: undefined one; undefined first; 101st
120: undefined zero; undefined zeroth; 120th
1000: undefined zero; undefined zeroth; 1000th
12345: undefined five; undefined fifth; 12345th
fr 1: un; 11er
fr 2: deux; 2e
fr 99: quatre-vingt-dix-neuf; 99e
fr 101: quatre-vingt-et-un; 101e
fr 200: quatre-vingt; 200e
fr 1000: quatre-vingt; 1000e
de 99: neunundneunzig; 99.
de 101: einundhundert; 101.
de 200: nullundundefined; 200.
es 99: noventa y nueve; 99.o
es 200: doscientos; 200.o
es 1000: undefined y cero; 1000.o
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
