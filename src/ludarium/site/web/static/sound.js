// A short sound when another player has played, if the person wants it.

import { byId } from "./page.js";

/** @type {AudioContext | null} */
let context = null;

const played = () => Number(byId("main")?.dataset.turns ?? 0);
let seen = played();

/** Knock on wood, if the person wants to hear it. */
export function knock() {
  if (localStorage.getItem("sound") !== "true") return;
  context ??= new AudioContext();
  const { currentTime: now, destination } = context;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: 330 });
  const volume = new GainNode(context, { gain: 0.25 });
  tone.frequency.exponentialRampToValueAtTime(110, now + 0.1);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.15);
  tone.connect(volume).connect(destination);
  tone.start(now);
  tone.stop(now + 0.16);
}

document.addEventListener("htmx:after:swap", () => {
  const now = played();
  if (now > seen) knock();
  seen = now;
});
