// The page of a challenge that waits, and of an appointment: it shows what the other does, and leads to the board of a match
// whose clocks run. News tell of it where the person has something to do then; where the other has the first turn, or
// withdraws the challenge, the page asks by itself.

import { byId } from "./page.js";
import { localise } from "./times.js";
import { soon, watch } from "./watch.js";

const { person = "", known = "0" } = byId("live-bar")?.dataset ?? {};
const SECONDS = 5;
const AGREED = "agreed"; // the state of an appointment, of whose end news tell
/** The latest revision that is known of what is new to the person. */
let last = Number(known);

/** Show the page as it is now, if the challenge was answered, withdrawn or cancelled. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [byId("main"), page.getElementById("main")];
  if (!before || !after || after.dataset.state === before.dataset.state) return;
  localise(after);
  before.dataset.state = after.dataset.state;
  before.replaceChildren(...after.childNodes);
  document.dispatchEvent(new Event("followed"));
  const board = before.querySelector("[data-live] a");
  if (board instanceof HTMLAnchorElement) location.replace(board.href);
  clearInterval(asking);
  if (after.dataset.state !== AGREED) leave();
}

const showSoon = soon(show, []);
const leave = watch(`person-${person}`, () => last, (news) => {
  if (!("revision" in news) || news.revision <= last) return;
  last = news.revision;
  showSoon();
});
const asking = setInterval(() => {
  if (!document.hidden && byId("main")?.dataset.state !== AGREED) showSoon();
}, 1000 * SECONDS);
