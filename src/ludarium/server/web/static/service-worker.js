// Shows push messages, and leads to their pages; the newest of a match replaces the one before.

addEventListener("push", (event) => {
  const { data } = /** @type {PushEvent} */ (event);
  const { title, text, path, topic } = data?.json() ?? { title: "Ludarium", text: "", path: "/me/notices", topic: "notices" };
  const shown = registration().showNotification(title, { body: text, tag: topic, data: path });
  /** @type {ExtendableEvent} */ (event).waitUntil(shown);
});

addEventListener("notificationclick", (event) => {
  const { notification } = /** @type {NotificationEvent} */ (event);
  notification.close();
  /** @type {ExtendableEvent} */ (event).waitUntil(worker().clients.openWindow(notification.data));
});

const worker = () => /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));
const registration = () => worker().registration;
