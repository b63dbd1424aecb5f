// The page of a challenge that waits for the other: it shows the answer when that comes, and leads to the board of a match
// whose clocks run. News tell of it where the person has something to do then; where the other has the first turn, the page
// asks by itself.

import { byId } from "./page.js";
import { localise } from "./times.js";
import { soon, watch } from "./watch.js";

const { person = "", known = "0" } = byId("live-bar")?.dataset ?? {};
const SECONDS = 5;
/** The latest revision that is known of what is new to the person. */
let last = Number(known);

/** Show the page as it is now, if the challenge does not wait any more. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [byId("main"), page.getElementById("main")];
  if (!before || !after || after.querySelector("[value=withdraw]")) return;
  localise(after);
  before.replaceChildren(...after.childNodes);
  document.dispatchEvent(new Event("followed"));
  const board = before.querySelector("[data-live] a");
  if (board instanceof HTMLAnchorElement) location.replace(board.href);
  leave();
  clearInterval(asking);
}

const showSoon = soon(show, []);
const leave = watch(`person-${person}`, () => last, (news) => {
  if (!("revision" in news) || news.revision <= last) return;
  last = news.revision;
  showSoon();
});
const asking = setInterval(() => document.hidden || showSoon(), 1000 * SECONDS);
