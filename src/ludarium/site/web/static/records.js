// Opens the file of a record that is dropped on the page, or chosen, where a record may be pasted.

const MOST = 200_000; // bytes that are read: a longer one is refused in words
const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));

/** Open a record, given as text or as a file.
 * @param {string | File} given
 */
async function open(given) {
  field.value = typeof given === "string" ? given : await given.slice(0, MOST).text();
  field.form?.requestSubmit();
}

document.getElementById("file")?.addEventListener("change", ({ target }) => {
  const file = /** @type {HTMLInputElement} */ (target).files?.[0];
  if (file) open(file);
});
document.addEventListener("dragover", (event) => {
  const types = event.dataTransfer?.types ?? [];
  if (types.includes("Files") || (types.includes("text/plain") && event.target !== field)) event.preventDefault(); // the page takes it
});
document.addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain");
  if (!file && (!text?.trim() || event.target instanceof HTMLInputElement || event.target === field)) return; // a field takes text itself
  event.preventDefault();
  open(file ?? text ?? "");
});
