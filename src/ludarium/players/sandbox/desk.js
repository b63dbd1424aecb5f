// The object `api` of scripts for a game that has none of its own: positions, what is legal in them, and what follows.
(function (/** @type {(question: object) => any} */ reply) {
  /** @param {object} question */
  const ask = function (question) {
    const answer = reply(question);
    if (answer.wrong) throw new Error(answer.wrong);
    return answer;
  };

  class State {
    /** @param {any} facts */
    constructor(facts) { this.id = facts.id; Object.assign(this, facts); }
    /** @param {string} name */
    play(name) { return new State(ask({ what: "play", id: this.id, name: String(name) })); }
    /** @type {string[] | null} */
    #legal = null;
    get legal() { return this.#legal ??= ask({ what: "legal", id: this.id }).legal; }
    chance() { return ask({ what: "chance", id: this.id }).outcomes; }
    text() { return ask({ what: "text", id: this.id }).text; }
    points() { return ask({ what: "points", id: this.id }).points; }
    value() { return ask({ what: "value", id: this.id }).payoffs; }
    /** @param {number} games */
    playouts(games) { return ask({ what: "playouts", id: this.id, games: Number(games) }).payoffs; }
  }

  let turn = 0;
  /** @type {string | null} */
  let chosen = null;
  const api = {
    seat: 0,
    state: new State({}),
    turn: function () { return turn; },
    legal: function () { return this.state.legal; },
    /** @param {string} name */
    play: function (name) { chosen = String(name); },
  };

  return {
    api,
    /** @param {any} facts */
    before: function (facts) {
      chosen = null;
      turn = facts.turn;
      api.seat = facts.seat;
      api.state = new State(facts.state);
      return true;
    },
    after: function () { return chosen; },
  };
})
