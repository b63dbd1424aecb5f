// Asks a bot about every position of a study at which its reader stays, as long as the page is looked at and the switch
// is on. What was said of the position before stays until there is something new, and says that it is old.

const KEY = "ludarium-asking";
const STAYS = 600; // milliseconds at a position before a bot is asked about it
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** What was said last, and the most room that it took.
 * @type {HTMLElement | null}
 */
let last = null;
let room = 0;

const form = () => /** @type {HTMLFormElement | null} */ (document.getElementById("asking"));
const always = () => /** @type {HTMLInputElement | null} */ (document.getElementById("always"));

/** Whether the page has refused something, such as another position within this hour: it is not asked again. */
const isRefused = () => Boolean(document.getElementById("notice"));

/** Ask about the position that is displayed then, unless the reader has gone on, or has asked. */
function ask() {
  clearTimeout(waiting);
  const found = form();
  if (!found || isRefused() || !always()?.checked || !("unasked" in found.dataset) || document.hidden) return;
  waiting = setTimeout(() => {
    if (form() !== found || !found.isConnected || !("unasked" in found.dataset) || document.hidden) return;
    /** @type {HTMLInputElement} */ (document.getElementById("by-itself")).value = "yes";
    found.requestSubmit();
  }, STAYS);
}

/** Leave what was said of the position before where something is to be said of this one. */
function carry() {
  const section = document.getElementById("said");
  const estimate = /** @type {HTMLElement | null | undefined} */ (section?.querySelector(".estimate:not(.old)"));
  if (!section) return;
  if (estimate) {
    last = /** @type {HTMLElement} */ (estimate.cloneNode(true));
    room = Math.max(room, section.offsetHeight);
  }
  const looks = section.querySelector(".looks");
  if (!estimate && !(looks ?? (always()?.checked && form()?.matches("[data-unasked]") && !isRefused()))) return;
  section.style.minHeight = `${room}px`;
  if (estimate || !last || section.querySelector(".old")) return;
  const past = /** @type {HTMLElement} */ (last.cloneNode(true));
  past.classList.add("old");
  past.inert = true;
  for (const line of past.querySelectorAll("[data-marks]")) line.removeAttribute("data-marks");
  for (const list of past.querySelectorAll(".lines")) list.className = "lines-before";
  for (const by of past.querySelectorAll(".by")) by.textContent = "Of the position before. A bot looks at this one…";
  looks?.classList.add("hidden");
  form()?.before(past);
}

/** Show the switch as it is set, and ask if it is on. */
function show() {
  const box = always();
  if (box) box.checked = localStorage.getItem(KEY) === "on";
  carry();
  ask();
}

document.addEventListener("change", ({ target }) => {
  const { id } = /** @type {Element} */ (target);
  if (id === "always") {
    localStorage.setItem(KEY, always()?.checked ? "on" : "");
  }
  if (id === "level" && always()?.checked) form()?.requestSubmit();
  else if (id === "always") {
    if (!always()?.checked) document.querySelector("#said .old")?.remove();
    ask();
  }
});
document.addEventListener("htmx:after:swap", show);
document.addEventListener("visibilitychange", ask);
show();
