// The action that a person chooses by touching elements one after another. Pure functions; the board's script calls them.

/**
 * An action of a seat, and the elements that are touched for it, in order.
 *
 * @typedef {{ seat: number, action: number, elements: string[] }} Touch
 */

/** Read the `data-touches` of a picture.
 * @param {string | undefined} text
 * @returns {Touch[]}
 */
export function parseTouches(text) {
  /** @type {[number, number, string[]][]} */
  const rows = JSON.parse(text || "[]");
  return rows.map(([seat, action, elements]) => ({ seat, action, elements }));
}

/** Whether a list of elements begins with a path.
 * @param {readonly string[]} elements
 * @param {readonly string[]} path
 */
export const startsWith = (elements, path) => path.every((id, index) => elements[index] === id);

/** The touches that go on after a path.
 * @param {readonly Touch[]} touches
 * @param {readonly string[]} path
 */
export const continuations = (touches, path) =>
  touches.filter(({ elements }) => elements.length > path.length && startsWith(elements, path));

/** What one more touched element leads to: the path that is chosen then, and the action where the path is complete.
 * Touching the last element again takes it back; an element that does not continue the path begins a new one.
 *
 * @param {readonly Touch[]} touches
 * @param {readonly string[]} chosen
 * @param {string} id
 * @returns {{ path: string[], action?: Touch }}
 */
export function select(touches, chosen, id) {
  let path = [...chosen, id];
  if (chosen.at(-1) === id) path = [];
  else if (!touches.some(({ elements }) => startsWith(elements, path))) path = [id];
  const action = touches.find(({ elements }) => elements.length === path.length && startsWith(elements, path));
  if (action && path.length) return { path: [], action };
  return { path: continuations(touches, path).length ? path : [] };
}

/** The actions that touching an element may lead to, as a text that is equal for equal sets.
 * @param {readonly Touch[]} touches
 * @param {readonly string[]} chosen
 * @param {string} id
 */
export const meaning = (touches, chosen, id) =>
  touches.filter(({ elements }) => elements[0] === id || startsWith(elements, [...chosen, id])).map(({ action }) => action).join();
