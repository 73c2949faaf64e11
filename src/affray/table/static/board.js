/** The map: a second view of the same answer. Legal targets are buttons with their odds. */

import { h, s, plain } from "./dom.js";
import { keyOf, percent, upshots } from "./odds.js";
import { feetFrame, tileFrame } from "./ground.js";
import { pointOf, POINTS, stepTo } from "./compass.js";
import { body, marks } from "./token.js";

const TOKEN = 16.5;

/** @param {HTMLElement} root */
export function renderBoard(root, view, ctx) {
  const { board } = view;
  const head = root.querySelector("h2");
  if (!board) return void root.replaceChildren(head, h("p", { class: "note" }, "This fight has no map."));
  const frame = board.unit === "ft" ? feetFrame(board) : tileFrame(board);
  const targets = targetsOf(view, ctx);
  const tokens = spread(board.tokens.map((token) => place(frame, token)));
  const size = board.unit === "ft" ? "feet" : "tiles";
  const map = s(
    "svg",
    {
      class: `map ${board.unit}`,
      viewBox: frame.viewBox,
      role: "group",
      "aria-label": `Map, ${board.width} by ${board.height} ${size}`,
    },
    frame.ground,
    steps(view, frame, ctx),
    board.things.map((thing) => drawThing(frame, thing)),
    tokens
      .sort(byLayer(targets))
      .map((token) => drawToken(token, tokens, targets.get(token.who), frame, ctx)),
  );
  map.style.maxWidth = `${Math.round(1.5 * frame.wide)}px`; // a small map is not blown up
  root.replaceChildren(head, map, legend(board, targets.size > 0));
}

/** What lies on the floor first, whom one may choose last and so on top. */
const byLayer = (targets) => (a, b) => layer(a, targets) - layer(b, targets);
const layer = (token, targets) => (token.is_out ? 0 : targets.has(token.who) ? 2 : 1);

/** For everyone on the map the offer meant by a click: of the plan in hand, else the first. */
function targetsOf(view, ctx) {
  const found = new Map();
  const { pending } = view;
  if (!pending?.mine || pending.kind !== "plan") return found;
  for (const offer of pending.offers) {
    if (offer.target_who === null || offer.target_who === undefined) continue;
    if (!found.has(offer.target_who) || offer.name === ctx.lit) {
      if (found.get(offer.target_who)?.name !== ctx.lit) found.set(offer.target_who, offer);
    }
  }
  return found;
}

function place(frame, token) {
  const size = Math.min(token.across || 1, token.down || 1);
  const [x, y] = frame.middle(token);
  return { ...token, x: token.x, px: x, py: y, scale: frame.scale(size) };
}

/** Tokens that would cover each other are moved apart, for the eye only. */
function spread(tokens) {
  for (let round = 0; round < 12; round += 1) {
    tokens.forEach((a, i) => tokens.slice(i + 1).forEach((b) => push(a, b)));
  }
  return tokens;
}

function push(a, b) {
  if (a.is_out || b.is_out) return;
  const least = 0.92 * TOKEN * (a.scale + b.scale);
  const [dx, dy] = [b.px - a.px, b.py - a.py];
  const apart = Math.hypot(dx, dy);
  if (apart >= least) return;
  const [ux, uy] = apart > 0.01 ? [dx / apart, dy / apart] : [1, 0];
  const by = (least - apart) / 2;
  [a.px, a.py, b.px, b.py] = [a.px - ux * by, a.py - uy * by, b.px + ux * by, b.py + uy * by];
}

function drawToken(token, all, offer, frame, ctx) {
  const words = describe(token);
  const transform = `translate(${token.px.toFixed(1)} ${token.py.toFixed(1)})`;
  const drawn = s("g", { transform: `scale(${token.scale})` }, marks(token));
  if (!offer) return s("g", { transform, role: "img", "aria-label": words }, s("title", {}, words), drawn);
  const half = 22.5 * token.scale;
  const choose = () => ctx.choose(offer);
  const pick = s(
    "g",
    {
      transform,
      class: "pick",
      role: "button",
      tabindex: 0,
      "data-key": `map|${keyOf(offer)}`,
      "data-words": words,
      onclick: choose,
      onkeydown: onPress(choose),
      onfocus: () => ctx.peek(offer),
    },
    s("title"),
    s("rect", { class: "target", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 3 }),
    drawn,
    s("text", { ...numberAt(token, all, frame), "aria-hidden": "true" }),
  );
  label(pick, offer, ctx);
  return pick;
}

/** What a click would do and how likely it does what, beside the target and in its name. */
function label(pick, offer, ctx) {
  const odds = ctx.odds.of(offer, ctx.chosen(offer));
  const best = odds?.outcomes.length ? upshots(odds)[0] : null;
  const told = best ? `${plain(offer.label)}: ${best.text} ${percent(best.percent)}` : plain(offer.label);
  pick.querySelector("title").textContent = told;
  pick.querySelector(".pc").textContent = best ? percent(best.percent) : "";
  pick.setAttribute("aria-label", `${told}. ${pick.getAttribute("data-words")}`);
}

