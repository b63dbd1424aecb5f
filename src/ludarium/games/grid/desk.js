// The object `api` that scripts of Grid Game call; it lives for a whole match. Its directions are green's, mirrored.
(function () {
  /** @type {GridFacts} */
  let now;
  /** @type {string} */
  let chosen;
  /** @param {number} way */
  const turnTo = (way) => function () { chosen = now.compass[way]; };
  const north = turnTo(0), east = turnTo(1), south = turnTo(2), west = turnTo(3);

  /** @type {GridApi} */
  const api = {
    north, east, south, west,
    towardsX: east, towardsY: south, awayX: west, awayY: north,
    random_direction: function () { chosen = "nesw"[Math.floor(Math.random() * 4)]; },
    turn: function () { return now.turn; },
    spawning_turn: function () { return now.spawning; },
    wait: function (turns) { api.next_move = now.turn + turns; },
    next_move: 0,
  };

  return {
    api,
    /** @param {GridFacts} facts */
    before: function (facts) {
      now = facts;
      chosen = now.direction;
      return now.turn >= api.next_move;
    },
    after: function () { return chosen; },
  };
})();
