// The page of a live tournament follows it, and leads a person to the board when their game begins.

import { follow } from "./boards.js";
import { byId } from "./page.js";
import { kept } from "./kept.js";
import { localise } from "./times.js";
import { soon, watch } from "./watch.js";

const region = () => byId("follow");
/** The latest revision that is known of the tournament. */
let known = Number(region()?.dataset.revision ?? 0);

/** The address of the board at which the person is to play, if any. */
const ownBoard = () => /** @type {HTMLAnchorElement | null} */ (document.querySelector("#to-board"))?.href ?? "";

/** Show the page as it is now, and keep the focus, what is open, and what is scrolled. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [region(), page.getElementById("follow")];
  if (!before || !after) return;
  const restore = kept(before);
  const was = ownBoard();
  localise(after);
  before.replaceChildren(...after.childNodes);
  before.dataset.revision = after.dataset.revision;
  restore();
  follow();
  document.dispatchEvent(new Event("followed"));
  // The clocks run; but who is about to press or type something is not taken away from it.
  if (ownBoard() && ownBoard() !== was && !document.activeElement?.closest("form")) location.assign(ownBoard());
}

const showSoon = soon(show, [3, 7]);
const id = region()?.dataset.tournament;
if (id) watch(`tournament-${id}`, () => known, (news) => {
  if (!("revision" in news) || news.revision <= known) return;
  known = news.revision;
  showSoon();
});
