// The workshop: an editor in the place of the text field, and the result of a match as soon as it is there.

import { insert, markLine, replaceField, replaceText } from "./code-editor.js";
import { Drafts } from "./drafts.js";
import { localise } from "./times.js";

const PAUSE = 1000;
const REPLAYS = "./replays.js"; // it is written by the server

/** @typedef {ReturnType<typeof replaceField>} Editor */

/** The text field of a page.
 * @param {Document} page
 */
const fieldOf = (page) => /** @type {HTMLTextAreaElement | null} */ (page.getElementById("source"));

/** Mark the line of the fault that a page reports, if it reports one.
 * @param {Editor | null} editor
 * @param {Document} page
 */
function markFault(editor, page) {
  const line = Number(fieldOf(page)?.dataset.faultLine);
  if (line && editor) markLine(editor, line, page.getElementById("fault")?.textContent?.trim() ?? "");
}

/** Ask for a match that is still played until it is over, and show it beside the code, which may have changed since.
 * @param {Editor | null} editor none for a WebAssembly program
 * @returns {Promise<void>}
 */
async function awaitResult(editor) {
  const result = document.getElementById("result");
  const address = result?.dataset.waits;
  if (!result || !address) return;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (answer && (answer.status === 429 || answer.status >= 500)) return awaitResult(editor); // what was typed stays
  if (answer && !answer.ok) return location.assign(address);
  const page = answer && new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page?.getElementById("result");
  if (!page || !fresh || fresh.dataset.waits) return awaitResult(editor);
  await import(REPLAYS);
  markFault(editor, page);
  const fault = page.getElementById("fault");
  if (fault) (fieldOf(document) ?? document.querySelector(".editor")?.lastElementChild)?.after(fault);
  result.replaceWith(fresh);
  for (const part of ["#release", "section:has(> #versions)"]) replacePart(page, part);
}

/** Show a part as a page has it: a version that has passed its test can be published. The focus stays where it was.
 * @param {Document} page
 * @param {string} part
 */
function replacePart(page, part) {
  const [old, fresh] = [document, page].map((each) => each.querySelector(part));
  if (!old || !fresh) return;
  const [before, after] = [old, fresh].map((each) => [...each.querySelectorAll("a, button, select")]);
  const at = before.findIndex((control) => control === document.activeElement);
  localise(fresh);
  old.replaceWith(fresh);
  const control = after[at];
  if (control instanceof HTMLElement) control.focus();
}

const field = fieldOf(document);
const drafts = field && new Drafts(field);
drafts?.restore((text) => editor && replaceText(editor, text));
const editor = field && replaceField(field);
field?.addEventListener("input", () => drafts?.keep());
addEventListener("beforeunload", (event) => {
  if (drafts?.isLost) event.preventDefault(); // the browser asks
});
if (editor) document.getElementById("editor-keys")?.removeAttribute("hidden");
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-insert]"))) {
  button.hidden = !editor;
  button.onclick = () => editor && insert(editor, button.dataset.insert ?? "");
}
markFault(editor, document);
awaitResult(editor);
