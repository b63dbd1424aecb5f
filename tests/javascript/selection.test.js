// Which action touching elements one after another means.

import assert from "node:assert/strict";
import { test } from "node:test";

import { continuations, meaning, parseTouches, select } from "../../src/ludarium/site/web/static/selection.js";

const TOUCHES = parseTouches('[[0,7,["a"]],[0,8,["b","c"]],[0,9,["b","d"]]]');

test("a picture without touches has none", () => {
  assert.deepEqual(parseTouches(undefined), []);
  assert.deepEqual(parseTouches(""), []);
});

test("an element that is a whole action chooses it", () => {
  assert.deepEqual(select(TOUCHES, [], "a"), { path: [], action: { seat: 0, action: 7, elements: ["a"] } });
});

test("an action of two elements is chosen by the second", () => {
  assert.deepEqual(select(TOUCHES, [], "b"), { path: ["b"] });
  assert.equal(select(TOUCHES, ["b"], "d").action?.action, 9);
});

test("a second touch takes the first one back", () => {
  assert.deepEqual(select(TOUCHES, ["b"], "b"), { path: [] });
});

test("an element that does not go on begins anew", () => {
  assert.equal(select(TOUCHES, ["b"], "a").action?.action, 7);
  assert.deepEqual(select(TOUCHES, ["b"], "nothing"), { path: [] });
});

test("what may follow is known", () => {
  assert.deepEqual(continuations(TOUCHES, ["b"]).map(({ action }) => action), [8, 9]);
  assert.equal(continuations(TOUCHES, ["b", "c"]).length, 0);
});

test("elements of the same actions mean the same", () => {
  assert.equal(meaning(TOUCHES, [], "b"), "8,9");
  assert.equal(meaning(TOUCHES, ["b"], "c"), "8");
  assert.equal(meaning(TOUCHES, [], "c"), "");
});
