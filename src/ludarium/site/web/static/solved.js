// Remembers which puzzles were solved in this browser, and marks those of today that were.

const KEY = "ludarium-solved-puzzles";
const MOST = 500; // the latest are kept

/** The ids of the puzzles that were solved here, the latest last.
 * @returns {string[]}
 */
const known = () => JSON.parse(localStorage.getItem(KEY) ?? "[]");

/** Remember the puzzle of this page if it has been solved by an answer: an address that others give tells nothing. */
function remember() {
  const id = document.getElementById("main")?.dataset.solved;
  if (!id) return;
  const others = known().filter((one) => one !== id);
  localStorage.setItem(KEY, JSON.stringify([...others, id].slice(-MOST)));
}

function mark() {
  const solved = new Set(known());
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-puzzle]"))) {
    if (solved.has(one.dataset.puzzle ?? "")) one.hidden = false;
  }
}

document.addEventListener("htmx:after:swap", remember);
addEventListener("pageshow", mark); // also when one comes back to the page
mark();
