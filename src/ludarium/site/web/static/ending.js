// The winning moment on a match's page: once when the end arrives, or when a replay has come there, and never when an
// old match is opened. Then, and when a turn of the review is chosen, the board comes into sight.

import { showFinale } from "./finale.js";
import { board, byId, closest, picture } from "./page.js";
import { isPlaying } from "./playback.js";

/** When the end arrived, by the page's own clock; null where no winning moment is displayed. A page that is sent again
 * meanwhile goes on where it was.
 * @type {number | null}
 */
let arrived = null;
let was = state();
/** Whether a turn of the review was pressed, whose position is still to come. */
let isChosen = false;

/** Whether the match is over, and whether the picture shows its end. */
function state() {
  return { over: byId("main")?.dataset.over !== undefined, ended: picture()?.dataset.finale !== undefined };
}

/** Scroll to the board where its upper half is out of view, as it is on a phone for somebody who resigns. */
function bringIntoView() {
  const { top, height } = board().getBoundingClientRect();
  if (top + height / 2 < 0) board().scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  if (closest(event, '#review a[href*="/at/"]')) isChosen = true;
});

document.addEventListener("htmx:after:swap", () => {
  if (isChosen) bringIntoView();
  isChosen = false;
  const now = state();
  const arrives = now.ended && (!was.over || (!was.ended && isPlaying()));
  was = now;
  if (arrives) {
    arrived = performance.now();
    bringIntoView();
    if (document.activeElement === document.body) board().focus({ preventScroll: true }); // the next Tab leads to the plate
  }
  else if (!now.ended) arrived = null;
  const svg = picture();
  if (arrived === null || !svg) return;
  const elapsed = (performance.now() - arrived) / 1000;
  showFinale(svg, JSON.parse(svg.dataset.finale ?? ""), byId, elapsed);
  board().style.setProperty("--since", `${-elapsed}s`);
  board().classList.add("arrives");
});
