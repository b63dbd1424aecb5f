// An editor for plans: a row for each part, a word and a number of turns. What is sent is the text beside it.

const fields = () => document.querySelectorAll("[data-words]");

function read(text, words) {
  const letters = words.map((word) => word[0]).join("");
  return [...text.matchAll(new RegExp(`([${letters}])\\s*([0-9]*)`, "g"))].map(([, word, turns]) => [word, turns || "1"]);
}

const written = (legs) => legs.map(([word, turns]) => word + (Number(turns) > 1 ? turns : "")).join("");

function make(name, values, ...inside) {
  const element = Object.assign(document.createElement(name), values);
  element.append(...inside);
  return element;
}

function row(words, leg, number, change) {
  const options = words.map((each) => make("option", { value: each[0], selected: each[0] === leg[0] }, each));
  const which = make("select", { onchange: () => change(() => (leg[0] = which.value)) }, ...options);
  const many = make("input", { type: "number", min: 1, max: 999, value: leg[1] });
  many.oninput = () => change(() => (leg[1] = Math.min(999, Math.max(1, Math.round(many.value) || 1))));
  const away = make("button", { type: "button", className: "button" }, "×");
  away.onclick = () => change((plan) => plan.splice(number, 1), true);
  which.setAttribute("aria-label", `Part ${number + 1}`);
  many.setAttribute("aria-label", `Turns of part ${number + 1}`);
  away.setAttribute("aria-label", `Remove part ${number + 1}`);
  return make("div", { className: "leg" }, which, many, away);
}

function edit(field) {
  const words = field.dataset.words.split(" ");
  const [text, legs] = [field.querySelector("input"), field.querySelector(".legs")];
  const draw = () => {
    const plan = read(text.value, words);
    const change = (how, again = false) => {
      how(plan);
      text.value = written(plan);
      if (again) draw(); // only then: a row that is drawn anew loses the focus, and a click on what was there
    };
    const more = make("button", { type: "button", className: "button" }, "Add a part");
    more.onclick = () => change(() => plan.push([words[0][0], 10]), true);
    legs.replaceChildren(...plan.map((leg, number) => row(words, leg, number, change)), more);
  };
  text.oninput = draw;
  draw();
}

const ready = () => fields().forEach(edit);
document.addEventListener("htmx:after:swap", ready);
ready();
