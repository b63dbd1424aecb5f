#!/usr/bin/env bash
# humanize 4.17.0 and num2words 0.5.14 (PyPI): the place after the twentieth is "21er" in French for one, "2me" follows
# the first for the other, and in Italian or Polish a place is a bare number.
#
# Guess: With the language set both write places as people of the language do: 1er, 2e, 21e in French, or raise where
# they cannot.
# What it does: humanize has one ending for each last digit, with 11 to 13 as the only exceptions, as English needs;
# French 21er and 31er follow. num2words writes 2me; its to="ordinal_num" has no ending at all in Italian, Polish,
# Russian and others, although it does not raise as it does in Swedish and Finnish.
# Seen:
#     humanize fr_FR 1er 2e 3e 21er 31er
#     humanize nl_NL 1ste 2de 3de 21ste 31ste
#     humanize sv_SE 1:a 2:a 3:e 21:a 31:a
#     num2words fr 1er 2me 3me 21me 31me
#     num2words nl 1e 2e 3e 21e 31e
#     num2words it 1 2 3 21 31
#     num2words pl 1 2 3 21 31
#     num2words ru 1 2 3 21 31
#     CLDR fr one other other other other
# Why it matters: Tables of more than twenty places are wrong in a way that a test with the first three does not show.
# The rules are in CLDR: Intl.PluralRules (Node.js) tells that in French only 1 is different.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check 'humanize==4.17.0' 'num2words==0.5.14' >&2
cat > "$folder/look.py" <<'EOF'
import humanize
from num2words import num2words

PLACES = (1, 2, 3, 21, 31)
for language in ("fr_FR", "nl_NL", "sv_SE"):
    humanize.i18n.activate(language)
    print("humanize", language, *map(humanize.ordinal, PLACES))
for language in ("fr", "nl", "it", "pl", "ru"):
    print("num2words", language, *(num2words(place, lang=language, to="ordinal_num") for place in PLACES))
EOF
"$folder/venv/bin/python" "$folder/look.py" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }
cat > "$folder/look.js" <<'EOF'
const rules = new Intl.PluralRules("fr", { type: "ordinal" });
console.log("CLDR fr", [1, 2, 3, 21, 31].map((place) => rules.select(place)).join(" "));
EOF
node "$folder/look.js" 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
humanize fr_FR 1er 2e 3e 21er 31er
humanize nl_NL 1ste 2de 3de 21ste 31ste
humanize sv_SE 1:a 2:a 3:e 21:a 31:a
num2words fr 1er 2me 3me 21me 31me
num2words nl 1e 2e 3e 21e 31e
num2words it 1 2 3 21 31
num2words pl 1 2 3 21 31
num2words ru 1 2 3 21 31
CLDR fr one other other other other
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
