// The page of a live tournament follows it.

import { byId } from "./page.js";
import { kept } from "./kept.js";
import { soon, watch } from "./watch.js";

const region = () => byId("follow");
/** The latest revision that is known of the tournament. */
let known = Number(region()?.dataset.revision ?? 0);
/** What ends watching a match, by its id.
 * @type {Map<string, () => void>}
 */
const watched = new Map();

/** Show the page as it is now, and keep the focus, what is open, and what is scrolled. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [region(), page.getElementById("follow")];
  if (!before || !after) return;
  const restore = kept(before);
  before.replaceChildren(...after.childNodes);
  before.dataset.revision = after.dataset.revision;
  restore();
  follow();
  document.dispatchEvent(new Event("followed"));
}

/** Show how a match stands, in its small picture; everybody who watches it gets the same.
 * @param {string} match
 * @param {number} revision
 */
function picture(match, revision) {
  const shot = region()?.querySelector(`[data-board="${CSS.escape(match)}"] .shot`);
  if (!shot) return;
  const image = new Image();
  image.src = `/matches/${match}/small.svg?revision=${revision}`;
  image.alt = "";
  image.decode().then(() => shot.replaceChildren(image), () => {});
}

/** Watch the matches whose pictures the page has, and no others. */
function follow() {
  const here = new Map([...(region()?.querySelectorAll("[data-board]") ?? [])].map((each) => {
    const { board = "", revision } = /** @type {HTMLElement} */ (each).dataset;
    return [board, Number(revision)];
  }));
  for (const [match, end] of watched) {
    if (here.has(match)) continue;
    end();
    watched.delete(match);
  }
  for (const [match, revision] of here) {
    if (watched.has(match)) continue;
    let last = revision;
    watched.set(match, watch(match, () => last, (news) => {
      if (!("revision" in news) || news.revision <= last) return;
      last = news.revision;
      picture(match, last);
    }));
  }
}

const showSoon = soon(show, [3, 7]);
const id = region()?.dataset.tournament;
if (id) watch(`tournament-${id}`, () => known, (news) => {
  if (!("revision" in news) || news.revision <= known) return;
  known = news.revision;
  showSoon();
});
follow();
