// The page of a live tournament follows it, counts down to its start and the time of an arena, and leads a person to the
// board when their game begins, wherever the page was loaded again; who has seen the board stays on the page.

import { follow } from "./boards.js";
import { formatClock } from "./clock.js";
import { followed } from "./following.js";

/** Go to the board of a game that has just begun, whose clocks run; who does not look at the page, or is about to press or
 * type something, is not taken away from it. */
function lead() {
  const board = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#to-board[data-leads]"));
  if (board && !document.hidden && !document.activeElement?.closest("form")) location.assign(board.href);
}

/** When the tournament of the page begins, or its arena pairs nobody any more, in milliseconds since 1970. */
let endsAt = 0;
const HOUR = 3600;

const left = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-left]"));

/** Say how much time is left beside the title; until the last hour before a start the page says it in words. */
function count() {
  const said = left(), seconds = (endsAt - Date.now()) / 1000;
  if (!said) return;
  if (!("begins" in said.dataset)) {
    said.textContent = `${formatClock(Math.max(0, seconds))} left`;
    if (seconds <= 0) showSoon(); // the time of the arena is over
  }
  else if (seconds <= 0) said.textContent = "Begins now";
  else if (seconds < HOUR) said.textContent = `Begins in ${formatClock(seconds)}`;
}

/** Count down from what the page says now. */
function begin() {
  endsAt = Date.now() + 1000 * Number(left()?.dataset.left ?? 0);
  count();
}

const showSoon = followed(() => {
  begin();
  follow();
  lead();
});
begin();
// "Back" may show the page as it was before its person went to the board.
if (!performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "back_forward")) lead();
setInterval(count, 1000);
