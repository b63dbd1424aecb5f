// The part of a page that follows what it shows: it is asked for again when something of that has changed.

import { byId } from "./page.js";
import { kept } from "./kept.js";
import { localise } from "./times.js";
import { soon, watch } from "./watch.js";

const region = () => byId("follow");

/** Follow what the part says that it shows, as words with the revisions that it knows; what is new in it is watched, too.
 * @param {() => void} shown what is done when the part has changed
 * @returns {() => void} what asks for it soon, as its time has come
 */
export function followed(shown = () => {}) {
  /** The latest revision that is known of each.
   * @type {Map<string, number>}
   */
  const known = new Map();

  /** Show the page as it is now, and keep the focus, what is open, and what is scrolled. */
  async function show() {
    const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [before, after] = [region(), page.getElementById("follow")];
    if (!before || !after) return;
    const restore = kept(before);
    localise(after);
    before.replaceChildren(...after.childNodes);
    before.dataset.follows = after.dataset.follows ?? "";
    restore();
    attend();
    shown();
    document.dispatchEvent(new Event("followed"));
  }

  const showSoon = soon(show, [3, 7]);

  function attend() {
    for (const each of (region()?.dataset.follows ?? "").split(" ").filter(Boolean)) {
      const [word = "", revision] = each.split(":");
      const isNew = !known.has(word);
      known.set(word, Math.max(known.get(word) ?? 0, Number(revision)));
      if (isNew) watch(word, () => known.get(word) ?? 0, (news) => {
        if (!("revision" in news) || news.revision <= (known.get(word) ?? 0)) return;
        known.set(word, news.revision);
        showSoon();
      });
    }
  }

  attend();
  if (known.size) document.addEventListener("visibilitychange", () => document.hidden || show());
  return showSoon;
}