/** Odds have come for an offer: only its label changes. */
export function updateTargets(root, offer, ctx) {
  const pick = root.querySelector(`[data-key="${CSS.escape(`map|${keyOf(offer)}`)}"]`);
  if (pick?.querySelector(".pc")) label(pick, offer, ctx);
}

/** Where a target's number may stand, as [class, x, y] in halves of the frame, first choice first. */
const SPOTS = /** @type {[string, number, number][]} */ ([
  ["above", 0, -1],
  ["below", 0, 1],
  ["right", 1, 0],
  ["left", -1, 0],
]);

/** The number stands where nobody is; above where there is no such place. */
function numberAt(token, all, frame) {
  const half = 22.5 * token.scale;
  const isFree = ([, dx, dy]) => {
    const [x, y] = [token.px + 2 * half * dx, token.py + 2 * half * dy];
    return y > frame.top - 8 && !all.some((o) => o !== token && Math.hypot(o.px - x, o.py - y) < 1.3 * half);
  };
  const [side, dx, dy] = SPOTS.find(isFree) ?? SPOTS[0];
  const y = dy < 0 ? -half - 4 : dy > 0 ? half + 13 : 5;
  return { class: `pc ${side}`, x: dx * (half + 5), y };
}

const onPress = (act) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/** A token in words: nothing on the map is only to be seen. */
function describe(token) {
  const parts = [token.name];
  if (token.is_out) return `${token.name}, out of the fight`;
  parts.push(token.side === 0 ? "first side" : "other side");
  if (token.facing !== null && token.facing !== undefined)
    parts.push(`facing ${POINTS[Math.round(token.facing / 45) % 8]}`);
  if (token.bears > 0) parts.push(token.hurt ? `hurt ${token.hurt} of ${token.bears}` : "unhurt");
  if (token.acting) parts.push("acting now");
  return parts.join(", ");
}

/** Steps that are offered, as tiles to step on. */
function steps(view, frame, ctx) {
  const { pending, board } = view;
  if (!pending?.mine || board.unit !== "tile" || pending.kind !== "plan") return [];
  const mover = board.tokens.find((t) => t.who === pending.who);
  if (!mover) return [];
  return pending.offers
    .filter((offer) => pointOf(offer) >= 0)
    .map((offer) => {
      const [x, y] = stepTo(mover.x, mover.y, pointOf(offer));
      const [px, py] = frame.corner(x, y);
      const choose = () => ctx.choose(offer);
      return s(
        "g",
        {
          class: "pick",
          role: "button",
          tabindex: 0,
          "aria-label": plain(offer.label),
          "data-key": `map|${keyOf(offer)}`,
          onclick: choose,
          onkeydown: onPress(choose),
          onfocus: () => ctx.peek(offer),
          onpointerenter: () => ctx.rest(offer),
          onpointerleave: () => ctx.rest(null),
        },
        s("title", {}, plain(offer.label)),
        s("rect", { class: "reach", x: px + 3, y: py + 3, width: 42, height: 42, rx: 3 }),
      );
    });
}

function drawThing(frame, thing) {
  const [x, y] = frame.middle({ ...thing, across: 1, down: 1 });
  return s(
    "g",
    { transform: `translate(${x} ${y})`, role: "img", "aria-label": `${thing.label}, on the ground` },
    s("title", {}, thing.label),
    s("rect", { class: "thing", x: -5, y: -5, width: 10, height: 10 }),
    s("text", { class: "thing-name", y: 17, "aria-hidden": "true" }, thing.label),
  );
}

/** The key says in words what the shapes mean. */
function legend(board, hasTargets) {
  const small = (...inner) => s("svg", { viewBox: "-18 -18 36 36", "aria-hidden": "true" }, inner);
  const item = (shape, text) => h("li", {}, shape, text);
  const ring = s("path", { class: "ring hurt", d: "M0-15A15 15 0 0 1 0 15" });
  return h(
    "ul",
    { class: "key" },
    item(small(s("g", { class: "hero" }, body(0))), "first side"),
    item(small(s("g", { class: "foe" }, body(1))), "other side"),
    item(small(s("circle", { class: "ring", r: 15 }), ring), "hurt"),
    board.tokens.some((t) => t.facing !== null && t.facing !== undefined) &&
      item(small(s("path", { class: "wedge", d: "M0-12L13 10Q0 4-13 10Z" })), "facing"),
    hasTargets &&
      item(
        small(s("rect", { class: "target", x: -14, y: -14, width: 28, height: 28, rx: 3 })),
        "may be chosen",
      ),
  );
}
