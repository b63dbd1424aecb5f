// Times in the time zone of this browser: the form proposes it until the person has chosen one, and where a page has a
// time in another one, it says which time that is here. A page that is made for all, or for who has chosen
// none, has its times in UTC; they are said in this one.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const select = /** @type {HTMLSelectElement | null} */ (document.querySelector("select#zone"));
const known = select && [...select.options].find((option) => option.value === zone);
if (select && known) {
  if (!select.dataset.chosen) select.value = zone;
  const first = select.querySelector("optgroup");
  if (first && known.parentElement !== select) first.before(ofBrowser());
}

/** The zone of this browser, to stand before those of all regions. */
function ofBrowser() {
  const group = document.createElement("optgroup");
  group.label = "This browser";
  group.append(new Option(zone.replaceAll("_", " "), zone));
  return group;
}

/** @type {Intl.DateTimeFormatOptions} */
const whole = { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };

/** A time in full, as the pages of a person whose zone is known have it.
 * @param {Date} moment
 */
const inFull = (moment) => moment.toLocaleString("en-GB", whole).replace(" at ", ", ");

/** The day of a time alone, as in 2027-01-15.
 * @param {Date} moment
 */
const day = (moment) =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The day of a time in words, as in 15 January 2027.
 * @param {Date} moment
 */
const date = (moment) => moment.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** The hours and minutes of a time of today, or the day of another one.
 * @param {Date} moment
 */
const inShort = (moment) =>
  moment.toDateString() === new Date().toDateString()
    ? moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })
    : moment.toLocaleDateString("en-GB", { day: "numeric", month: "short" });

/** The hours and minutes of a time, with the name of the zone.
 * @param {Date} moment
 */
const hour = (moment) =>
  moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

/** Say of a time in another zone which time that is here.
 * @param {HTMLTimeElement} time
 */
function sayHere(time) {
  const moment = new Date(Number(time.dataset.at) * 1000);
  time.dateTime = moment.toISOString();
  const clock = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  if (time.dataset.said || time.textContent?.includes(`, ${clock} `)) return;
  time.dataset.said = "here";
  time.after(` (here: ${moment.toLocaleString([], { weekday: "short", hour: "numeric", minute: "2-digit" })})`);
}

/** Say the times of a page that is made for all, or of a part of one, in the zone of this browser.
 * @param {ParentNode} part
 */
export function localise(part) {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (part.querySelectorAll("time[data-at]"))) sayHere(time);
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (part.querySelectorAll("time[data-local]"))) {
    const moment = new Date(time.dateTime);
    const say = { clock: inShort, day, date, hour }[time.dataset.local ?? ""] ?? inFull;
    time.textContent = say(moment);
    if (say !== inFull) time.title = inFull(moment);
  }
}

localise(document);
document.addEventListener("htmx:after:swap", () => localise(document));
