// A row that is wider than the screen, such as tabs on a phone, is scrolled to what is chosen in it.

for (const chosen of document.querySelectorAll(".tabs [aria-current], .presets [aria-current]")) {
  const strip = chosen.closest(".tabs, .presets .row");
  if (!strip) continue;
  const [outer, inner] = [strip, chosen].map((each) => each.getBoundingClientRect());
  strip.scrollLeft += inner.x + inner.width / 2 - outer.x - outer.width / 2;
}
