// The form of a tournament offers the paces that fit the chosen game; without this script their groups say for which.

const game = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#game"));
const pace = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#tempo"));

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
}

game?.addEventListener("change", offer);
addEventListener("pageshow", offer); // a browser fills a form in again after "Back"
offer();
