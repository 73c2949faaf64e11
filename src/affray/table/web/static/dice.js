/** Dice that lie on a real table: one box per die, in the shape of the die. */

import { h, s } from "./dom.js";

/**
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Ctx} Ctx
 */

/**
 * Outlines in a box of 68 by 64.
 * @type {Record<number, string>}
 */
const SHAPES = {
  4: "M34 3L66 61H2Z",
  6: "M6 4H62V60H6Z",
  8: "M34 2L64 32L34 62L4 32Z",
  10: "M34 2L65 38L34 62L3 38Z",
  12: "M34 2L64 24L53 60H15L4 24Z",
  20: "M34 2L62 17V47L34 62L6 47V17Z",
};
const ROUND = "M34 2A30 30 0 0 1 34 62A30 30 0 0 1 34 2Z";
const NTH = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth"];

/**
 * What was typed as the face it means: 0 on a d10 is the ten. NaN where it is none.
 * @param {string} text
 * @param {number} sides
 */
export function faceOf(text, sides) {
  const n = text.trim() === "" ? NaN : Number(text);
  const face = n === 0 && sides === 10 ? 10 : n;
  return Number.isInteger(face) && face >= 1 && face <= sides ? face : NaN;
}

/**
 * Whether another digit could still make it a face.
 * @param {string} text
 * @param {number} sides
 */
function isWhole(text, sides) {
  if (sides <= 10) return text.length >= 1;
  return text.length >= 2 || Number(text) * 10 > sides;
}

/** @param {AskedView} view @param {Ctx} ctx */
export function renderDice(view, ctx) {
  const { pending } = view;
  const dice = pending.needs.flatMap(([n, sides]) => Array(n).fill(sides));
  const note = h("p", { class: "note", id: "dice-note", "aria-live": "polite" }, hint(dice));
  const boxes = dice.map((sides, k) => box(sides, k, dice, () => inputs));
  /** @type {HTMLInputElement[]} */
  const inputs = boxes.map((b) => /** @type {HTMLInputElement} */ (b.querySelector("input")));
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const faces = inputs.map((input, k) => faceOf(input.value, dice[k]));
    const wrong = faces.findIndex(Number.isNaN);
    if (wrong < 0) return void ctx.send({ do: "dice", faces });
    inputs[wrong].setAttribute("aria-invalid", "true");
    inputs[wrong].focus();
    note.textContent = `A d${dice[wrong]} shows 1 to ${dice[wrong]}.`;
  };
  return h(
    "form",
    { class: "typed", onsubmit: send, novalidate: true },
    pending.goal && h("p", { class: "goal" }, pending.goal),
    h("fieldset", {}, h("legend", {}, "Your dice, as they lie"), h("div", { class: "boxes" }, boxes)),
    buttons(ctx),
    note,
  );
}

/** @param {Ctx} ctx */
function buttons(ctx) {
  const enter = h("kbd", { "aria-hidden": "true" }, "Enter");
  const leave = () => ctx.send({ do: "dice", faces: [] });
  return h(
    "p",
    { class: "row" },
    h("button", { class: "btn go", "data-key": "send-dice" }, "Send ", enter),
    h(
      "button",
      { class: "btn bare", type: "button", "data-key": "auto-dice", onclick: leave },
      "Let the computer roll these",
    ),
  );
}

/** @param {number[]} dice */
const hint = (dice) =>
  `${dice.includes(10) ? "0 on a d10 is the ten. " : ""}The cursor moves on by itself; Backspace goes back. Typed dice keep a double frame in the log.`;

/** @param {number} sides @param {number} k @param {number[]} dice @param {() => HTMLInputElement[]} inputs */
function box(sides, k, dice, inputs) {
  const label = `${NTH[k] ?? `${k + 1}th`} die of ${dice.length}, d${sides}`;
  const move = (/** @type {number} */ by) => inputs()[k + by]?.focus();
  return h(
    "label",
    { class: "dbox" },
    h(
      "span",
      { class: "face" },
      s("svg", { viewBox: "0 0 68 64", "aria-hidden": "true" }, s("path", { d: SHAPES[sides] ?? ROUND })),
      h("input", {
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: String(sides).length,
        "aria-label": label,
        "aria-describedby": "dice-note",
        "data-key": `die${k}`,
        "data-first": k === 0,
        class: sides === 4 ? "low" : null,
        oninput: (e) => onInput(e.currentTarget, sides, move),
        onkeydown: (e) => onKey(e, move),
        onfocus: (e) => e.currentTarget.select(),
      }),
    ),
    `d${sides}`,
  );
}

/** @param {HTMLInputElement} input @param {number} sides @param {(by: number) => void} move */
function onInput(input, sides, move) {
  input.value = input.value.replace(/\D/g, "");
  input.toggleAttribute("data-typed", true);
  if (!input.value || !isWhole(input.value, sides)) return;
  const fits = !Number.isNaN(faceOf(input.value, sides));
  input.setAttribute("aria-invalid", String(!fits));
  if (fits) move(1);
  else input.select();
}

/** @param {KeyboardEvent & {currentTarget: HTMLInputElement}} event @param {(by: number) => void} move */
function onKey(event, move) {
  if (event.key === "Backspace" && event.currentTarget.value === "") {
    event.preventDefault();
    move(-1);
  }
}
