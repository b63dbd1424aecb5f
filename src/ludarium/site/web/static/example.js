// Examples on a rules page: the pictures of one become a single picture that buttons step through, and one that can be
// tried is touched. It knows no game; without it the pictures stand one below the other.

import { ARROWS, neighbour } from "./geometry.js";
import { mark } from "./marking.js";
import { Patcher } from "./patch.js";
import { continuations, parseTouches, select } from "./selection.js";

/**
 * What a picture shows: its elements, the attributes of the whole, and the sentence below it.
 *
 * @typedef {{ drawings: import("./patch.js").Drawing[], whole: Record<string, string>, says: string }} Frame
 */

const CHANGING = ["aria-label", "data-touches", "role"];

/** Read a picture and its sentence. The ids of later pictures are made those of the first one, so that pieces glide.
 * @param {Element} picture
 * @param {string} number the number of the example
 * @returns {Frame}
 */
function read(picture, number) {
  const svg = /** @type {SVGSVGElement} */ (picture.querySelector("svg"));
  const drawings = [...svg.querySelectorAll(":scope > g")].map((node) => {
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    attributes.id = node.id.replace(/^x\d+-\d+-/, `x${number}-0-`);
    return { id: attributes.id, attributes, shape: node.innerHTML };
  });
  const whole = Object.fromEntries(CHANGING.map((name) => [name, svg.getAttribute(name) ?? ""]));
  return { drawings, whole, says: picture.querySelector(".says")?.innerHTML ?? "" };
}

/** The picture of an example that is in sight. */
class FigureView {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.number = figure.id.replace("example-", "");
    const picture = /** @type {HTMLElement} */ (figure.querySelector(".picture"));
    this.svg = /** @type {SVGSVGElement} */ (picture.querySelector("svg"));
    this.says = /** @type {HTMLElement} */ (picture.querySelector(".says"));
    this.says.setAttribute("aria-live", "polite");
    this.patcher = new Patcher(this.svg);
    this.draw(read(picture, this.number)); // so that the patcher knows what the server has drawn
  }

  /** @param {Frame} frame */
  draw({ drawings, whole, says }) {
    this.patcher.draw(drawings);
    for (const [name, value] of Object.entries(whole)) {
      if (value) this.svg.setAttribute(name, value);
      else this.svg.removeAttribute(name);
    }
    this.says.innerHTML = says;
  }
}

/** @param {string} text */
function makeButton(text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = text;
  return button;
}

/** Let buttons step through the pictures of an example.
 * @param {HTMLElement} figure
 */
function letStep(figure) {
  const view = new FigureView(figure);
  const pictures = [...figure.querySelectorAll(".picture")];
  const frames = pictures.map((picture) => read(picture, view.number));
  for (const picture of pictures.slice(1)) picture.remove();
  const [back, next] = [makeButton("Back"), makeButton("Next")];
  const place = document.createElement("span");
  place.className = "quiet";
  let at = 0;
  /** @param {number} to */
  const show = (to) => {
    at = to;
    view.draw(frames[at]);
    place.textContent = `${at + 1} of ${frames.length}`;
    if (at === 0) back.setAttribute("aria-disabled", "true");
    else back.removeAttribute("aria-disabled");
    next.textContent = at === frames.length - 1 ? "Start again" : "Next";
  };
  back.addEventListener("click", () => at > 0 && show(at - 1));
  next.addEventListener("click", () => {
    figure.classList.add("used"); // dice that are rolled from now on tumble
    show((at + 1) % frames.length);
  });
  const row = document.createElement("p");
  row.className = "row";
  row.append(back, place, next);
  figure.append(row);
  show(0);
}

/** Let an example be touched: what is chosen and its targets light up, and the server draws what a choice leads to.
 * @param {HTMLElement} figure
 */
function letTouch(figure) {
  const view = new FigureView(figure);
  /** @type {string[]} */
  let chosen = [];
  const touches = () => parseTouches(view.svg.dataset.touches);
  const focusable = () => /** @type {SVGGElement[]} */ ([...view.svg.querySelectorAll("[tabindex]")]);
  const show = () => {
    if (!continuations(touches(), chosen).length) chosen = [];
    mark(view.svg, touches(), chosen);
    const all = focusable();
    (all.find((element) => element === document.activeElement) ?? all[0])?.setAttribute("tabindex", "0");
  };
  /** @param {string} address */
  const go = async (address) => {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page && /** @type {HTMLElement | null} */ (page.querySelector("figure"));
    if (!fresh) return location.assign(address);
    chosen = [];
    figure.dataset.next = fresh.dataset.next;
    view.draw(read(/** @type {Element} */ (fresh.querySelector(".picture")), view.number));
    figure.querySelector(".row")?.replaceWith(/** @type {Element} */ (fresh.querySelector(".row")));
    show();
  };
  /** @param {string} id */
  const touch = (id) => {
    const { path, action } = select(touches(), chosen, id);
    chosen = path;
    if (action) go(`${figure.dataset.next}${action.action}`);
    else show();
  };
  figure.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const element = target.closest('[role="button"][id]');
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest(".row a"));
    if (element) touch(element.id);
    if (!link) return;
    event.preventDefault();
    go(link.href);
  });
  view.svg.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    /** @param {Element} element
     *  @returns {import("./geometry.js").Point} */
    const middle = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const all = focusable();
    const next = event.key in ARROWS && all[neighbour(all.map(middle), middle(target), ARROWS[event.key])];
    if (next) {
      for (const element of all) element.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") touch(target.id);
    else return;
    event.preventDefault();
  });
  show();
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".example"))) {
  if (figure.dataset.next) letTouch(figure);
  else if (figure.querySelectorAll(".picture").length > 1) letStep(figure);
}
