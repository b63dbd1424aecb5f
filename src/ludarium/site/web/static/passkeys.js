// Forms that ask the browser for a passkey: the site gives options with a challenge, the browser's answer is sent.

const NOTHING_DONE = "The passkey was not confirmed, so nothing was changed. Try again, or use another way.";
const WAITING = "Waiting for your device…";
const KNOWN = "This device has a passkey for this account already.";

/** Say why this browser cannot use passkeys here; empty if it can.
 * @param {string} origin the address of the site
 */
function explainMissing(origin) {
  if (location.origin !== origin && (location.protocol === "https:" || new URL(origin).protocol === location.protocol)) {
    return `Passkeys work at ${origin} alone: open the site at that address.`;
  }
  if (!isSecureContext) return "Passkeys need a secure connection: open the site by https.";
  if (!("PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential)) {
    return "This browser has no passkeys, or is too old for them.";
  }
  return "";
}

/** The site's own sentence about what is wrong with a field of the form. */
class Refusal extends Error {}

/** The fields of a form that the site reads before it gives the options.
 * @param {HTMLFormElement} form
 */
function fieldsOf(form) {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  return new URLSearchParams(texts.map(([name, value]) => [name, String(value)]));
}

/** Ask the browser for a passkey, and return its answer as text.
 * @param {HTMLFormElement} form
 */
async function askForPasskey(form) {
  const asked = await fetch(form.dataset.options ?? "", { method: "POST", body: fieldsOf(form) });
  if (!asked.ok && asked.headers.get("content-type")?.startsWith("text/plain")) throw new Refusal(await asked.text());
  if (!asked.ok) throw new Error(`the site answered ${asked.status}`);
  const options = await asked.json();
  const credential = form.dataset.passkey === "create"
    ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  return JSON.stringify(credential);
}

/** Show the button of a form, or why there is none.
 * @param {HTMLFormElement} form
 */
function prepare(form) {
  const button = form.querySelector("button[data-origin]");
  const note = form.querySelector("[data-note]");
  const problem = form.querySelector("[data-problem]");
  const waits = form.querySelector("[data-waits]");
  const answer = form.querySelector("input[name=credential]");
  if (!(button instanceof HTMLButtonElement && note instanceof HTMLElement && problem instanceof HTMLElement && waits instanceof HTMLElement && answer instanceof HTMLInputElement)) return;
  note.textContent = explainMissing(button.dataset.origin ?? "");
  note.hidden = note.textContent === "";
  button.hidden = !note.hidden;
  if (button.hidden) return; // the form is sent as without scripts
  form.addEventListener("submit", async (event) => {
    if (event.submitter instanceof HTMLElement && event.submitter.dataset.otherwise !== undefined) return;
    event.preventDefault();
    if (waits.textContent) return; // the device is asked already
    waits.textContent = WAITING;
    problem.hidden = true;
    button.setAttribute("aria-disabled", "true");
    try {
      answer.value = await askForPasskey(form);
      const chosen = document.createElement("input");
      Object.assign(chosen, { type: "hidden", name: button.name, value: button.value });
      form.append(chosen);
      if (button.dataset.action) form.action = button.dataset.action;
      form.submit();
    } catch (error) {
      if (error instanceof Refusal) problem.textContent = error.message;
      else problem.textContent = error instanceof DOMException && error.name === "InvalidStateError" ? KNOWN : NOTHING_DONE;
      problem.hidden = false;
    } finally {
      waits.textContent = "";
      button.removeAttribute("aria-disabled");
    }
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (form instanceof HTMLFormElement) prepare(form);
}
