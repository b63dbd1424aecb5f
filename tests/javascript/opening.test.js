// Openings as text, and clocks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatAgo, formatClock } from "../../src/ludarium/site/web/static/clock.js";
import { clampTurns, formatOpening, parseOpening } from "../../src/ludarium/site/web/static/opening.js";

const DIRECTIONS = ["north", "east", "south", "west"];

test("an opening is read leg by leg", () => {
  assert.deepEqual(parseOpening("n2 e s 10", DIRECTIONS), [["n", 2], ["e", 1], ["s", 10]]);
  assert.deepEqual(parseOpening("", DIRECTIONS), []);
  assert.deepEqual(parseOpening("x3n", DIRECTIONS), [["n", 1]]);
});

test("an opening that was read is written the same", () => {
  for (const text of ["n2e3s", "w", "n999", ""]) assert.equal(formatOpening(parseOpening(text, DIRECTIONS)), text);
});

test("turns are whole and from 1 to 999", () => {
  assert.deepEqual(["3", "", "0", "-4", "2.6", "5000", "many"].map(clampTurns), [3, 1, 1, 1, 3, 999, 1]);
});

test("a clock shows minutes and seconds, and hours or days alone where seconds do not count", () => {
  const shown = [0, 1, 59.2, 60, 3599, 3600, 10_799, 10_800, 86_399, 90_061, -5].map(formatClock);
  assert.deepEqual(shown, [
    "0:00", "0:01", "1:00", "1:00", "59:59", "1:00:00", "2:59:59", "3 h 0 min", "23 h 59 min", "1 d 1 h", "0:00",
  ]);
});

test("how long ago something was is shown in seconds, and in minutes from two on", () => {
  assert.deepEqual([0, 40.7, 119.9, 120, 185].map(formatAgo), ["0 s", "40 s", "119 s", "2 min", "3 min"]);
});
