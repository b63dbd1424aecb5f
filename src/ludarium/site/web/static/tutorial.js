// Marks the lessons of a tutorial that this browser has solved, and brings into sight what is said of a turn.

/** The name under which the solved lessons of this tutorial are stored. */
const key = () => `solved-${document.getElementById("main")?.dataset.tutorial}`;

function showSolved() {
  const main = document.getElementById("main");
  const solved = new Set(JSON.parse(localStorage.getItem(key()) ?? "[]"));
  if (main?.hasAttribute("data-solved")) solved.add(main.dataset.lesson);
  localStorage.setItem(key(), JSON.stringify([...solved]));
  for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".progress a"))) {
    const known = solved.has(link.dataset.number);
    link.classList.toggle("solved", known);
    if (known) link.ariaLabel = `Lesson ${link.dataset.number}: ${link.title}, solved`;
  }
}

document.addEventListener("htmx:after:swap", () => {
  showSolved();
  document.querySelector(".verdict:has(.notice, .problem)")?.scrollIntoView({ block: "nearest" });
});
showSolved();
