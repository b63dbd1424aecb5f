// Small boards follow their matches, on the front page, where matches are watched, and on the page of a tournament.

import { watch } from "./watch.js";

/** What ends watching a match, by its id.
 * @type {Map<string, () => void>}
 */
const watched = new Map();

/** Show how a match stands, in its small picture; everybody who watches it gets the same. That it has moved is said
 * also if the picture does not come.
 * @param {string} match
 * @param {number} revision
 */
function picture(match, revision) {
  const shot = document.querySelector(`[data-board="${CSS.escape(match)}"] .shot`);
  if (!shot) return;
  const image = new Image();
  image.src = `/matches/${match}/small.svg?revision=${revision}`;
  image.alt = "";
  image.decode().then(() => shot.replaceChildren(image), () => {}).then(() => {
    document.dispatchEvent(new CustomEvent("moved", { detail: { match, revision, src: image.src } }));
  });
}

/** Watch the matches whose pictures the page has, and no others. */
export function follow() {
  const here = new Map([...document.querySelectorAll("[data-board]")].map((each) => {
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

follow();
