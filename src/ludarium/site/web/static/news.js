// News of the match that this page shows, from the worker that all pages share; a browser without such workers has a
// stream for each page that can be seen.

import { makeHub } from "./hub.js";
import { byId, refresh, showConnection } from "./page.js";

/** Takes what this page says.
 * @type {(said: import("./hub.js").Said) => void}
 */
let say = () => {};
/** Whether the match has changed while nobody could see the page. */
let stale = false;

/** The match that the page shows, and its revision. */
function displayed() {
  const { match = "", revision } = byId("main")?.dataset ?? {};
  return { match, revision: Number(revision) };
}

/** @param {import("./hub.js").News} news */
function hear(news) {
  if ("connected" in news) showConnection(!news.connected);
  else if ("revision" in news) {
    if (news.revision <= displayed().revision) return;
    stale ||= document.hidden; // so that the page asks again when it is seen
    refresh();
  } else if (document.hidden) stale = true;
  else document.dispatchEvent(new CustomEvent("tick", { detail: news.tick }));
}

function useWorker() {
  const worker = new SharedWorker(new URL("./news-worker.js", import.meta.url), { type: "module" });
  worker.onerror = () => useOwnStream(); // its module cannot be loaded
  worker.port.onmessage = ({ data }) => hear(data);
  say = (said) => worker.port.postMessage(said);
}

function useOwnStream() {
  const hub = makeHub();
  const page = { postMessage: hear };
  say = (said) => hub.hear(page, document.hidden ? null : said);
  say(displayed());
}

/** Send the revision of the page again: news that it missed while it slept are then sent again. */
function announce() {
  say(displayed());
  if (document.hidden || !stale) return;
  stale = false;
  refresh();
}

if (byId("main")?.dataset.match) {
  if ("SharedWorker" in globalThis) useWorker();
  else useOwnStream();
  announce();
  document.addEventListener("visibilitychange", announce);
  addEventListener("pageshow", (event) => event.persisted && announce());
  addEventListener("pagehide", () => say(null));
}
