/** Taking back: a button that says what it takes, and what players have asked for. */

import { byId, h, part } from "./dom.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 * @typedef {import("./protocol").TableShown["undo"]} Habit
 */

/** @type {[Habit, string][]} */
const HABITS = [
  ["friendly", "everybody takes back their own last decision, dice or not; the same dice come again"],
  ["fair", "everybody takes back what has led to nothing yet; for more they ask the game master"],
  ["strict", "nothing is taken back but by the game master"],
];

/** What one has asked for: when it is asked for no more and still stands, it was refused. */
let asking = "";

/** @param {Shown["me"]["undo"]} undo */
function verbOf(undo) {
  if (undo?.asked || undo?.what !== asking) asking = undo?.asked ? undo.what : "";
  if (!undo?.asks) return "Undo";
  if (undo.asked) return "Asked to undo";
  return asking ? "Refused. Ask again to undo" : "Ask to undo";
}

/**
 * The button in the bar, and what others have asked the game master for.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function renderBack(view, ctx) {
  const button = /** @type {HTMLButtonElement} */ (byId("undo"));
  const { undo } = view.me;
  button.disabled = !undo || undo.asked;
  button.title = undo ? `${undo.asks && `${undo.asks}. `}This would be taken back: ${undo.what}` : "";
  byId("undo-verb").textContent = verbOf(undo);
  byId("undo-what").textContent = undo?.what ?? "";
  const asked = view.undo_asked ?? [];
  byId("undo-asked").hidden = !asked.length;
  byId("undo-asked").replaceChildren(...asked.map((one) => request(one.seat, one.what, ctx)));
}

/** @param {string} seat @param {string} what @param {Ctx} ctx */
function request(seat, what, ctx) {
  const answer = (/** @type {boolean} */ grant, /** @type {string} */ text) =>
    h(
      "button",
      {
        class: grant ? "btn go" : "btn",
        type: "button",
        "data-key": `undo-${grant}-${seat}`,
        onclick: () => ctx.send({ do: "answer-undo", seat, grant }),
      },
      text,
    );
  return h("p", { class: "row" }, `${seat} asks to take back: ${what}`, answer(true, "Grant"), answer(false, "Refuse"));
}

/** @param {Shown} view @param {Ctx} ctx */
export function takeBack(view, ctx) {
  const { undo } = view.me;
  if (!undo || undo.asked) return;
  if (undo.asks) ctx.send({ do: "ask-undo" });
  else ctx.send({ do: "undo", to: null, fresh: false });
}

/**
 * How this table holds it with taking back; for the game master to change.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function habits(view, ctx) {
  const isGm = view.me.role === "gm";
  const choice = (/** @type {[Habit, string]} */ [name, text]) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "radio",
        name: "habit",
        checked: name === view.table.undo,
        "data-key": `habit-${name}`,
        onchange: () => ctx.send({ do: "habit", undo: name }),
      }),
      ` ${name}: ${text}`,
    );
  const now = HABITS.filter(([name]) => name === view.table.undo);
  return part(
    "Taking back",
    isGm
      ? h("fieldset", {}, h("legend", { class: "vh" }, "Taking back"), HABITS.map(choice))
      : h("p", { class: "note" }, now.map(([name, text]) => `${name}: ${text}`)),
    h("p", { class: "note" }, "Whatever is taken back is told in the log."),
    view.table.seeded &&
      h("p", { class: "note" }, "These dice come from a seed: whoever knows it knows them all."),
  );
}
