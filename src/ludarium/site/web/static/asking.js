// Asks a bot about every position of a study at which its reader stays, as long as the page is looked at.

const KEY = "ludarium-asking";
const STAYS = 600; // milliseconds at a position before a bot is asked about it
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

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

/** Show the switch as it was set, and ask if it is on. */
function show() {
  const box = always();
  if (box) box.checked = localStorage.getItem(KEY) === "on";
  ask();
}

document.addEventListener("change", ({ target }) => {
  const { id } = /** @type {Element} */ (target);
  if (id === "always") localStorage.setItem(KEY, always()?.checked ? "on" : "");
  if (id === "level" && always()?.checked) form()?.requestSubmit();
  else if (id === "always") ask();
});
document.addEventListener("htmx:after:swap", show);
document.addEventListener("visibilitychange", ask);
show();
