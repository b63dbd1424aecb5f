// What a browser keeps of how pages look and sound: the colours in a cookie, which the site reads, and the sound.

const YEAR = 365 * 86400;
const root = document.documentElement;

/** @returns {HTMLSelectElement[]} */
const choices = () => [...document.querySelectorAll(/** @type {"select"} */ ("select[data-keeps=colours]"))];

/** Show the page in some colours, and keep them; those of the device if none are named.
 * @param {string} colours
 */
function keepColours(colours) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `colours=${colours}; path=/; samesite=lax; max-age=${colours ? YEAR : 0}${secure}`;
  if (colours) root.dataset.colours = colours;
  else delete root.dataset.colours;
  document.querySelector("meta[name=color-scheme]")?.setAttribute("content", colours || "light dark");
  for (const choice of choices()) choice.value = colours;
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.dataset.keeps === "colours") keepColours(target.value);
  if (target instanceof HTMLInputElement && target.dataset.keeps === "sound") localStorage.setItem("sound", String(target.checked));
});

// a page that a browser shows again, as after "Back", may have been left before the choice
addEventListener("pageshow", () => {
  const kept = /(?:^|; )colours=(light|dark)/.exec(document.cookie)?.[1] ?? "";
  if (kept !== (root.dataset.colours ?? "")) keepColours(kept);
});

for (const box of document.querySelectorAll(/** @type {"input"} */ ("input[data-keeps=sound]"))) {
  box.checked = localStorage.getItem("sound") === "true";
}
