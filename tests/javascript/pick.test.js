// What the bar of a page tells.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pick } from "../../src/ludarium/site/web/static/pick.js";

const notice = (/** @type {string} */ path, at = 9, begins = false) => ({ title: "Orion, game 3", text: "It is your turn.", path, at, begins });
const nowhere = () => false;

test("what came before the page is said by its header, not by its bar", () => {
  assert.equal(pick({ live: null, notices: [notice("/matches/a", 5)] }, "/about", 5, nowhere), null);
  const shown = { text: "Orion, game 3: It is your turn.", path: "/matches/a", begins: false, key: "/matches/a 6" };
  assert.deepEqual(pick({ live: null, notices: [notice("/matches/a", 6)] }, "/about", 5, nowhere), shown);
});

test("a game that has begun is shown before all else, whenever that was", () => {
  const notices = [notice("/matches/a"), notice("/matches/b", 1, true)];
  assert.equal(pick({ live: null, notices }, "/about", 5, nowhere)?.path, "/matches/b");
  const live = { match: "c", name: "The cup" };
  const shown = { text: "Your game in The cup begins.", path: "/matches/c", begins: true, key: "c" };
  assert.deepEqual(pick({ live, notices }, "/about", 5, nowhere), shown);
});

test("a page does not tell of itself, nor of where it leads", () => {
  const live = { match: "c", name: "The cup" };
  assert.equal(pick({ live, notices: [notice("/me/notices#3")] }, "/me/notices", 5, (path) => path === "/matches/c"), null);
  assert.equal(pick({ live, notices: [notice("/matches/d")] }, "/matches/c", 5, nowhere)?.path, "/matches/d");
});

test("what was closed is not told again, and what comes later is", () => {
  const notices = [notice("/matches/a", 7), notice("/matches/b", 6)];
  const isClosed = (/** @type {string} */ key) => key === "/matches/a 7";
  assert.equal(pick({ live: null, notices }, "/about", 5, nowhere, isClosed)?.path, "/matches/b");
  const later = [notice("/matches/a", 8), ...notices];
  assert.equal(pick({ live: null, notices: later }, "/about", 5, nowhere, isClosed)?.key, "/matches/a 8");
});

test("a sentence that begins with its title names it once", () => {
  const asks = { ...notice("/matches/a"), title: "Mara", text: "Mara asks for a rematch of Orion, game 3." };
  assert.equal(pick({ live: null, notices: [asks] }, "/about", 5, nowhere)?.text, "Mara asks for a rematch of Orion, game 3.");
});

test("a challenge has its answers with it", () => {
  /** @type {import("../../src/ludarium/site/web/static/pick.js").Notice} */
  const challenge = { ...notice("/challenges/a"), accept: ["/challenges/a", "accept"], decline: ["/challenges/a", "decline"] };
  assert.deepEqual(pick({ live: null, notices: [challenge] }, "/about", 5, nowhere)?.decline, ["/challenges/a", "decline"]);
});
