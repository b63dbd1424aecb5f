// The lobby: offers come and go without loading the page again.

import { byId, closest } from "./page.js";
import { localise } from "./times.js";
import { watch } from "./watch.js";

const LOBBY = "lobby";
let known = 0;
let late = false; // whether the list waits for a choice that is being made in it

const region = () => /** @type {HTMLElement | null} */ (byId("lobby"));
const chooses = () => document.activeElement instanceof HTMLSelectElement && region()?.contains(document.activeElement);

/** Show the list as it is now, and keep the focus; go on to the match to which the page leads now. */
async function show() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  if (answer.redirected && new URL(answer.url).pathname.startsWith("/matches/")) return location.assign(answer.url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [before, after] = [region(), page.getElementById("lobby")];
  if (!before || !after) return;
  if (chooses()) {
    late = true;
    return;
  }
  const focused = before.contains(document.activeElement) ? document.activeElement?.closest("li")?.querySelector("[name=offer]") : null;
  const offer = focused instanceof HTMLInputElement ? focused.value : "";
  localise(after);
  before.replaceChildren(...after.childNodes);
  before.dataset.lobby = after.dataset.lobby;
  if (offer) /** @type {HTMLElement | null} */ (before.querySelector(`[value="${offer}"] ~ button`))?.focus();
  begin();
}

/** @param {import("./hub.js").News} news */
function hear(news) {
  if (!("revision" in news) || news.revision <= known) return;
  known = news.revision;
  if (region()) show();
}

/** Send the forms that send themselves after some seconds, once. */
function begin() {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-after]"))) {
    const button = form.querySelector("button");
    setTimeout(() => form.isConnected && form.requestSubmit(button), 1000 * Math.max(0, deadline(form) - Date.now() / 1000));
    document.querySelector(".countdown")?.removeAttribute("hidden");
    count();
  }
}

/** Count down the seconds until a form sends itself, in sight; a reader of screens hears them once. */
function count() {
  const left = document.querySelector(".countdown [data-seconds]");
  if (left) left.textContent = String(Math.max(0, Math.ceil(ends - Date.now() / 1000)));
}
setInterval(count, 1000);

/** When a form sends itself, in seconds since 1970; it is the same after the list was replaced.
 * @param {HTMLFormElement} form
 */
function deadline(form) {
  ends ||= Date.now() / 1000 + Number(form.dataset.after);
  return ends;
}
let ends = 0;

// what a game is about is said of one that is ticked and new to the person
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const words = document.querySelector(`[data-of="${CSS.escape(target.name)}"]`);
  if (words instanceof HTMLElement) words.hidden = !target.checked;
  if (target.name.startsWith("game-")) lead(target);
});

/** Lead to a bot and to a friend in the game that has just been ticked, else in the first one that is.
 * @param {HTMLInputElement} changed
 */
function lead(changed) {
  const ticked = changed.checked ? changed : document.querySelector(".play-now [name^=game-]:checked");
  const game = ticked?.getAttribute("name")?.replace("game-", "").replace(/[(].*/, "");
  if (!game) return;
  for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-way]"))) {
    way.href = (way.dataset.way ?? "").replace("GAME", game);
  }
}
document.addEventListener("focusout", (event) => {
  if (!late || !closest(event, "#lobby")) return;
  late = false;
  setTimeout(show);
});
known = Number(region()?.dataset.lobby ?? 0);
watch(LOBBY, () => known, hear);
begin();
