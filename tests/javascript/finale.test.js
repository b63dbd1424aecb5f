// The winning moment: when each piece rises, and what fades.

import assert from "node:assert/strict";
import { test } from "node:test";

import { delays, remains } from "../../src/ludarium/scenes/finale.js";

test("pieces rise one after another, and a long chain in a second and a half", () => {
  assert.deepEqual(delays(0), []);
  assert.deepEqual(delays(1), [0.25]);
  assert.deepEqual(delays(3).map((time) => Math.round(100 * time)), [25, 36, 47]);
  const long = delays(40);
  assert.ok(Math.abs((long.at(-1) ?? 0) - 1.75) < 1e-9);
});

test("the ground and what has won stay as they are, and all else fades", () => {
  assert.equal(remains(["ground", "board"], false), true);
  assert.equal(remains(["mark", "win"], false), true);
  assert.equal(remains(["piece", "seat-0"], true), true);
  assert.equal(remains(["piece", "seat-0"], false), false);
  assert.equal(remains(["label"], false), false);
});
