// Handing an invitation over to another program, and sharing a moment of a match by one press: as its menu opens, a device that hands things over to other programs is given
// the link and the moving picture; elsewhere the link is copied, and the menu says so above the picture.

import { copyField } from "./copying.js";
import { byId, closest, inputById } from "./page.js";

const PATIENCE = 3000; // milliseconds for the picture: a press counts for five seconds, and then nothing is handed over

/** The moving picture as a file; null where it does not come in time.
 * @param {string} address
 * @returns {Promise<File | null>}
 */
async function pictureFile(address) {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return null;
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "match.gif";
    const content = await answer.blob();
    return new File([content], name, { type: content.type });
  } catch {
    return null;
  }
}

/** Hand a link over to another program, with the picture where that takes files; return whether the person was asked.
 * @param {string} title
 * @param {string} url
 * @param {string} picture
 */
async function handOver(title, url, picture) {
  if (!navigator.share) return false;
  const file = await pictureFile(picture);
  const whole = file ? { title, url, files: [file] } : { title, url };
  try {
    await navigator.share(navigator.canShare?.(whole) ? whole : { title, url });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError"; // the person has chosen no program
  }
}

/** Share the moment whose menu is open.
 * @param {HTMLElement} menu
 */
async function share(menu) {
  const field = inputById("turn"), says = byId("shared");
  if (!field || !says) return;
  const { title = "", picture = "" } = menu.dataset;
  if (menu.getBoundingClientRect().bottom > innerHeight) menu.scrollIntoView();
  if (await handOver(title, field.value, picture)) return;
  const copied = await copyField(field);
  says.textContent = (copied ? says.dataset.copied : says.dataset.not) ?? "";
  if (copied) menu.querySelector("summary")?.focus({ preventScroll: true }); // not in the field, far below
}

/** Offer to hand an invitation over where the device can. */
function offer() {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) button.hidden = !navigator.share;
}

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-share]");
  const url = inputById(button?.dataset.share ?? "")?.value;
  if (url) navigator.share({ title: button?.dataset.title, url }).catch(() => {}); // the person has chosen no program
});
document.addEventListener("htmx:after:swap", offer);
offer();

document.addEventListener("toggle", ({ target }) => {
  if (target instanceof HTMLDetailsElement && target.id === "moment" && target.open) share(target);
}, { capture: true });

// The plate of the result leads to the menu.
document.addEventListener("click", (event) => {
  const menu = byId("moment");
  if (!closest(event, 'a[href="#moment"]') || !(menu instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  if (menu.open) share(menu);
  menu.open = true;
});
