// The news of all pages that a browser has open, from one event stream, since a browser allows few connections a host.

/** What a page says: that it watches a match, of which it shows a revision, or that it is being left.
 * @typedef {{ match: string, revision: number } | null} Said
 *
 * What a page hears: whether the connection stands, that a match has changed, or a tick of a live match.
 * @typedef {{ connected: boolean }} Connection
 * @typedef {{ match: string, revision: number }} Changed
 * @typedef {{ match: string, tick: import("./live.js").Tick }} Ticked
 * @typedef {Connection | Changed | Ticked} News
 *
 * A page, or the port that leads to it.
 * @typedef {{ postMessage(news: News): void }} Page
 *
 * What the hub needs of its surroundings: an event stream from an address, and a timer.
 * @typedef {Pick<EventSource, "addEventListener" | "close">} Stream
 * @typedef {{ connect(address: string): Stream, later(action: () => void, seconds: number): () => void }} Surroundings
 */

const MOST = 500; // the matches that the server allows a stream
const SOON = 0.02; // seconds in which several pages that open together ask once
const SILENCE = 40; // seconds without a sign of life, which comes every 15, after which the connection counts as lost
const [FIRST_DELAY, LONGEST_DELAY, JITTER] = [0.5, 4, 0.3]; // seconds before the next attempt

/** The address of the stream for matches whose revisions are known.
 * @param {Map<string, number>} revisions
 */
export const address = (revisions) =>
  `/events?watch=${[...revisions].slice(-MOST).map(([match, revision]) => `${match}:${revision}`).join(",")}`;

/** How long to wait before an attempt to connect.
 * @param {number} failures how many attempts have failed
 * @param {number} chance from 0 to 1
 */
export const delay = (failures, chance) =>
  Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** failures) * (1 - JITTER * chance);

export class Hub {
  /** The match that each page watches.
   * @type {Map<Page, string>}
   */
  #pages = new Map();
  /** The latest revision that is known of each watched match.
   * @type {Map<string, number>}
   */
  #revisions = new Map();
  /** @type {Stream | null} */
  #stream = null;
  #connected = true;
  #failures = 0;
  #cancel = () => {}; // the next attempt to connect
  #calm = () => {}; // the alarm at silence

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.surroundings = surroundings;
  }

  /** Take what a page says.
   * @param {Page} page
   * @param {Said} said
   */
  hear(page, said) {
    if (said) this.#watch(page, said);
    else this.#leave(page);
  }

  /** Connect at once, as when the network is back. */
  wake() {
    if (!this.#connected) this.#connectIn(0);
  }

  /**
   * @param {Page} page
   * @param {Changed} said
   */
  #watch(page, { match, revision }) {
    const known = this.#revisions.get(match);
    if (this.#pages.get(page) !== match) this.#leave(page);
    this.#pages.set(page, match);
    page.postMessage({ connected: this.#connected });
    if (known === undefined || known < revision) this.#revisions.set(match, revision);
    else if (known > revision) page.postMessage({ match, revision: known });
    if (known === undefined) this.#connectIn(SOON);
  }

  /** @param {Page} page */
  #leave(page) {
    const match = this.#pages.get(page);
    this.#pages.delete(page);
    if (match === undefined || [...this.#pages.values()].includes(match)) return;
    this.#revisions.delete(match);
    this.#connectIn(SOON);
  }

  /** @param {number} seconds */
  #connectIn(seconds) {
    this.#cancel();
    this.#cancel = this.surroundings.later(() => this.#connect(), seconds);
  }

  #connect() {
    this.#close();
    if (!this.#revisions.size) return;
    const stream = this.surroundings.connect(address(this.#revisions));
    this.#stream = stream;
    this.#watchSilence();
    stream.addEventListener("open", () => this.#show(true));
    stream.addEventListener("error", () => this.#fail());
    stream.addEventListener("ping", () => this.#watchSilence());
    stream.addEventListener("changed", (event) => this.#change(JSON.parse(event.data)));
    stream.addEventListener("tick", (event) => this.#tick(JSON.parse(event.data)));
  }

  #close() {
    this.#calm();
    this.#stream?.close();
    this.#stream = null;
  }

  #watchSilence() {
    this.#calm();
    this.#calm = this.surroundings.later(() => this.#fail(), SILENCE);
  }

  #fail() {
    this.#close();
    this.#show(false);
    this.#connectIn(delay(this.#failures++, Math.random()));
  }

  /** @param {boolean} connected */
  #show(connected) {
    if (connected) this.#failures = 0;
    if (connected === this.#connected) return;
    this.#connected = connected;
    for (const page of this.#pages.keys()) page.postMessage({ connected });
  }

  /** @param {Changed} changed */
  #change(changed) {
    this.#watchSilence();
    if (this.#revisions.has(changed.match)) this.#revisions.set(changed.match, changed.revision);
    this.#tell(changed);
  }

  /** @param {import("./live.js").Tick & { match: string }} tick */
  #tick(tick) {
    this.#watchSilence();
    this.#tell({ match: tick.match, tick });
  }

  /** @param {Changed | Ticked} news */
  #tell(news) {
    for (const [page, match] of this.#pages) {
      if (match === news.match) page.postMessage(news);
    }
  }
}

/** @type {Hub | null} */
let own = null;

/** The hub of this page or worker, of which there is one. */
export function makeHub() {
  if (own) return own;
  const hub = new Hub({
    connect: (where) => new EventSource(where),
    later(action, seconds) {
      const timer = setTimeout(action, 1000 * seconds);
      return () => clearTimeout(timer);
    },
  });
  addEventListener("online", () => hub.wake());
  own = hub;
  return hub;
}
