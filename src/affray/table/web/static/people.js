/** Whoever sits at the table: a colour that is also a shape, and a name beside a creature's. */

import { h, hidden } from "./dom.js";

/**
 * @typedef {import("./protocol").Creature} Creature
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Shown} Shown
 */

/**
 * Somebody's mark; each colour has a shape of its own (affray.css), so it is never alone.
 * @param {string} colour
 */
export const mark = (colour) => h("i", { class: `hue ${colour}`, "aria-hidden": "true" });

/**
 * Who plays a creature, behind its name; nothing where nobody has said theirs.
 * @param {Pick<Creature, "person" | "colour" | "player">} creature
 */
export const playedBy = (creature) =>
  isPlayed(creature)
    ? h("span", { class: "person" }, mark(creature.colour), hidden("played by "), creature.person)
    : null;

/** @param {Pick<Creature, "person" | "player">} creature */
const isPlayed = ({ person, player }) => Boolean(person) && (!player || player === "person");

/**
 * @param {Shown} view
 * @param {number} who
 */
export function playerOf(view, who) {
  const found = view.creatures.find((c) => c.who === who);
  return found && isPlayed(found) ? { person: found.person, colour: found.colour } : null;
}

/**
 * @param {Shown} view
 * @param {string} name
 */
export function markOf(view, name) {
  const found = view.creatures.find((c) => c.name === name);
  return found?.person ? [mark(found.colour), " "] : null;
}

/**
 * Whom everybody waits for: the person, and whom they play.
 * @param {Shown} view
 * @returns {Child[]}
 */
export function waitedFor(view) {
  const { who, name = "" } = view.pending ?? {};
  const found = view.creatures.find((c) => c.who === who);
  if (!found?.person) return [h("b", {}, name)];
  return [mark(found.colour), " ", h("b", {}, found.person), ` (${name})`];
}

/**
 * What whoever sits in a seat has said they are called, if they have.
 * @param {Shown} view
 * @param {string} seat
 */
export const personIn = (view, seat) => view.creatures.find((c) => c.seat === seat && c.taken)?.person ?? "";

/**
 * A seat with who sits there: "Anna (Regdar)".
 * @param {Shown} view
 * @param {string} seat
 */
export function seatWith(view, seat) {
  const person = personIn(view, seat);
  return person ? `${person} (${seat})` : seat;
}

/**
 * @param {Shown["me"]} me
 */
export const myself = ({ name, person, colour }) => (person ? [mark(colour), ` ${person} (${name})`] : [name]);

/**
 * Somebody at their seat, as a word; nothing for who is here.
 * @param {Shown} view
 * @param {string} seat
 */
export const presence = (view, seat) => {
  const state = view.present[seat];
  return state === "gone" ? "not here" : state === "away" || state === "free" ? state : "";
};

/**
 * Whether whoever plays a creature is at the table: here, away or not here; nothing of one's own,
 * of the computer's and of those nobody has sat down for, and nothing where a fight is watched.
 * @param {Shown} view
 * @param {Creature} creature
 */
export const there = (view, { seat, taken, mine, player }) =>
  taken && seat in view.present && !mine && player === "person" && !view.over
    ? presence(view, seat) || "here"
    : "";
