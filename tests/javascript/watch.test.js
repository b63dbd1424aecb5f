// Hearing of one thing through the worker that pages share, and what ends it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { watch } from "../../src/ludarium/site/web/static/watch.js";

/** A page in a browser with shared workers, of which the last is noted. */
function makePage() {
  const page = new EventTarget();
  /** @type {{ said: unknown[], closed: boolean, fail: () => void }[]} */
  const workers = [];
  /** @type {string[]} */
  const streams = [];
  class SharedWorker {
    onerror = () => {};
    constructor() {
      const seen = { said: /** @type {unknown[]} */ ([]), closed: false, fail: () => this.onerror() };
      workers.push(seen);
      this.port = {
        postMessage(/** @type {unknown} */ what) { seen.said.push(what); },
        close() { seen.closed = true; },
      };
    }
  }
  class EventSource {
    constructor(/** @type {string} */ where) { streams.push(where); }
    addEventListener() {}
    close() { streams.pop(); }
  }
  const addEventListener = page.addEventListener.bind(page);
  Object.assign(globalThis, { SharedWorker, EventSource, addEventListener });
  const show = () => page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  return { workers, streams, show, hide: () => page.dispatchEvent(new Event("pagehide")) };
}

const wait = () => new Promise((done) => setTimeout(done, 60));

test("who has ended it says nothing any more, and closes the port", () => {
  const { workers, show, hide } = makePage();
  const end = watch("lobby", () => 7, () => {});
  hide();
  show();
  end();
  hide();
  show();
  const lobby = { match: "lobby", revision: 7 };
  assert.deepEqual(workers.map(({ said, closed }) => ({ said, closed })), [{ said: [lobby, null, lobby, null], closed: true }]);
});

test("without its worker a page ends its own stream", async () => {
  const { workers, streams } = makePage();
  const end = watch("lobby", () => 7, () => {});
  workers[0]?.fail();
  await wait();
  assert.deepEqual(streams, ["/events?watch=lobby:7"]);
  end();
  await wait();
  assert.deepEqual(streams, []);
});
