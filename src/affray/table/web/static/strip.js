/** Where in the round the fight is: who acts after whom, or which of its phases it has come to. */

import { h, plain } from "./dom.js";
import { mini } from "./token.js";

/** @param {HTMLElement} root */
export function renderStrip(root, view) {
  const steps = view.over ? null : view.order ? order(view) : view.phase ? phases(view) : null;
  root.hidden = !steps;
  if (!steps) return void root.replaceChildren();
  const of = view.order ? "Turn order" : "Phases of the round";
  root.replaceChildren(
    h("h2", { class: "head" }, "Round ", h("b", {}, view.round)),
    h("ol", { "aria-label": of }, steps),
  );
}

const step = (isNow, isDone, ...inner) =>
  h("li", { class: isDone ? "done" : null, "aria-current": isNow ? "step" : null }, inner);

function order(view) {
  const tokens = new Map((view.board?.tokens ?? []).map((t) => [t.who, t]));
  const standing = view.order.filter(({ who }) => !tokens.get(who)?.is_out);
  const next = standing.findIndex(({ now, done }) => !now && !done);
  return standing.map(({ who, name, now, done }, k) => {
    const word = now ? "acting now" : done ? "acted" : k === next ? "next" : "";
    const { side } = view.creatures[who];
    const shape = tokens.get(who) ?? { side, initials: name.slice(0, 2) };
    return step(now, done, mini({ ...shape, acting: now }), h("span", {}, name), h("small", {}, word));
  });
}

function phases({ phase }) {
  return phase.all.map((name, k) =>
    step(
      k === phase.now,
      phase.now !== null && k < phase.now,
      h("small", { class: "fig" }, k + 1),
      h("span", {}, plain(name)),
    ),
  );
}
