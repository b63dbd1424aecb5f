// What a part of a page keeps when its content is replaced: the focus, what is open, and how far something is scrolled.

const ALL = "a[href], button, summary, [tabindex]";

/** What tells an element from the others of its part, whatever is added before it.
 * @param {Element} element
 */
const nameOf = (element) =>
  [element.localName, element.id || element.getAttribute("aria-labelledby") || element.getAttribute("href") || element.textContent].join(" ");

/** The elements that are kept, by their names; equal ones are counted.
 * @param {Element} part
 */
function named(part) {
  const found = /** @type {Map<string, HTMLElement>} */ (new Map());
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll(ALL))) {
    const name = nameOf(element);
    let count = 0;
    while (found.has(`${name} ${count}`)) count++;
    found.set(`${name} ${count}`, element);
  }
  return found;
}

/** Note how a part is, before its content is replaced.
 * @param {Element} part
 * @returns {() => void} what makes the new content like that
 */
export function kept(part) {
  const before = [...named(part)].map(([name, element]) => ({
    name,
    focused: element === document.activeElement,
    left: element.scrollLeft,
    open: element.localName === "summary" ? element.closest("details")?.open : undefined,
  }));
  return () => {
    const after = named(part);
    for (const { name, focused, left, open } of before) {
      const element = after.get(name);
      const details = open === undefined ? null : element?.closest("details");
      if (details && open !== undefined) details.open = open;
      if (element && left) element.scrollLeft = left;
      if (focused) element?.focus({ preventScroll: true });
    }
  };
}
