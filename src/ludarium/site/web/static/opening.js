// An opening as text, such as `n3e2`: directions by their first letters, each with a number of turns. Pure functions.

/** A direction's letter, and for how many turns.
 * @typedef {[string, number]} Leg
 */

const LONGEST = 999;

/** Read an opening; what is not a direction of `directions` is left out.
 * @param {string} text
 * @param {readonly string[]} directions
 * @returns {Leg[]}
 */
export function parseOpening(text, directions) {
  const letters = directions.map((direction) => direction[0]).join("");
  const found = text.matchAll(new RegExp(`([${letters}])\\s*([0-9]*)`, "g"));
  return [...found].map(([, letter, turns]) => [letter, Number(turns || "1")]);
}

/** Write an opening.
 * @param {readonly Leg[]} legs
 */
export const formatOpening = (legs) => legs.map(([letter, turns]) => letter + (turns > 1 ? turns : "")).join("");

/** The number of turns that a person has typed, put into the range that is allowed.
 * @param {string} text
 */
export const clampTurns = (text) => Math.min(LONGEST, Math.max(1, Math.round(Number(text)) || 1));
