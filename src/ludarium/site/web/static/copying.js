// Copying what stands in a field: by a press of its button, too.

import { closest, inputById } from "./page.js";

/** Copy the text of a field; return whether the browser has done so.
 * @param {HTMLInputElement} field
 */
export async function copyField(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy"); // for sites without encryption, and browsers that refuse the newer way
  }
}

document.addEventListener("click", async (event) => {
  const button = closest(event, "[data-copy]");
  const field = button && inputById(button.dataset.copy ?? "");
  if (field && (await copyField(field))) button.textContent = "Copied";
});

// a link that stands in full is marked whole by one press
document.addEventListener("focusin", (event) => /** @type {HTMLTextAreaElement | null} */ (closest(event, ".whole textarea"))?.select());
