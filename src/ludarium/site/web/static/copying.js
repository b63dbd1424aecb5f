// Copying what stands in a field.

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
