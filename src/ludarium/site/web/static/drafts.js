// Keeps what is typed in the workshop in this browser until it is saved: one draft for each version from which somebody
// goes on, so that none takes the place of another. A draft is back when its version is; other drafts of a bot are named.

import { localise } from "./times.js";

/** A text that is not saved, and when it was typed, in milliseconds since 1970.
 * @typedef {{ text: string, at: number }} Draft
 */

const KEY = "script";

/** The drafts whose names begin so, by their names.
 * @param {string} start
 * @returns {[string, Draft][]}
 */
const draftsOf = (start) =>
  Object.keys(localStorage).filter((name) => name.startsWith(start)).map((name) => [name, JSON.parse(localStorage[name])]);

/** A field whose text is kept; its `data-` attributes say of which game and bot it is, and from which version it goes on. */
export class Drafts {
  /** @param {HTMLTextAreaElement} field */
  constructor(field) {
    const { game, bot, version } = field.dataset;
    this.field = field;
    this.game = `${KEY} ${game} `;
    this.bot = `${this.game}${bot} `;
    this.name = `${this.bot}${version}`;
    this.isSaved = "saved" in field.dataset; // whether the page has the text of this version, or one that was tried
    this.isLost = false;
  }

  /** Put the text of the draft into the field, and tell of the others; those that the page has are done with.
   * @param {(text: string) => void} write puts a text into the field later
   */
  restore(write) {
    const { value } = this.field;
    if (this.isSaved) {
      for (const [name, { text }] of draftsOf(this.game)) if (text === value) this.drop(name);
    }
    for (const [name, draft] of draftsOf(this.bot)) {
      if (draft.text !== value) this.tell(name, draft, write);
    }
  }

  /** Tell of a draft: of the one that is in the field now, or of one that goes on from another version.
   * @param {string} name
   * @param {Draft} draft
   * @param {(text: string) => void} write
   */
  tell(name, draft, write) {
    const isHere = name === this.name;
    const shape = /** @type {HTMLTemplateElement} */ (document.getElementById(isHere ? "draft-here" : "draft-elsewhere"));
    const line = /** @type {HTMLElement} */ (shape.content.firstElementChild?.cloneNode(true));
    const number = name.slice(this.bot.length);
    if (isHere) this.field.value = draft.text;
    for (const place of line.querySelectorAll(".number")) place.textContent = number;
    for (const link of line.querySelectorAll("a[data-to]")) link.setAttribute("href", `${link.getAttribute("data-to")}${number}`);
    for (const time of line.querySelectorAll("time")) time.dateTime = new Date(draft.at).toISOString();
    localise(line);
    /** @type {HTMLElement} */ (line.querySelector("button")).onclick = () => {
      if (isHere) write(this.field.defaultValue);
      this.drop(name);
      line.remove();
    };
    shape.before(line);
  }

  /** Keep what stands in the field, unless it is what the page came with. */
  keep() {
    const { value, defaultValue } = this.field;
    this.isLost = false;
    if (this.isSaved && value === defaultValue) return this.drop(this.name);
    try {
      localStorage.setItem(this.name, JSON.stringify({ text: value, at: Date.now() }));
    } catch {
      this.isLost = true; // the browser keeps no more
    }
  }

  /** Forget a draft.
   * @param {string} name
   */
  drop(name) {
    localStorage.removeItem(name);
  }
}
