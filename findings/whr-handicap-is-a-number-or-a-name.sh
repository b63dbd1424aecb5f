#!/usr/bin/env bash
# whole-history-rating 3.7.1 and whr 2.2.0 (PyPI): a handicap of 100 is a hundred points for one, and the name of a kind
# of game for the other.
#
# Guess: Both are ports of one program, both are imported as whr and have create_game(black, white, winner, day,
# handicap); so a handicap is what the program had it be, points that Black is given.
# What it does: whr adds the number to Black's rating. whole-history-rating takes it for a key: how much the kind "100"
# is worth is estimated from the games, and 100, 200, -100 and "two stones" rate the players alike.
# Seen:
#     handicap 0: whole-history-rating 66 points, whr 64
#     handicap 100: whole-history-rating 0 points, whr -27
#     handicap 200: whole-history-rating 0 points, whr -118
#     handicap -100: whole-history-rating 0 points, whr 155
# Why it matters: The same file of handicap games makes the giver of the stones the stronger player with one package
# and the weaker one with the other; where every game has the same handicap, it explains nearly all results.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for package in 'whole-history-rating==3.7.1' 'whr==2.2.0'; do
  python3 -m venv "$folder/${package%%=*}"
  "$folder/${package%%=*}/bin/pip" install --quiet --disable-pip-version-check "$package" 'numpy==2.4.6' >&2
done
cat > "$folder/rate.py" <<'EOF'
import whr

for handicap in (0, 100, 200, -100):
    model = getattr(whr, "WHR", None) or whr.Base
    model = model({"w2": 14})
    for day in range(10):
        model.create_game("Ann", "Bob", "W" if day % 3 == 0 else "B", day, handicap)
    model.iterate(2000)
    ann, bob = (model.ratings_for_player(name)[-1][1] for name in ("Ann", "Bob"))
    print(handicap, round(ann - bob))
EOF
cat > "$folder/join.py" <<'EOF'
import sys

for first, second in zip(*(open(name).read().splitlines() for name in sys.argv[1:])):
    handicap, points = first.split()
    print(f"handicap {handicap}: whole-history-rating {points} points, whr {second.split()[1]}")
EOF
{
  "$folder/whole-history-rating/bin/python" "$folder/rate.py" > "$folder/first"
  "$folder/whr/bin/python" "$folder/rate.py" > "$folder/second"
  python3 "$folder/join.py" "$folder/first" "$folder/second"
} 2> "$folder/errors" >> "$folder/seen" || { cat "$folder/errors" >&2; exit 1; }

cat > "$folder/expected" <<'EOF'
handicap 0: whole-history-rating 66 points, whr 64
handicap 100: whole-history-rating 0 points, whr -27
handicap 200: whole-history-rating 0 points, whr -118
handicap -100: whole-history-rating 0 points, whr 155
EOF
cat "$folder/seen"
diff "$folder/expected" "$folder/seen"
