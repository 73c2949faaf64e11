/** The map: a second view of the same answer. Legal targets are buttons with their odds. */

import { h, plain, s } from "./dom.js";
import { about, foremost, headText, howSure, keyOf, percent, upshots } from "./odds.js";
import { feetFrame, tileFrame } from "./ground.js";
import { pointOf, POINTS, stepTo } from "./compass.js";
import { Room } from "./labels.js";
import { drawWalk, walkOf } from "./reach.js";
import { drawTiles } from "./tiles.js";
import { body, marks, sideClass } from "./token.js";
import {
  drawZones,
  isSomewhere,
  knotsOf,
  markZone,
  roomsOf,
  whereIs,
  writeNames,
  zoneFrame,
} from "./zones.js";

const TOKEN = 16.5;
const FRAME = { tile: 22.5, ft: 19.5, zone: 21 };
const EDGE = 34;
const LINE = 15;
const LETTER = 7.6;

/** @param {HTMLElement} root */
export function renderBoard(root, view, ctx) {
  const { board } = view;
  const head = root.querySelector("h2");
  if (!board) return void root.replaceChildren(head, h("p", { class: "note" }, "This fight has no map."));
  const frame = frameOf(board, root, ctx);
  const targets = targetsOf(view, ctx);
  const tokens = spread(
    board.tokens.filter(isSomewhere(board)).map((token) => place(frame, token, targets)),
    frame,
  );
  const map = s(
    "svg",
    {
      class: `map ${board.unit}`,
      viewBox: `0 0 ${frame.wide} ${frame.tall}`,
      role: "group",
      "aria-label": `Map, ${sizeOf(board)}`,
    },
    frame.ground,
    steps(view, frame, ctx),
  );
  drawWalk(map, view, frame, ctx);
  drawTiles(map, view, frame, ctx);
  drawZones(map, view, frame, ctx);
  const room = new Room([2, 2, frame.wide - 2, frame.tall - 2]);
  for (const token of tokens) room.take(token.px, token.py, token.half);
  tokens.sort(byLayer(targets));
  map.append(...tokens.map((token) => drawToken(token, view, targets.get(token.who), ctx)));
  writeNames(map, tokens, frame, room);
  for (const { offer } of roomsOf(view, ctx).values()) label(map, offer, ctx);
  for (const token of tokens)
    if (targets.has(token.who)) write(map, token, targets.get(token.who), room, ctx);
  if (board.unit !== "zone") map.append(...things(board, frame, room, tokens));
  map.style.maxWidth = `${Math.round(1.5 * frame.wide)}px`; // a small map is not blown up
  root.replaceChildren(
    head,
    map,
    legend(view, targets.size > 0, walkOf(view, ctx), roomsOf(view, ctx).size > 0),
  );
}

function frameOf(board, root, ctx) {
  if (board.unit === "zone") return zoneFrame(board, contentOf(root, ctx));
  return board.unit === "ft" ? feetFrame(board, roomFor(root, ctx)) : tileFrame(board);
}

function sizeOf({ unit, width, height, places }) {
  if (unit === "zone") return `${places.length} ${places.length === 1 ? "place" : "places"}`;
  return `${width} by ${height} ${unit === "ft" ? "feet" : "tiles"}`;
}

/** Between its edges; beside the other parts also in height, less the heading and the key. */
function contentOf(root, ctx) {
  const { paddingLeft, paddingRight } = getComputedStyle(root);
  const wide = root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return {
    wide: Math.max(280, wide),
    tall: ctx.isWide() ? Math.max(200, root.clientHeight - 2 * EDGE) : Infinity,
  };
}

