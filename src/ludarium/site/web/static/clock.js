// How times are written, and how clocks look.

const DAY = 86_400;

/** Write the time that is left on a clock, as `m:ss` or `h:mm:ss`, from three hours on as `7 h 5 min`, and from a day
 * on as `2 d 7 h`; a part of a second counts as a whole one.
 * @param {number} seconds
 */
export function formatClock(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / 3600)} h`;
  /** @param {number} number */
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  if (hours >= 3) return `${hours} h ${minutes} min`;
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Show on a clock what is left; it looks low from the limit on that its page says.
 * @param {HTMLElement} clock
 * @param {number} seconds
 */
export function showTime(clock, seconds) {
  clock.textContent = formatClock(seconds);
  clock.classList.toggle("low", seconds <= Number(clock.dataset.low ?? 0));
}

/** Write how long ago something was, in seconds up to two minutes.
 * @param {number} seconds
 */
export const formatAgo = (seconds) => (seconds < 120 ? `${Math.floor(seconds)} s` : `${Math.floor(seconds / 60)} min`);
