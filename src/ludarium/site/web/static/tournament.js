// The page of a live tournament follows it.

import { follow } from "./boards.js";
import { byId } from "./page.js";
import { kept } from "./kept.js";
import { localise } from "./times.js";
import { soon, watch } from "./watch.js";

const region = () => byId("follow");
/** The latest revision that is known of the tournament. */
let known = Number(region()?.dataset.revision ?? 0);

/** Show the page as it is now, and keep the focus, what is open, and what is scrolled. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [region(), page.getElementById("follow")];
  if (!before || !after) return;
  const restore = kept(before);
  localise(after);
  before.replaceChildren(...after.childNodes);
  before.dataset.revision = after.dataset.revision;
  restore();
  follow();
  document.dispatchEvent(new Event("followed"));
}

const showSoon = soon(show, [3, 7]);
const id = region()?.dataset.tournament;
if (id) watch(`tournament-${id}`, () => known, (news) => {
  if (!("revision" in news) || news.revision <= known) return;
  known = news.revision;
  showSoon();
});
