// What is typed in the field for a turn goes over to a page that takes the place of this one, with the caret. A turn that
// the person plays, or another position that they look at, ends it; what comes by itself does not, nor what was typed after
// that was asked for. Where a page has no field, since others are to act, the text waits for the next one.

import { currentAddress } from "./requests.js";
import { byId, turnField } from "./page.js";

/** The text of the field of a position, where its caret was if it had the focus, and whether it goes on to others.
 * @type {{ id: string, text: string, caret: [number, number] | null, lasts: boolean } | null}
 */
let typed = null;
/** What stood in the field when something was asked for.
 * @type {WeakMap<HtmxContext, string | undefined>}
 */
const before = new WeakMap();

/** Keep what stands in the field, if there is one.
 * @param {boolean} isNews
 * @param {boolean} isNewer whether it was typed after the page was asked for
 */
function keep(isNews, isNewer) {
  const field = turnField();
  if (!field) return;
  const { id, value: text, selectionStart, selectionEnd } = field;
  const hasFocus = field === document.activeElement;
  typed = { id, text, caret: hasFocus ? [selectionStart ?? 0, selectionEnd ?? 0] : null, lasts: isNews || isNewer };
}

/** Copy to a page why a text was refused, while it stands in its field.
 * @param {HTMLInputElement} next
 */
function keepProblem(next) {
  const [field, problem] = [turnField(), byId("problem")];
  if (!problem || field?.id !== next.id) return;
  for (const name of ["aria-invalid", "aria-describedby"]) next.setAttribute(name, field.getAttribute(name) ?? "");
  next.form?.append(problem.cloneNode(true));
}

/** Copy what was typed to the field of a new page.
 * @param {ParentNode} page
 * @param {HtmxContext} ctx
 */
function carryOver(page, ctx) {
  const [isNews, isNewer] = [ctx.where === currentAddress, turnField()?.value !== before.get(ctx)];
  keep(isNews, isNewer);
  const next = /** @type {HTMLInputElement | null} */ (page.querySelector(".type input[name=text]"));
  if (!next || !typed) return;
  if (typed.id !== next.id && !typed.lasts) return void (typed = null);
  if (isNewer || !next.value) next.setAttribute("value", typed.text);
  if (isNews) keepProblem(next);
}

/** Put the caret where it was in the text that has come over; the focus goes there unless the person is elsewhere. */
function goOn() {
  const field = turnField();
  if (!field || !typed) return;
  const isFree = [document.body, field].includes(/** @type {HTMLInputElement} */ (document.activeElement));
  if (typed.caret && isFree && field.value === typed.text) {
    field.focus({ preventScroll: true });
    field.setSelectionRange(...typed.caret);
  }
  typed = null;
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => before.set(ctx, turnField()?.value));
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  for (const { fragment } of tasks) carryOver(fragment, ctx);
});
document.addEventListener("htmx:after:swap", goOn);
