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

/** @param {PushSubscription | null} subscription */
function show(subscription) {
  const it = button();
  if (!it) return;
  it.hidden = false;
  it.textContent = subscription ? "Turn off notifications in this browser" : "Turn on notifications in this browser";
}

/** @param {ServiceWorkerRegistration} registration */
async function change(registration) {
  const known = await registration.pushManager.getSubscription();
  if (known) {
    await send({ do: "unsubscribe", endpoint: known.endpoint });
    await known.unsubscribe();
    return show(null);
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
  show(subscription);
}

if (button() && "serviceWorker" in navigator && "PushManager" in globalThis) {
  const registration = await navigator.serviceWorker.register("/service-worker.js");
  show(await registration.pushManager.getSubscription());
  button()?.addEventListener("click", () => {
    tell("");
    change(registration).catch(() => tell("Your browser did not allow it."));
  });
}
