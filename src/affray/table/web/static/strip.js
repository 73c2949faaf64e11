/** Where in the round the fight is: who acts after whom, or which of its phases it has come to. */

import { h, plain } from "./dom.js";
import { mini } from "./token.js";

/**
 * @typedef {import("./protocol").Phase} Phase
 * @typedef {import("./protocol").TurnInOrder} TurnInOrder
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Shown} Shown
 */

/** @param {HTMLElement} root @param {Shown} view */
export function renderStrip(root, view) {
  const steps = view.over
    ? null
    : view.order
      ? order(view.order, view)
      : view.phase
        ? phases(view.phase)
        : null;
  root.hidden = !steps;
  if (!steps) return void root.replaceChildren();
  const of = view.order ? "Turn order" : "Phases of the round";
  root.replaceChildren(
    h("h2", { class: "head" }, "Round ", h("b", {}, view.round)),
    h("ol", { "aria-label": of }, steps),
  );
}

/** @param {boolean} isNow @param {boolean} isDone @param {...Child} inner */
const step = (isNow, isDone, ...inner) =>
  h("li", { class: isDone ? "done" : null, "aria-current": isNow ? "step" : null }, inner);

/** @param {TurnInOrder[]} turns @param {Shown} view */
function order(turns, view) {
  const tokens = new Map((view.board?.tokens ?? []).map((t) => [t.who, t]));
  const standing = turns.filter(({ who }) => !tokens.get(who)?.is_out);
  const isSettled = standing.some(({ now }) => now); // else it is being said who acts now
  const next = isSettled ? standing.findIndex(({ now, done }) => !now && !done) : -1;
  return standing.map(({ who, name, now, done }, k) => {
    const word = now ? "acting now" : done ? "acted" : k === next ? "next" : "";
    const side = view.creatures.find((c) => c.who === who)?.side ?? 0;
    const shape = tokens.get(who) ?? { side, initials: name.slice(0, 2) };
    return step(now, done, mini({ ...shape, acting: now }), h("span", {}, name), h("small", {}, word));
  });
}

/** @param {Phase} phase */
function phases(phase) {
  return phase.all.map((name, k) =>
    step(
      k === phase.now,
      phase.now !== null && k < phase.now,
      h("small", { class: "fig" }, k + 1),
      h("span", {}, plain(name)),
    ),
  );
}
