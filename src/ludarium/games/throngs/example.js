// For each move: what the game's own evaluation expects afterwards, and how twenty random games end from there.
function worth(state) {
  if (state.over) {
    return 2 * state.payoffs[api.seat];
  }
  return state.value()[api.seat] + state.playouts(20)[api.seat];
}

let best = -1;
for (const name of api.legal()) {
  const found = worth(api.state.play(name));
  if (found > best) {
    best = found;
    api.play(name);
  }
}
console.log("expects", (best / 2).toFixed(2));
