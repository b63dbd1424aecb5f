// Nonces for the dice: the browser draws them, so that the site cannot have chosen them.

const BYTES = 16;

/** A nonce: random bytes in hexadecimal. */
const draw = () => [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Fill the fields that are empty, and show the buttons that draw again. */
function fillNonces() {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-nonce]"))) field.value ||= draw();
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-draw]"))) button.hidden = false;
}

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-draw]")) : null;
  const field = button && document.getElementById(button.dataset.draw ?? "");
  if (field instanceof HTMLInputElement) field.value = draw();
});
document.addEventListener("htmx:after:swap", fillNonces);
fillNonces();