/** A map in feet is drawn as large as it will stand there, so that what is written on it can be read. */
function roomFor(root, ctx) {
  const wide = Math.max(280, root.clientWidth - 2 * EDGE);
  return { wide, tall: ctx.isWide() ? Math.max(200, root.clientHeight - 3 * EDGE) : wide };
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

function place(frame, token, targets) {
  const [x, y] = frame.middle(token);
  const scale = frame.scale(Math.min(token.across || 1, token.down || 1)) * (token.is_out ? 0.75 : 1);
  const half = (targets.has(token.who) ? FRAME[frame.unit] : TOKEN) * scale;
  return { ...token, px: x, py: y, fromX: x, fromY: y, scale, half };
}

/** Tokens that would cover each other are moved apart, for the eye only. */
function spread(tokens, frame) {
  for (let round = 0; round < 24; round += 1) {
    tokens.forEach((a, i) => tokens.slice(i + 1).forEach((b) => push(a, b)));
    for (const token of tokens) frame.keep(token);
  }
  return tokens;
}

function push(a, b) {
  if (a.is_out || b.is_out) return;
  const least = a.half + b.half;
  const [dx, dy] = [b.px - a.px, b.py - a.py];
  const apart = Math.hypot(dx, dy);
  if (apart >= least) return;
  const [ux, uy] = apart > 0.01 ? [dx / apart, dy / apart] : [1, 0];
  const by = (least - apart) / 2;
  [a.px, a.py, b.px, b.py] = [a.px - ux * by, a.py - uy * by, b.px + ux * by, b.py + uy * by];
}

function drawToken(token, view, offer, ctx) {
  const words = describe(token, view);
  const transform = `translate(${token.px.toFixed(1)} ${token.py.toFixed(1)})`;
  const drawn = [stem(token), s("g", { transform: `scale(${token.scale.toFixed(3)})` }, marks(token))];
  if (!offer) return s("g", { transform, role: "img", "aria-label": words }, s("title", {}, words), drawn);
  const { half } = token;
  const choose = () => ctx.choose(offer);
  return s(
    "g",
    {
      transform,
      class: "pick",
      role: "button",
      tabindex: 0,
      "data-key": `map|${keyOf(offer)}`,
      "data-words": words,
      "aria-label": `${plain(offer.label)}. ${words}`,
      onclick: choose,
      onkeydown: onPress(choose),
      onfocus: () => ctx.peek(offer),
    },
    s("title", {}, plain(offer.label)),
    s("rect", {
      class: "target",
      x: 1.5 - half,
      y: 1.5 - half,
      width: 2 * half - 3,
      height: 2 * half - 3,
      rx: 5,
    }),
    drawn,
  );
}

/** Where a token really stands, when it had to make room for another. */
function stem({ px, py, fromX, fromY, scale }) {
  const [dx, dy] = [fromX - px, fromY - py];
  if (Math.hypot(dx, dy) < 0.45 * TOKEN * scale) return null;
  return s(
    "g",
    { class: "stem" },
    s("path", { d: `M0 0L${dx.toFixed(1)} ${dy.toFixed(1)}` }),
    s("circle", { cx: dx.toFixed(1), cy: dy.toFixed(1), r: 2.2 }),
  );
}

/** A target's number beside it, where nobody is; written over everything else. */
function write(map, token, offer, room, ctx) {
  const at = room.find(token.px, token.py, token.half, 5 * LETTER, LINE);
  if (at) map.append(s("text", { class: "pc", ...at, "data-pc": keyOf(offer), "aria-hidden": "true" }));
  label(map, offer, ctx);
}

/** What a click would do and how likely it does what, beside the target and in its name. */
function label(map, offer, ctx) {
  const pick = map.querySelector(`[data-key="${CSS.escape(`map|${keyOf(offer)}`)}"]`);
  if (!pick) return;
  pick.setAttribute("data-labelled", keyOf(offer));
  const odds = ctx.odds.of(offer, ctx.details.chosen(offer));
  const best = odds?.outcomes.length ? bestOf(odds, offer) : null;
  const share = best && about(odds, percent(best.percent));
  const sure = odds?.sampled ? ` (${howSure(odds)})` : "";
  const told = best ? `${plain(offer.label)}: ${best.text} ${share}${sure}` : plain(offer.label);
  pick.querySelector("title").textContent = told;
  pick.setAttribute("aria-label", `${told}. ${pick.getAttribute("data-words")}`);
  const number = map.querySelector(`[data-pc="${CSS.escape(keyOf(offer))}"]`);
  const said = number && odds ? chanceOn(odds, offer, best) : "";
  if (number) number.textContent = said && odds.sampled ? `≈${said}` : said;
}

/** What is wanted of it, or else what is likeliest of what leaves a mark. */
function bestOf(odds, offer) {
  const head = foremost(odds);
  return head ? { text: headText(head, offer), percent: head.percent } : upshots(odds)[0];
}

/** How likely it tells on a creature, or nothing where it never does; how likely one gets to a place. */
function chanceOn(odds, offer, best) {
  const head = foremost(odds);
  if (head?.who === offer.target) return percent(head.percent);
  const told = odds.changed[offer.target ?? offer.name];
  if (told) return percent(told.percent);
  return offer.target_who === null && odds.outcomes.length > 1 ? percent(best.percent) : "";
}

/** Odds have come for an offer: only its label changes. */
export function updateTargets(root, offer, ctx) {
  const map = root.querySelector(".map");
  if (!map) return;
  label(map, offer, ctx);
  markZone(map, offer, ctx);
}

const onPress = (act) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/** A token in words: nothing on the map is only to be seen. */
function describe(token, view) {
  if (token.is_out) return `${token.name}, out of the fight`;
  const parts = [token.name, view.sides[token.side] ?? `side ${token.side + 1}`];
  if (view.board.unit === "ft") parts.push(`at ${token.x}, ${token.y} feet`);
  if (view.board.unit === "zone") parts.push(whereIs(token, view));
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

/** What lies on the ground, named where there is room for the name. */
function things(board, frame, room, tokens) {
  const heaps = new Map();
  for (const { label: name, x, y } of board.things)
    heaps.set(`${x},${y}`, { x, y, names: [...(heaps.get(`${x},${y}`)?.names ?? []), plain(name)] });
  return [...heaps.values()].map(({ x, y, names }) => {
    let [px, py] = frame.middle({ x, y, across: 1, down: 1 });
    const over = tokens.find((t) => Math.hypot(t.px - px, t.py - py) < 0.7 * t.half);
    if (over) [px, py] = [over.px + 0.8 * over.half, over.py + 0.8 * over.half]; // beside whoever lies there
    const said = names.join(", ");
    const find = (half) => room.find(px, py, half, 6.4 * said.length, LINE);
    const at = find(7) ?? find(13);
    return s(
      "g",
      { role: "img", "aria-label": `${said}, on the ground` },
      s("title", {}, said),
      s("rect", { class: "thing", x: px - 4, y: py - 4, width: 8, height: 8 }),
      at && s("text", { class: "thing-name", x: at.x, y: at.y, "aria-hidden": "true" }, said),
    );
  });
}

/** The key says in words what the shapes mean. */
function legend(view, hasTargets, walk, hasRooms) {
  const { board, sides } = view;
  const small = (...inner) => s("svg", { viewBox: "-18 -18 36 36", "aria-hidden": "true" }, inner);
  const item = (shape, text) => h("li", {}, shape, text);
  const ring = s("path", { class: "ring hurt", d: "M0-15A15 15 0 0 1 0 15" });
  const square = (name, half) =>
    small(s("rect", { class: name, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 3 }));
  return h(
    "ul",
    { class: "key" },
    sides.map((name, side) => item(small(s("g", { class: sideClass({ side }) }, body(side))), name)),
    item(small(s("circle", { class: "ring", r: 15 }), ring), "hurt"),
    board.tokens.some((t) => t.facing !== null && t.facing !== undefined) &&
      item(small(s("path", { class: "wedge", d: "M0-12L13 10Q0 4-13 10Z" })), "facing"),
    knotsOf(board).length > 0 && item(small(s("circle", { class: "close", r: 15 })), "close together"),
    board.unit !== "zone" && board.things.length > 0 && item(square("thing", 9), "on the ground"),
    hasTargets && item(square("target", 14), "may be chosen, with its chance"),
    hasRooms && item(square("reach", 14), "within reach"),
    walk && item(square("reach walk", 14), `within reach${walk.target ? ` by ${plain(walk.target)}` : ""}`),
  );
}
