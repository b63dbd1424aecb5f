#!/bin/sh
# A bot for a site in shell, with curl and jq: it plays the first legal turn of every match.
# SITE is the address of the site, TOKEN_FILE the file with a token of yours there; with ONCE=yes it stops after a look.
set -u

ask() {
  curl --silent --header "Authorization: Bearer $(cat "$TOKEN_FILE")" "$@"
}

refused=$(ask "$SITE/turns" | jq --raw-output '.error // empty' 2>/dev/null)
[ -z "$refused" ] || { echo "$refused" >&2; exit 1; }

while :; do
  ask "$SITE/turns?legal=yes&record=no" |
    jq --compact-output '.turns[]? | {match, body: {do: "turn", text: .legal[0], seat, revision}}' 2>/dev/null |
    while read -r turn; do
      match=$(printf %s "$turn" | jq --raw-output .match)
      printf %s "$turn" | jq .body |
        ask --header "Content-Type: application/json" --data @- "$SITE/matches/$match"
      echo
    done
  [ "${ONCE:-no}" = yes ] && break
  sleep "${PAUSE:-2}"
done
