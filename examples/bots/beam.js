// Grid Game: alternate between south and east; every 200 turns go back for some turns to meet the enemy.
if (this.front === undefined) {
  this.front = [api.towardsY, api.towardsX];
}
if (api.turn() % 200 < 180) {
  this.front[api.turn() % 2]();
} else {
  api.awayX();
  api.wait(5);
}
