// Of the actions that look best, choose the one whose best answer is the least bad for you.
function worth(state) {
  if (state.over) {
    return 3 * state.payoffs[api.seat];
  }
  return 2 * state.value()[api.seat] + state.playouts(4)[api.seat];
}

const moves = api.legal().map((name) => {
  const next = api.state.play(name);
  return { name, next, worth: worth(next) };
});
moves.sort((one, other) => other.worth - one.worth);
let best = -1;
for (const { name, next, worth: first } of moves.slice(0, 3)) {
  const answers = next.actor === api.seat ? [] : next.legal.map((answer) => 3 * next.play(answer).value()[api.seat]);
  const found = Math.min(first, ...answers);
  if (found > best) {
    best = found;
    api.play(name);
  }
}
