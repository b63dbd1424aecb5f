// Gather in your own corner for sixty turns, then strike again and again: first along one side, then along the other.
const GATHER = 30;  // turns in each of the two directions
const STRIKE = 27;
const turn = api.turn();
if (turn < GATHER) {
  api.awayY();
} else if (turn < 2 * GATHER) {
  api.awayX();
} else {
  const since = (turn - 2 * GATHER) % (2 * STRIKE);
  if (since === 0) {
    console.log("strike number", 1 + Math.floor((turn - 2 * GATHER) / (2 * STRIKE)));
  }
  if (since < STRIKE) {
    api.towardsY();
  } else {
    api.towardsX();
  }
}
