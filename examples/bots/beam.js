// Grid Game: south and east by turns, and a look back when the enemy may have come near.
if (this.front === undefined) {
  this.front = [api.towardsY, api.towardsX];
}
if (api.turn() % 200 < 180) {
  this.front[api.turn() % 2]();
} else {
  api.awayX();
  api.wait(5);
}
