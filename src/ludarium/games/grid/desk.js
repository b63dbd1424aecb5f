// The object `api` that scripts of Grid Game call; it lives for a whole match. Its directions are green's, mirrored.
(function () {
  const api = { next_move: 0 };
  let now;
  let chosen;

  ["north", "east", "south", "west"].forEach(function (name, way) {
    api[name] = function () { chosen = now.compass[way]; };
  });
  api.towardsX = api.east;
  api.towardsY = api.south;
  api.awayX = api.west;
  api.awayY = api.north;
  api.random_direction = function () { chosen = "nesw"[Math.floor(Math.random() * 4)]; };
  api.turn = function () { return now.turn; };
  api.spawning_turn = function () { return now.spawning; };
  api.wait = function (turns) { api.next_move = now.turn + turns; };

  return {
    api,
    before: function (facts) {
      now = facts;
      chosen = now.direction;
      return now.turn >= api.next_move;
    },
    after: function () { return chosen; },
  };
})()
