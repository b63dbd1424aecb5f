// The worker that all pages of this site in a browser share: it holds their event stream.

import { makeHub } from "./hub.js";

const hub = makeHub();

addEventListener("connect", (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  port.onmessage = ({ data }) => hub.hear(port, data);
});
