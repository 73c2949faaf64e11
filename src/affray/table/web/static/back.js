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
/** What one is about to ask for: it goes out when it is said once more. */
let meaning = "";

/** @param {Shown["me"]["undo"]} undo */
function verbOf(undo) {
  if (undo?.asked || undo?.what !== asking) asking = undo?.asked ? undo.what : "";
  if (undo?.asked || undo?.what !== meaning) meaning = "";
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
  const undo = mayBe(view);
  button.disabled = !undo || undo.asked;
  button.hidden = view.me.role === "watcher" || (view.over && !undo);
  button.title = undo ? `${undo.asks && `${undo.asks}. `}This would be taken back: ${undo.what}` : "";
  byId("undo-verb").textContent = verbOf(undo);
  byId("undo-what").textContent = undo?.what ?? "";
  const lines = (view.undo_asked ?? []).map((one) => request(one.seat, one.what, ctx));
  const mine = undo && wish(undo, view, ctx);
  if (mine) lines.push(mine);
  byId("undo-asked").hidden = !lines.length;
  byId("undo-asked").replaceChildren(...lines);
}

/**
 * What may be taken back; when it is over nobody is asked for more.
 * @param {Shown} view
 */
const mayBe = ({ me: { undo }, over }) => (over && undo?.asks ? null : undo);

/**
 * What one is about to ask for, or has: others are bothered by it, so it is said twice, and may be withdrawn.
 * @param {NonNullable<Shown["me"]["undo"]>} undo
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function wish({ what, asks, asked }, view, ctx) {
  const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {string} */ kind, /** @type {() => void} */ onclick) =>
    h("button", { class: kind, type: "button", "data-key": key, onclick }, text);
  const withdraw = button("undo-withdraw", "Withdraw", "btn", () => {
    asking = ""; // nobody has refused it
    ctx.send({ do: "withdraw-undo" });
  });
  if (asked) return h("p", { class: "row" }, `You have asked the game master to take back: ${what}`, withdraw);
  if (!meaning) return null;
  const leave = () => {
    meaning = "";
    renderBack(view, ctx);
  };
  return h(
    "p",
    { class: "row" },
    `Ask the game master to take this back? (${asks}) ${what}`,
    button("undo-ask", "Ask", "btn go", () => void ctx.send({ do: "ask-undo" })),
    button("undo-leave", "Leave it", "btn", leave),
  );
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
  const undo = mayBe(view);
  if (!undo || undo.asked) return;
  if (!undo.asks) return void ctx.send({ do: "undo", to: null, fresh: false });
  meaning = undo.what;
  renderBack(view, ctx);
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
