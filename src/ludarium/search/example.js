// Play each legal action, then twelve random games from there; choose the action that paid most.
let best = -Infinity;
for (const name of api.legal()) {
  const next = api.state.play(name);
  const paid = next.over ? next.payoffs : next.playouts(12);
  if (paid[api.seat] > best) {
    best = paid[api.seat];
    api.play(name);
  }
}
console.log("expects", best.toFixed(2));
