// The page of planned turns: when the match goes on it is asked for again as a whole, since it leads to the board if it is
// the person's turn then. A page that nobody sees waits until it is seen.

import { byId } from "./page.js";
import { watch } from "./watch.js";

const known = () => Number(byId("main")?.dataset.revision);
let stale = false;

function renew() {
  if (stale && !document.hidden) location.reload();
}

watch(byId("main")?.dataset.plan ?? "", known, (news) => {
  stale ||= "revision" in news && news.revision > known();
  renew();
});
document.addEventListener("visibilitychange", renew);
