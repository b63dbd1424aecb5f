// Shows push messages, and leads to their pages; the newest of a match replaces the one before.

/** What a service worker knows and a page does not, as far as it is used here.
 * @typedef {Event & { data: { json(): Record<string, string> } | null, waitUntil(work: Promise<unknown>): void }} Pushed
 * @typedef {Event & { notification: Notification, waitUntil(work: Promise<unknown>): void }} Clicked
 * @typedef {{ registration: ServiceWorkerRegistration, clients: { openWindow(address: string): Promise<unknown> } }} Worker
 */
const worker = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));
const USUAL = { title: "Ludarium", text: "", path: "/me/notices", topic: "notices" };

addEventListener("push", (event) => {
  const pushed = /** @type {Pushed} */ (event);
  const { title, text, path, topic } = pushed.data?.json() ?? USUAL;
  pushed.waitUntil(worker.registration.showNotification(title, { body: text, tag: topic, data: path }));
});

addEventListener("notificationclick", (event) => {
  const clicked = /** @type {Clicked} */ (event);
  clicked.notification.close();
  clicked.waitUntil(worker.clients.openWindow(clicked.notification.data));
});
