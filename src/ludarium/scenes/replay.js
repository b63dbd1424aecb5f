// The custom element <ludarium-replay>, described in replay.py: it plays a match from its data, without a server.

import { clearFinale, showFinale } from "./finale.js";
import { Patcher } from "./patch.js";

/**
 * What the attribute `data-replay` holds; replay.py describes it.
 *
 * @typedef {{ number: number, turn: string, caption: string, elements: number[] }} Frame
 * @typedef {import("./finale.js").Finale} Finale
 * @typedef {{ size: [number, number], palette: string, elements: string[], frames: Frame[], finale: Finale | null }} Data
 * @typedef {import("./patch.js").Drawing} Drawing
 */

/** Define the custom element, unless the page has done so already.
 * @param {string} style the style sheet of pictures and players
 * @param {string} font the address of the typeface of pictures
 */
export function defineReplay(style, font) {
  if (customElements.get("ludarium-replay")) return;
  const face = new FontFace("Bricolage Grotesque", `url(${font})`, { weight: "700", display: "swap" });
  document.fonts.add(face); // a shadow root takes no typefaces from its own style sheet
  const SVG = "http://www.w3.org/2000/svg";
  const BUTTONS = [
    ["First", "M8 1l2 2-5 5 5 5-2 2-7-7zM14 1l2 2-5 5 5 5-2 2-7-7z"],
    ["Previous", "M10 1l2 2-5 5 5 5-2 2-7-7z"],
    ["Play", "M3 1v14l11-7z"],
    ["Next", "M6 1l-2 2 5 5-5 5 2 2 7-7z"],
    ["Last", "M2 1l-2 2 5 5-5 5 2 2 7-7zM8 1l-2 2 5 5-5 5 2 2 7-7z"],
  ];
  const PAUSE = "M2 1h4v14h-4zM10 1h4v14h-4z";
  /** @type {Record<string, number>} */
  const KEYS = { Home: 0, ArrowLeft: 1, " ": 2, ArrowRight: 3, End: 4 };
  const SLOWEST = 900; // milliseconds for each turn
  const FASTEST = 120;
  const LONGEST = 90_000; // milliseconds for a whole match, if FASTEST allows it
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);

  const markup = `<div class="replay" role="group" aria-label="Match" tabindex="0"><slot></slot>
    <svg class="scene" role="img"></svg>
    <div class="row">${BUTTONS.map(([label, icon]) => `<button type="button" aria-label="${label}" title="${label}">
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="${icon}"/></svg></button>`).join("")}
      <input type="range" min="0" aria-label="Turn"><output></output></div>
    <p class="status" aria-live="polite"><span class="turn"></span> <span class="caption"></span></p></div>`;

  /** Decode the attribute `data-replay`: JSON, deflated, in base 64.
   * @param {string} packed
   * @returns {Promise<Data>}
   */
  async function decode(packed) {
    const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  }

  /** Read an SVG element as a drawing.
   * @param {string} element
   * @returns {Drawing}
   */
  function parseElement(element) {
    const holder = document.createElementNS(SVG, "g");
    holder.innerHTML = element;
    const node = /** @type {Element} */ (holder.firstElementChild);
    const { id, ...attributes } = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    return { id, attributes, shape: node.innerHTML };
  }

  /** The buttons, slider and picture of one replay, and the frame that they show. */
  class Player {
    /**
     * @param {ShadowRoot} root
     * @param {Data} data
     */
    constructor(root, data) {
      root.innerHTML = markup;
      /**
       * @template {Element} Found
       * @param {string} selector
       * @returns {Found}
       */
      const find = (selector) => /** @type {Found} */ (root.querySelector(selector));
      this.frames = data.frames;
      this.finale = data.finale;
      this.drawings = data.elements.map((element) => /** @type {string | Drawing} */ (element));
      this.last = data.frames.length - 1;
      this.at = this.last;
      /** @type {SVGSVGElement} */
      this.picture = find(".scene");
      /** @type {HTMLInputElement} */
      this.slider = find("input");
      /** @type {HTMLOutputElement} */
      this.count = find("output");
      /** @type {HTMLElement} */
      this.turn = find(".turn");
      /** @type {HTMLElement} */
      this.caption = find(".caption");
      this.buttons = [...root.querySelectorAll("button")];
      this.patcher = new Patcher(this.picture, { ids: false }); // other players of the page have the same ids
      /** @type {ReturnType<typeof setInterval> | undefined} */
      this.timer = undefined;
      this.picture.setAttribute("viewBox", `0 0 ${data.size.join(" ")}`);
      if (data.palette) this.picture.classList.add(data.palette);
      this.slider.max = String(this.last);
      this.slider.oninput = () => this.go(Number(this.slider.value));
      this.buttons.forEach((button, index) => { button.onclick = () => this.press(index); });
      /** @type {HTMLElement} */
      const group = find(".replay");
      group.onkeydown = (event) => this.pressKey(event);
      this.show(this.last);
    }

    /** @param {KeyboardEvent} event */
    pressKey(event) {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || target === this.slider || !(event.key in KEYS)) return;
      if (event.key === " " && target instanceof HTMLButtonElement) return;
      event.preventDefault();
      event.stopPropagation(); // notebooks also react to these keys
      this.press(KEYS[event.key]);
    }

    /** @param {number} index */
    press(index) {
      if (index !== 2) this.go([0, this.at - 1, 0, this.at + 1, this.last][index]);
      else if (this.timer) this.pause();
      else this.play();
    }

    /** @param {number} number */
    go(number) {
      this.pause();
      this.show(number);
    }

    play() {
      if (this.at === this.last) this.show(0);
      this.timer = setInterval(() => {
        this.show(this.at + 1);
        if (this.at === this.last) this.end();
      }, Math.max(FASTEST, Math.min(SLOWEST, LONGEST / this.last)));
      this.label("Pause", PAUSE);
    }

    /** The match has been played to its end: show the winning moment. */
    end() {
      this.pause();
      if (this.finale) showFinale(this.picture, this.finale, (id) => this.patcher.known.get(id)?.node, 0);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = undefined;
      this.label(BUTTONS[2][0], BUTTONS[2][1]);
    }

    /** Change what the button in the middle says: play or pause.
     * @param {string} label
     * @param {string} path
     */
    label(label, path) {
      const button = this.buttons[2];
      button.title = label;
      button.setAttribute("aria-label", label);
      button.querySelector("path")?.setAttribute("d", path);
    }

    /** The drawing of an element; read from its markup when it is first needed.
     * @param {number} index
     */
    drawing(index) {
      const known = this.drawings[index];
      const drawing = typeof known === "string" ? parseElement(known) : known;
      this.drawings[index] = drawing;
      return drawing;
    }

    /** Show a position; the nearest one where there is none of this number.
     * @param {number} number
     */
    show(number) {
      const at = Math.max(0, Math.min(this.last, number));
      const frame = this.frames[at];
      this.picture.classList.toggle("jump", Math.abs(at - this.at) !== 1);
      this.at = at;
      clearFinale(this.picture);
      this.patcher.draw(frame.elements.map((index) => this.drawing(index)));
      this.picture.setAttribute("aria-label", frame.caption);
      this.turn.textContent = frame.turn;
      this.caption.textContent = frame.caption;
      this.slider.value = String(at);
      this.slider.setAttribute("aria-valuetext", at ? `${frame.number}, ${frame.turn}` : "start");
      this.count.textContent = `${frame.number} / ${this.frames[this.last].number}`;
      const [atStart, atEnd] = [at === 0, at === this.last];
      [atStart, atStart, this.last === 0, atEnd, atEnd].forEach((off, index) => { this.buttons[index].disabled = off; });
    }
  }

  class Replay extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      const visible = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        visible.disconnect();
        decode(this.dataset.replay ?? "").then((data) => { this.player = new Player(root, data); });
      });
      root.innerHTML = "<slot></slot>";
      visible.observe(this);
    }

    disconnectedCallback() {
      this.player?.pause();
    }
  }

  customElements.define("ludarium-replay", Replay);
}
