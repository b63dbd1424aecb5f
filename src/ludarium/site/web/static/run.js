// The clock of a run of puzzles: it shows what is left, and asks for the result when nothing is. The server's clock counts.
// What stands below the boards of a run, which differ in shape, stays where it is.

import { formatClock } from "./clock.js";
import { byId } from "./page.js";

let shown = ""; // what the server said last,
let ends = 0; // and when that is over, by this browser's clock

let room = 0; // of the tallest board so far

/** Keep the room of the tallest board of the run. */
function keepRoom() {
  const board = byId("play");
  if (!board) return;
  board.style.minHeight = "";
  room = Math.max(room, board.offsetHeight);
  board.style.minHeight = `${room}px`;
}

document.addEventListener("htmx:after:swap", keepRoom);
addEventListener("resize", () => {
  room = 0;
  keepRoom();
});
keepRoom();

setInterval(() => {
  const clock = byId("run-clock");
  if (!clock) return;
  const left = clock.dataset.left ?? "0";
  if (left !== shown) {
    shown = left;
    ends = performance.now() + 1000 * Number(left);
  }
  const seconds = (ends - performance.now()) / 1000;
  clock.textContent = formatClock(seconds);
  if (seconds <= -0.5) location.replace(location.pathname);
}, 200);
