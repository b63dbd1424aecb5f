// Push messages: the button in the settings that lets this browser receive notices, also while no page is open.

import { byId } from "./page.js";

const place = "/me/push";
const button = () => /** @type {HTMLButtonElement | null} */ (byId("push"));

/** @param {ArrayBuffer | null} bytes */
const text = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {Record<string, string>} fields */
const send = (fields) => fetch(place, { method: "POST", body: new URLSearchParams(fields) });

/** @param {string} problem */
function tell(problem) {
  const box = byId("push-problem");
  if (!box) return;
  box.textContent = problem;
  box.hidden = !problem;
}

/**
 * Shows what the button does; a subscription of a session that has ended is sent nothing, until it is turned on again.
 * @param {boolean} on
 */
function show(on) {
  const it = button();
  if (!it) return;
  it.hidden = false;
  it.toggleAttribute("data-on", on);
  it.textContent = on ? "Turn off notifications in this browser" : "Turn on notifications in this browser";
}

/** @param {ServiceWorkerRegistration} registration */
async function change(registration) {
  const known = await registration.pushManager.getSubscription();
  if (known && button()?.hasAttribute("data-on")) {
    await send({ do: "unsubscribe", endpoint: known.endpoint });
    await known.unsubscribe();
    return show(false);
  }
  const key = button()?.dataset.key ?? "";
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await send({
    do: "subscribe",
    endpoint: subscription.endpoint,
    key: text(subscription.getKey("p256dh")),
    secret: text(subscription.getKey("auth")),
  });
  if (!answer.ok) {
    await subscription.unsubscribe();
    return tell("This site cannot reach the push service of your browser.");
  }
  show(true);
}

if (button() && "serviceWorker" in navigator && "PushManager" in globalThis) {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  show(button()?.hasAttribute("data-on") === true && (await registration.pushManager.getSubscription()) !== null);
  button()?.addEventListener("click", () => {
    tell("");
    change(registration).catch(() => tell("Your browser did not allow it."));
  });
}
