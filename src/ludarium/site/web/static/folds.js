// What is folded opens where a link leads to it. Browsers open a fold only for a link to what is inside it, and for
// none that is followed again.

/** Open what has an id, if it is folded, and what it is folded in.
 * @param {string} id
 */
function unfold(id) {
  const target = document.getElementById(id);
  let fold = target?.closest("details");
  if (!target || !fold) return;
  for (; fold; fold = fold.parentElement?.closest("details")) fold.open = true;
  target.scrollIntoView();
}

const named = () => decodeURIComponent(location.hash.slice(1));

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[href^='#']");
  if (link instanceof HTMLAnchorElement && link.hash === location.hash) unfold(named()); // no other address follows
});
addEventListener("hashchange", () => unfold(named()));
if (location.hash) unfold(named());
