// The forms of a tournament and of a challenge by one press offer the paces that fit the chosen game; without this
// script their groups say for which.
// A live tournament begins at a time, others after some days; one with ticks is rated.

import { inputById } from "./page.js";

const game = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#game"));
const pace = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#tempo"));
const days = inputById("days");
const begins = inputById("begins");

/** Offer the paces of games with ticks, or those of games with clocks, and choose one of them. */
function offer() {
  if (!game || !pace) return;
  const fits = game.selectedOptions[0]?.dataset.ticks === undefined ? "clocks" : "ticks";
  for (const group of /** @type {NodeListOf<HTMLOptGroupElement>} */ (pace.querySelectorAll("optgroup[data-only]"))) {
    group.hidden = group.disabled = group.dataset.only !== fits;
    group.label = "Live";
  }
  const live = pace.selectedOptions[0]?.closest("optgroup[data-only]:disabled");
  const first = live && pace.querySelector(`optgroup[data-only=${fits}] option`);
  if (first instanceof HTMLOptionElement) first.selected = true;
  askWhen();
}

/** Ask for a time where the pace is live, and for days elsewhere; the time is the evening of tomorrow until one is chosen. */
function askWhen() {
  if (!days || !begins || !pace) return;
  const { evening = "" } = begins.dataset;
  const live = pace.selectedOptions[0]?.closest("optgroup[data-only]") !== null;
  if (live && !begins.value) begins.value = evening;
  if (!live && begins.value === evening) begins.value = "";
  days.closest(".field")?.toggleAttribute("hidden", live);
  if (live) begins.closest("details")?.setAttribute("open", "");
  const ticks = pace.selectedOptions[0]?.closest("optgroup[data-only=ticks]") !== null;
  const rated = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=rated]"));
  document.getElementById("with-ticks")?.toggleAttribute("hidden", !ticks);
  if (ticks && rated) rated.checked = true;
}

game?.addEventListener("change", offer);
pace?.addEventListener("change", askWhen);
addEventListener("pageshow", offer); // a browser fills a form in again after "Back"
offer();
