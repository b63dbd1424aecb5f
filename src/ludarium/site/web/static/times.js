// Times in the time zone of this browser: the form proposes it until the person has chosen one, and where a page has a
// time in another one, it says which time that is here.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const select = /** @type {HTMLSelectElement | null} */ (document.querySelector("#zone"));
if (select && !select.dataset.chosen && [...select.options].some((option) => option.value === zone)) {
  select.value = zone;
}

for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-at]"))) {
  const moment = new Date(Number(time.dataset.at) * 1000);
  time.dateTime = moment.toISOString();
  const clock = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
  if (!time.textContent?.includes(`, ${clock} `)) {
    time.after(` (here: ${moment.toLocaleString([], { weekday: "short", hour: "numeric", minute: "2-digit" })})`);
  }
}
