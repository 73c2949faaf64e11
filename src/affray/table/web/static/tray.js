/** Dice one has and gives: a tray of checkboxes drawn as dice. What is picked names an option. */

import { h, plain } from "./dom.js";
import { dieOf } from "./die.js";

/**
 * @typedef {import("./protocol").GivenDice} GivenDice
 * @typedef {import("./protocol").Left} Left
 * @typedef {import("./page").DiceAsked} DiceAsked
 */

/**
 * @typedef {{hand: number[], options: Record<string, number[]>}} Dice
 * @param {number[]} faces
 */

/**
 * Whether it is answered with dice of the hand.
 * @param {Left} asked
 * @returns {asked is Left & DiceAsked}
 */
export const hasDice = (asked) => asked.dice !== null;

const inOrder = (/** @type {number[]} */ faces) => [...faces].sort((a, b) => a - b).join(" ");

/** @param {GivenDice} givenDice @param {Iterable<number>} picked */
const facesOf = ({ hand }, picked) => [...picked].map((k) => hand[k]).sort((a, b) => a - b);

/**
 * The option whose faces are exactly the picked ones.
 * @param {GivenDice} dice
 * @param {Set<number>} picked
 * @returns {string | null}
 */
export function optionOf(dice, picked) {
  const faces = inOrder(facesOf(dice, picked));
  return Object.keys(dice.options).find((name) => inOrder(dice.options[name]) === faces) ?? null;
}

/**
 * Places in the hand where the faces of an option lie.
 * @param {GivenDice} givenDice
 * @param {string | null} option
 * @returns {Set<number>}
 */
export function placesOf({ hand, options }, option) {
  /** @type {Set<number>} */
  const picked = new Set();
  for (const face of options[option ?? ""] ?? [])
    picked.add(hand.findIndex((other, k) => other === face && !picked.has(k)));
  return picked;
}

/** @param {GivenDice} givenDice */
const counts = ({ options }) => Object.values(options).map((faces) => faces.length);

/**
 * One die more or less; past as many as can be given, the one picked first is let go.
 * @param {GivenDice} dice
 * @param {Set<number>} picked
 * @param {number} k
 */
function turnOver(dice, picked, k) {
  const now = new Set(picked);
  if (!now.delete(k)) now.add(k);
  if (now.size > Math.max(...counts(dice))) now.delete([...now][0]);
  return now;
}

/**
 * What the picked dice come to, in a few words.
 * @param {DiceAsked} diceAsked
 * @param {Set<number>} picked
 */
export function told({ question, dice }, picked) {
  const faces = facesOf(dice, picked);
  const least = Math.min(...counts(dice));
  if (faces.length < least) return `pick ${least - faces.length} more`;
  if (optionOf(dice, picked) === null) return `no ${plain(question)} like that can be given here`;
  return faces.length > 1 ? `${faces.join(" + ")} = ${faces.reduce((a, b) => a + b)}` : String(faces[0]);
}

/**
 * @param {DiceAsked} asked
 * @param {Set<number>} picked
 * @param {(picked: Set<number>) => void} onPick
 * @param {boolean} isAll  nothing else is asked: the focus goes here
 */
export function renderTray(asked, picked, onPick, isAll = false) {
  const { question, prompt, dice } = asked;
  const isAstray = optionOf(dice, picked) === null;
  const id = `tally-${question}`;
  const die = (/** @type {number} */ face, /** @type {number} */ k) =>
    h(
      "label",
      { class: "die" },
      h("input", {
        type: "checkbox",
        checked: picked.has(k),
        "aria-label": named(dice.hand, k),
        "aria-describedby": id,
        "data-key": `${question}-${k}`,
        "data-first": isAll && k === 0,
        onchange: () => onPick(turnOver(dice, picked, k)),
      }),
      dieOf(face),
    );
  return h(
    "fieldset",
    { class: isAstray ? "tray astray" : "tray" },
    h("legend", {}, prompt),
    dice.hand.map(die),
    h("p", { class: "tally", id }, told(asked, picked)),
  );
}

/**
 * "die showing 5, 1 of 2" where two of them do.
 * @param {number[]} hand
 * @param {number} k
 */
function named(hand, k) {
  const same = hand.flatMap((face, at) => (face === hand[k] ? [at] : []));
  const which = same.length > 1 ? `, ${same.indexOf(k) + 1} of ${same.length}` : "";
  return `die showing ${hand[k]}${which}`;
}
