// News of one thing besides the match of the page, such as the lobby: from the worker that all pages share, or, in a
// browser without such workers, from the stream of this page.

import { makeHub } from "./hub.js";

/** Hear what is new, from the revision on that the page knows.
 * @param {string} match the id of a match, or of what the server lists beside matches
 * @param {() => number} known the latest revision that the page knows
 * @param {(news: import("./hub.js").News) => void} hear
 * @returns {() => void} what ends it
 */
export function watch(match, known, hear) {
  const said = () => ({ match, revision: known() });
  const page = { postMessage: hear };
  const listeners = new AbortController();
  const { signal } = listeners;
  const sayHere = (/** @type {import("./hub.js").Said} */ what) => makeHub().hear(page, what);
  let [say, close] = [sayHere, () => {}];
  if ("SharedWorker" in globalThis) {
    const worker = new SharedWorker(new URL("./news-worker.js", import.meta.url), { type: "module" });
    worker.port.onmessage = ({ data }) => hear(data);
    worker.onerror = () => { // its module cannot be loaded
      if (signal.aborted) return;
      say = sayHere;
      say(said());
    };
    say = (what) => worker.port.postMessage(what);
    close = () => worker.port.close();
  }
  say(said());
  addEventListener("pagehide", () => say(null), { signal });
  addEventListener("pageshow", (event) => event.persisted && say(said()), { signal });
  return () => {
    listeners.abort();
    say(null);
    close();
  };
}

/** What asks for something soon, once for all that happens until then, and once more if something happens meanwhile; it
 * is spread, since many hear of the same at once.
 * @param {() => Promise<void>} ask
 * @param {number[]} seconds the least, and the spread
 */
export function soon(ask, [least = 0, spread = 0]) {
  let [waits, again] = [false, false];
  const begin = () => {
    again = true;
    if (waits) return;
    waits = true;
    setTimeout(async () => {
      again = false;
      await ask();
      waits = false;
      if (again) begin();
    }, 1000 * (least + spread * Math.random()));
  };
  return begin;
}
