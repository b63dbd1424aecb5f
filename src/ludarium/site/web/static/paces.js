// The forms of a tournament and of a challenge by one press offer the paces that fit the chosen game; without this
// script their groups say for which.
// A live tournament begins after some minutes or at a time, others after some days; one with ticks is rated.

import { inputById } from "./page.js";
import "./times.js"; // which proposes the time zone, on which the limits of a time depend

const game = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#game"));
const pace = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#tempo"));
const days = inputById("days");
const begins = inputById("begins");
const soon = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#soon"));
const zone = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#zone"));

/** Offer the paces of games with ticks, or those of games with clocks, and choose one of them. */
function offer() {
  if (!game || !pace) return;
  const fits = game.selectedOptions[0]?.dataset.ticks === undefined ? "clocks" : "ticks";
  for (const group of /** @type {NodeListOf<HTMLOptGroupElement>} */ (pace.querySelectorAll("optgroup[data-only]"))) {
    group.hidden = group.disabled = group.dataset.only !== fits;
    group.label = "Live";
  }
  const live = pace.selectedOptions[0]?.closest("optgroup[data-only]:disabled");
  const fitting = `optgroup[data-only=${fits}] option`;
  const usual = `${fitting}[value="${pace.dataset.live ?? ""}"]`; // a form without a usual live pace offers its first one
  const first = live && (pace.querySelector(usual) ?? pace.querySelector(fitting));
  if (first instanceof HTMLOptionElement) first.selected = true;
  askWhen();
  rate();
  keep();
}

/** Let the links to other kinds lead to the chosen game. */
function keep() {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".presets a"))) {
    const to = new URL(link.href);
    if (!game || to.searchParams.has("computers")) continue;
    to.searchParams.set("game", game.value);
    link.href = to.href;
  }
}

/** Rate a tournament with ticks, and say in the folded part's head whether one is rated. */
function rate() {
  const rated = inputById("rated");
  if (!pace || !rated) return;
  const ticks = pace.selectedOptions[0]?.closest("optgroup[data-only=ticks]") !== null;
  document.getElementById("with-ticks")?.toggleAttribute("hidden", !ticks);
  if (ticks) rated.checked = true;
  const says = rated.closest("details")?.querySelector("summary .quiet");
  if (says?.textContent) says.textContent = says.textContent.replace(/\b(un)?rated\b/, rated.checked ? "rated" : "unrated");
}

/** Ask after how many minutes a live tournament begins, and of others after how many days; for a time of the day only
 * where that is chosen, at first for the usual one. */
function askWhen() {
  const live = !days || pace?.selectedOptions[0]?.closest("optgroup[data-only]") !== null;
  for (const [field, isAsked] of /** @type {const} */ ([[days, !live], [soon, live]])) {
    if (!field || !days) continue; // what is always live asks for minutes alone
    field.disabled = !isAsked;
    field.closest(".field")?.toggleAttribute("hidden", !isAsked);
  }
  if (!begins) return;
  const { evening = "" } = begins.dataset;
  const minutes = soon && !soon.disabled ? soon.value : null;
  if (minutes === "") begins.value ||= evening;
  else if (begins.value === evening) begins.value = "";
  begins.disabled = Boolean(minutes);
  const part = begins.closest("details") ?? begins.closest(".row");
  part?.toggleAttribute("hidden", begins.disabled);
  if (minutes === "") part?.setAttribute("open", "");
}

/** Let the limits of the time be those of the chosen zone. */
function limit() {
  if (!begins || !zone) return;
  const say = new Intl.DateTimeFormat("sv-SE", { timeZone: zone.value, dateStyle: "short", timeStyle: "short" });
  const { first, last } = begins.dataset;
  begins.min = say.format(Number(first) * 1000).replace(" ", "T");
  begins.max = say.format(Number(last) * 1000).replace(" ", "T");
}

soon?.addEventListener("change", askWhen);
zone?.addEventListener("change", limit);
// What is wrong in a folded part is shown.
addEventListener("invalid", ({ target }) => {
  if (target instanceof Element) target.closest("details")?.setAttribute("open", "");
}, true);
limit();
game?.addEventListener("change", offer);
pace?.addEventListener("change", askWhen);
pace?.addEventListener("change", rate);
inputById("rated")?.addEventListener("change", rate);
addEventListener("pageshow", offer); // a browser fills a form in again after "Back"
offer();
