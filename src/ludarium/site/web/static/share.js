// Handing an invitation over to another program, and sharing a moment of a match by one press: as its menu opens, a device that hands things over to other programs is given
// the link and the moving picture, or the position as PNG; elsewhere the link is copied, and the menu says so above the
// picture. The PNG is drawn here, from the picture that the page has.

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

const WIDE = 1080; // pixels of a PNG

/** The last position of a moving picture, which begins with it, as a PNG; null where the browser makes none.
 * @param {string} address
 * @param {string} name
 * @returns {Promise<File | null>}
 */
async function stillFile(address, name) {
  const picture = new Image();
  picture.src = address;
  picture.className = "hidden";
  document.body.append(picture); // in the page it has the page's colours
  try {
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = WIDE;
    canvas.height = Math.round((WIDE * picture.naturalHeight) / picture.naturalWidth);
    const paper = canvas.getContext("2d");
    if (!paper) return null;
    paper.fillStyle = getComputedStyle(document.body).backgroundColor;
    paper.fillRect(0, 0, canvas.width, canvas.height);
    paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const content = await new Promise((/** @type {(blob: Blob | null) => void} */ done) => canvas.toBlob(done, "image/png"));
    return content && new File([content], `${name}.png`, { type: "image/png" });
  } catch {
    return null; // the picture cannot be had now
  } finally {
    picture.remove();
  }
}

/** Hand a picture over to another program where the device does that, or save it.
 * @param {HTMLElement} button
 */
async function sharePicture(button) {
  const menu = byId("moment"), says = byId("shared");
  const file = await stillFile(button.dataset.png ?? "", menu?.dataset.name ?? "position");
  if (!file) {
    if (says) says.textContent = "The picture cannot be had now: try again in a moment.";
    return;
  }
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {}); // or no program is chosen
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PATIENCE);
}

/** Hand a link over to another program, with the picture where that takes files; return whether the person was asked.
 * @param {string} title
 * @param {string} url
 * @param {HTMLElement} menu
 */
async function handOver(title, url, menu) {
  if (!navigator.share) return false;
  const { picture, name = "position" } = menu.dataset;
  const file = picture ? await pictureFile(picture) : await stillFile(menu.querySelector("img")?.src ?? "", name);
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
  const { title = "" } = menu.dataset;
  if (!menu.matches(".at-hand") && menu.getBoundingClientRect().bottom > innerHeight) menu.scrollIntoView();
  if (await handOver(title, field.value, menu)) return;
  const copied = await copyField(field);
  says.textContent = (copied ? says.dataset.copied : says.dataset.not) ?? "";
  if (copied) menu.querySelector("summary")?.focus({ preventScroll: true }); // not in the field, far below
}

/** Offer to hand an invitation over where the device can; where one touches, that is the first and the large press. */
function offer() {
  const isFirst = Boolean(navigator.share) && matchMedia("(pointer: coarse)").matches;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-share]"))) {
    button.hidden = !navigator.share;
    button.classList.toggle("primary", isFirst);
    button.parentElement?.querySelector("[data-copy]")?.classList.toggle("primary", !isFirst);
    if (isFirst && button.previousElementSibling) button.parentElement?.prepend(button);
  }
}

document.addEventListener("click", (event) => {
  const button = closest(event, "[data-share]");
  const url = inputById(button?.dataset.share ?? "")?.value;
  if (url) navigator.share({ title: button?.dataset.title, url }).catch(() => {}); // the person has chosen no program
});
document.addEventListener("htmx:after:swap", offer);
offer();

document.addEventListener("toggle", ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || target.id !== "moment") return;
  if (target.open) share(target);
  else target.classList.remove("at-hand");
}, { capture: true });

// The plate of the result opens the menu over the page, at hand; a press beside it and Escape close it again.
document.addEventListener("click", (event) => {
  const menu = byId("moment"), png = closest(event, "[data-png]");
  if (png) sharePicture(png);
  if (!(menu instanceof HTMLDetailsElement)) return;
  if (closest(event, 'a[href="#moment"]')) {
    event.preventDefault();
    menu.classList.add("at-hand");
    if (menu.open) share(menu);
    menu.open = true;
    menu.querySelector("summary")?.focus({ preventScroll: true });
  } else if (menu.matches(".at-hand") && !closest(event, "#moment")) menu.open = false;
});

document.addEventListener("keydown", ({ key }) => {
  const menu = document.querySelector("#moment.at-hand");
  if (key !== "Escape" || !(menu instanceof HTMLDetailsElement)) return;
  menu.open = false;
  const links = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('a[href="#moment"]'));
  [...links].find((link) => link.checkVisibility())?.focus(); // one of them is for phones
});
