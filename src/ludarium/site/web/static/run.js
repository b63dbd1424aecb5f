// The clock of a run of puzzles: it shows what is left, and asks for the result when nothing is. The server's clock counts.

import { formatClock } from "./clock.js";
import { byId } from "./page.js";

let shown = ""; // what the server said last,
let ends = 0; // and when that is over, by this browser's clock

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
