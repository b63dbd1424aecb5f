// One event stream for all pages of a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Hub, address, delay } from "../../src/ludarium/site/web/static/hub.js";

/** @typedef {import("../../src/ludarium/site/web/static/hub.js").News} News */

/** A hub, with streams and timers that the test drives. */
function makeWorld() {
  /** @type {{ address: string, open: boolean, say(kind: string, data?: object): void }[]} */
  const streams = [];
  /** @type {Map<object, [() => void, number]>} */
  const timers = new Map();
  const hub = new Hub({
    connect(where) {
      /** @type {Record<string, (event: any) => void>} */
      const listeners = {};
      const stream = {
        address: where,
        open: true,
        /** @param {string} kind @param {object} [data] */
        say: (kind, data) => listeners[kind]({ data: JSON.stringify(data) }),
      };
      streams.push(stream);
      return {
        addEventListener(/** @type {string} */ kind, /** @type {any} */ listener) { listeners[kind] = listener; },
        close() { stream.open = false; },
      };
    },
    later(action, seconds) {
      const key = {};
      timers.set(key, [action, seconds]);
      return () => timers.delete(key);
    },
  });
  /** Let the timers that are due within some seconds run.
   * @param {number} seconds
   */
  function wait(seconds) {
    for (const [key, [action, due]] of [...timers]) {
      if (due <= seconds && timers.delete(key)) action();
    }
  }
  /** A page that notes what it hears. */
  function openPage() {
    /** @type {News[]} */
    const heard = [];
    return { heard, postMessage(/** @type {News} */ news) { heard.push(news); } };
  }
  return { hub, streams, wait, openPage };
}

test("many pages share one stream, each with its own match", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  const pages = Array.from({ length: 12 }, openPage);
  pages.forEach((page, n) => hub.hear(page, { match: `m${n % 3}`, revision: 5 }));
  wait(1);
  assert.deepEqual(streams.map((stream) => stream.address), ["/events?watch=m0:5,m1:5,m2:5"]);
  streams[0].say("changed", { match: "m1", revision: 6 });
  const told = pages.map((page) => page.heard.some((news) => "revision" in news));
  assert.deepEqual(told, pages.map((_, n) => n % 3 === 1));
});

test("a page that comes late or has slept is told what it missed", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  const [first, second] = [openPage(), openPage()];
  hub.hear(first, { match: "m", revision: 5 });
  wait(1);
  streams[0].say("changed", { match: "m", revision: 7 });
  hub.hear(second, { match: "m", revision: 6 });
  assert.deepEqual(second.heard, [{ connected: true }, { match: "m", revision: 7 }]);
  hub.hear(first, { match: "m", revision: 7 });
  assert.equal(first.heard.filter((news) => "revision" in news).length, 1);
  wait(1);
  assert.equal(streams.length, 1);
});

test("ticks go to the pages of their match", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  const [first, second] = [openPage(), openPage()];
  hub.hear(first, { match: "m", revision: 5 });
  hub.hear(second, { match: "n", revision: 5 });
  wait(1);
  streams[0].say("tick", { match: "m", choices: 1 });
  assert.deepEqual(first.heard.at(-1), { match: "m", tick: { match: "m", choices: 1 } });
  assert.deepEqual(second.heard, [{ connected: true }]);
});

test("a match that no page shows any more is not asked for", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  const [first, second, third] = [openPage(), openPage(), openPage()];
  hub.hear(first, { match: "m", revision: 1 });
  hub.hear(second, { match: "m", revision: 1 });
  hub.hear(third, { match: "n", revision: 1 });
  wait(1);
  hub.hear(first, null);
  wait(1);
  assert.equal(streams.length, 1);
  hub.hear(second, null);
  hub.hear(second, null);
  wait(1);
  assert.deepEqual(streams.map((stream) => [stream.address, stream.open]), [
    ["/events?watch=m:1,n:1", false], ["/events?watch=n:1", true],
  ]);
  hub.hear(third, null);
  wait(1);
  assert.deepEqual(streams.map((stream) => stream.open), [false, false]);
});

test("a lost connection is told once, and the next stream goes on from what is known", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  const page = openPage();
  hub.hear(page, { match: "m", revision: 1 });
  wait(1);
  streams[0].say("open");
  streams[0].say("changed", { match: "m", revision: 3 });
  streams[0].say("error");
  wait(1);
  streams[1].say("error");
  wait(1);
  assert.equal(streams[2].address, "/events?watch=m:3");
  streams[2].say("open");
  const connections = page.heard.flatMap((news) => "connected" in news ? [news.connected] : []);
  assert.deepEqual(connections, [true, false, true]);
});

test("a stream that is silent for too long is lost; a sign of life keeps it", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  hub.hear(openPage(), { match: "m", revision: 1 });
  wait(1);
  streams[0].say("ping");
  assert.equal(streams[0].open, true);
  wait(60);
  assert.equal(streams[0].open, false);
  wait(4);
  assert.equal(streams.length, 2);
});

test("a network that is back is used at once", () => {
  const { hub, streams, wait, openPage } = makeWorld();
  hub.hear(openPage(), { match: "m", revision: 1 });
  wait(1);
  hub.wake();
  wait(0);
  assert.equal(streams.length, 1);
  streams[0].say("error");
  hub.wake();
  wait(0);
  assert.equal(streams.length, 2);
});

test("attempts become rarer, and browsers do not come all at once", () => {
  assert.deepEqual([0, 1, 2, 3, 9].map((failures) => delay(failures, 0)), [0.5, 1, 2, 4, 4]);
  assert.equal(delay(9, 1), 2.8);
});

test("a stream asks for as many matches as the server allows, the latest ones", () => {
  const many = new Map(Array.from({ length: 600 }, (_, n) => [`m${n}`, 0]));
  const asked = address(many).split(/[=,]/).slice(1);
  assert.deepEqual([asked.length, asked.at(-1)], [500, "m599:0"]);
});
