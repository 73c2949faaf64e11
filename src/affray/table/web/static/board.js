/** The map: a second view of the same answer. Legal targets are buttons with their odds. */

import { h, heading, plain, s, shown } from "./dom.js";
import { aimText, harmText, howSure, keyOf, numberText } from "./odds.js";
import { drawBodies, footing } from "./bodies.js";
import { feetFrame, tileFrame } from "./ground.js";
import { legend, things } from "./legend.js";
import { fogLayer } from "./covering.js";
import { Room } from "./labels.js";
import { moveOn } from "./motion.js";
import { playerOf } from "./people.js";
import { drawWalk, walkOf } from "./reach.js";
import { keepClear, lookAt, sightLayer } from "./sight.js";
import { describe } from "./spoken.js";
import { onPress, steps } from "./steps.js";
import { ifsText } from "./supposing.js";
import { drawTiles } from "./tiles.js";
import { marked, marks } from "./token.js";
import { inWindow, zoomButtons } from "./zoom.js";
import {
  drawZones,
  hasMap,
  isSomewhere,
  markZone,
  roomsOf,
  writeNames,
  zoneFrame,
} from "./zones.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Placed} Placed
 * @typedef {import("./page").Shown} Shown
 */

const TOKEN = 16.5;
const FRAME = { tile: 22.5, ft: 19.5, zone: 21 };
const EDGE = 34;
const LOW = 24; // rem
const KEY = 12;
const LINE = 15;
const LETTER = 7.6;
const MOST_GROWN = 1.6;
const FINGER = 44; // pixels

/** @type {Frame | null} */
let framed = null;

/** How the map that is shown was drawn. */
export const frameShown = () => framed;

/** @param {HTMLElement} root @param {Shown} view @param {Ctx} ctx */
export function renderBoard(root, view, ctx) {
  const head = heading(root);
  if (!hasMap(view))
    return void root.replaceChildren(head, h("p", { class: "note" }, "This fight has no map."));
  const { board } = view;
  const frame = (framed = frameOf(board, root, ctx));
  const targets = targetsOf(view, ctx);
  const tokens = spread(
    marked(board.tokens.filter(isSomewhere(board))).map((token) => ({
      ...place(frame, token, targets),
      colour: playerOf(view, token.who)?.colour,
    })),
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
    board.unit !== "zone" && fogLayer(board, frame, view.me.role === "gm"),
    drawBodies(board, frame),
    board.unit !== "zone" && sightLayer(view, frame),
    steps(view, frame, ctx),
  );
  drawWalk(map, view, frame, ctx);
  drawTiles(map, view, frame, ctx);
  drawZones(map, view, frame, ctx);
  if (board.unit === "zone")
    map.append(...shown([sightLayer(view, frame), fogLayer(board, frame, view.me.role === "gm")]));
  const room = new Room([2, 2, frame.wide - 2, frame.tall - 2]);
  for (const token of tokens) room.take(token.px, token.py, token.half);
  for (const [x, y] of writtenAt(map, ".axis")) room.take(x, y, LINE / 2);
  for (const [x, y] of writtenAt(map, ".scale-text")) room.take(x + LINE, y, LINE);
  tokens.sort(byLayer(targets));
  const lying = s("g", {}); // filled once it is known where words may stand, and still below whoever stands there
  map.append(lying, ...tokens.map((token) => drawToken(token, view, targets.get(token.who), ctx)));
  writeNames(map, tokens, frame, room);
  for (const { offer } of roomsOf(view, ctx).values()) label(map, offer, ctx);
  map.style.setProperty("--most", `${Math.round(1.5 * frame.wide)}px`); // a small map is not blown up
  reachFor(map, tokens, targets, ctx);
  const mover = tokens.find((token) => token.who === view.pending?.who && view.pending.mine);
  const { pane, settle } = inWindow(root, map, frame, {
    isNarrow: ctx.isNarrow(),
    at: mover ? [mover.px, mover.py] : null,
  });
  const key = legend(view, targets.size > 0, walkOf(view, ctx), roomsOf(view, ctx).size > 0);
  root.replaceChildren(head, pane, h("div", { class: "map-foot" }, key, zoomButtons(pane)));
  settle();
  const grow = growth(map);
  map.style.setProperty("--grow", grow.toFixed(2));
  for (const token of tokens) {
    const offer = targets.get(token.who);
    if (offer) write(map, token, offer, room, grow, ctx);
  }
  if (board.unit !== "zone") lying.append(...things(board, frame, room, tokens));
  keepClear(room, grow);
  lookAt(view.pending?.offers.find((offer) => keyOf(offer) === ctx.open) ?? null);
  moveOn(map, tokens, view);
}

/**
 * Where the numbers of columns and rows stand, or what says how large the map is: that one by its
 * left end.
 * @param {SVGSVGElement} map
 * @param {string} what
 */
const writtenAt = (map, what) =>
  [...map.querySelectorAll(what)].map((one) => ["x", "y"].map((name) => Number(one.getAttribute(name))));

/**
 * How much larger words are drawn on a map that is shown smaller than it was drawn.
 * @param {SVGSVGElement} map
 */
const growth = (map) => Math.max(1, Math.min(MOST_GROWN, 1 / (map.getScreenCTM()?.a || 1)));

/**
 * A finger is not that exact: it means whoever is nearest, if somebody is near.
 * @param {SVGSVGElement} map
 * @param {Placed[]} tokens
 * @param {Map<number, Offer>} targets
 * @param {Ctx} ctx
 */
function reachFor(map, tokens, targets, ctx) {
  map.addEventListener(
    "click",
    (event) => {
      const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
      if (!isFinger || (event.target instanceof Element && event.target.closest(".pick"))) return;
      const screen = map.getScreenCTM();
      if (!screen) return;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
      const far = (/** @type {Placed} */ { px, py }) => Math.hypot(px - at.x, py - at.y) * screen.a;
      const near = tokens.filter((t) => targets.has(t.who) && far(t) < FINGER / 2);
      const offer = near.length && targets.get(near.reduce((a, b) => (far(b) < far(a) ? b : a)).who);
      if (!offer) return;
      event.stopImmediatePropagation();
      ctx.choose(offer);
    },
    true,
  );
}

/** @param {Board} board @param {HTMLElement} root @param {Ctx} ctx @returns {Frame} */
function frameOf(board, root, ctx) {
  if (board.unit === "zone") return zoneFrame(board, contentOf(root, ctx));
  return board.unit === "ft" ? feetFrame(board, roomFor(root, ctx)) : tileFrame(board);
}

/** @param {Board} board */
const sizeOf = ({ unit, width, height, places }) =>
  unit === "zone"
    ? `${places.length} ${places.length === 1 ? "place" : "places"}`
    : `${width} by ${height} ${unit === "ft" ? "feet" : "tiles"}`;

/**
 * What the map has of its box: a low one has its key beside it (wider.css), else it is below.
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 */
function contentOf(root, ctx) {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(root);
  const wide = root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const tall = root.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (!ctx.isWide()) return { wide: Math.max(280, wide), tall: Infinity };
  if (tall <= LOW * rem) return { wide: Math.max(280, wide - KEY * rem), tall: Math.max(160, tall) };
  return { wide: Math.max(280, wide), tall: Math.max(200, tall - EDGE) };
}

/**
 * A map in feet is drawn as large as it will stand there, so that what is written on it can be read.
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 */
function roomFor(root, ctx) {
  const content = contentOf(root, ctx);
  const wide = content.wide - EDGE;
  return { wide, tall: ctx.isWide() ? content.tall - 2 * EDGE : wide };
}

/**
 * What lies on the floor first, whom one may choose last and so on top.
 * @param {Map<number, Offer>} targets
 * @returns {(a: Token, b: Token) => number}
 */
const byLayer = (targets) => (a, b) => layer(a, targets) - layer(b, targets);
/** @param {Token} token @param {Map<number, Offer>} targets */
const layer = (token, targets) => (token.is_out ? 0 : targets.has(token.who) ? 2 : 1);

/**
 * For everyone on the map the offer meant by a click: of the plan in hand, else the first.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @returns {Map<number, Offer>}
 */
function targetsOf(view, ctx) {
  /** @type {Map<number, Offer>} */
  const found = new Map();
  const { pending } = view;
  if (!pending?.mine || pending.kind !== "plan") return found;
  for (const offer of pending.offers) {
    if (offer.target_who === null) continue;
    if (!found.has(offer.target_who) || offer.name === ctx.lit) {
      if (found.get(offer.target_who)?.name !== ctx.lit) found.set(offer.target_who, offer);
    }
  }
  return found;
}

/** @param {Frame} frame @param {Token} token @param {Map<number, Offer>} targets @returns {Placed} */
function place(frame, token, targets) {
  const stands = footing(token);
  const [x, y] = frame.middle(stands);
  const scale = frame.scale(Math.min(stands.across || 1, stands.down || 1)) * (token.is_out ? 0.75 : 1);
  const half = (targets.has(token.who) ? FRAME[frame.unit] : TOKEN) * scale;
  return { ...token, px: x, py: y, fromX: x, fromY: y, scale, half };
}

/**
 * Tokens that would cover each other are moved apart, for the eye only.
 * @param {Placed[]} tokens
 * @param {Frame} frame
 */
function spread(tokens, frame) {
  for (let round = 0; round < 24; round += 1) {
    tokens.forEach((a, i) => tokens.slice(i + 1).forEach((b) => push(a, b)));
    for (const token of tokens) frame.keep(token);
  }
  return tokens;
}

/** @param {Placed} a @param {Placed} b */
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

/** @param {Placed} token @param {MapView} view @param {Offer | undefined} offer @param {Ctx} ctx */
function drawToken(token, view, offer, ctx) {
  const words = describe(token, view);
  const transform = `translate(${token.px.toFixed(1)} ${token.py.toFixed(1)})`;
  const drawn = [stem(token), s("g", { transform: `scale(${token.scale.toFixed(3)})` }, marks(token))];
  const who = { transform, "data-who": token.who };
  if (!offer) return s("g", { ...who, role: "img", "aria-label": words }, s("title", {}, words), drawn);
  const { half } = token;
  const choose = () => ctx.choose(offer);
  return s(
    "g",
    {
      ...who,
      class: "pick",
      role: "button",
      tabindex: 0,
      "data-key": `map|${keyOf(offer)}`,
      "data-words": words,
      "aria-label": `${plain(offer.label)}. ${words}`,
      onclick: choose,
      onkeydown: onPress(choose),
      onfocus: () => ctx.peek(offer),
      onpointerenter: () => ctx.rest(offer),
      onpointerleave: () => ctx.rest(null),
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

/**
 * Where a token really stands, when it had to make room for another.
 * @param {Placed} placed
 */
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

/**
 * A target's number beside it, where nobody is, or in a crowd on the edge of its own frame.
 * @param {SVGSVGElement} map
 * @param {Placed} token
 * @param {Offer} offer
 * @param {Room} room
 * @param {number} grow
 * @param {Ctx} ctx
 */
function write(map, token, offer, room, grow, ctx) {
  const { px: x, py, half } = token;
  const at = room.find(x, py, half, 5 * LETTER * grow, LINE * grow) ?? { x, y: py - half };
  map.append(s("text", { class: "pc", ...at, "data-pc": keyOf(offer), "aria-hidden": "true" }));
  label(map, offer, ctx);
}

/**
 * What a click would do and how likely it does what, beside the target and in its name.
 * @param {SVGSVGElement} map
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
function label(map, offer, ctx) {
  const pick = map.querySelector(`[data-key="${CSS.escape(`map|${keyOf(offer)}`)}"]`);
  if (!pick) return;
  pick.setAttribute("data-labelled", keyOf(offer));
  const odds = ctx.odds.of(offer, ctx.details.weighed(offer));
  const said = odds ? numberText(odds) : "";
  const ifs = ifsText(offer, ctx);
  const name = ifs ? `${plain(offer.label)}, ${ifs}` : plain(offer.label);
  const told = `${name}${odds && said ? inWords(odds, offer, said) : ""}`;
  const title = pick.querySelector("title");
  if (title) title.textContent = told;
  pick.setAttribute("aria-label", [told, pick.getAttribute("data-words")].filter(Boolean).join(". "));
  const number = map.querySelector(`[data-pc="${CSS.escape(keyOf(offer))}"]`);
  if (number) number.textContent = odds?.number ? `${ifs ? "if: " : ""}${said.replace("about ", "≈")}` : "";
}

/**
 * ": hurt 42 %; you may be hurt 12 %".
 * @param {Known} odds
 * @param {Offer} offer
 * @param {string} said
 */
function inWords(odds, offer, said) {
  const sure = odds.sampled ? ` (${howSure(odds)})` : "";
  const parts = [`${aimText(odds, offer)} ${said}`.trim() + sure, harmText(odds)];
  return `: ${parts.filter(Boolean).join("; ")}`;
}

/**
 * Odds have come for an offer: only its label changes.
 * @param {HTMLElement} root
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
export function updateTargets(root, offer, ctx) {
  const map = root.querySelector(".map");
  if (!(map instanceof SVGSVGElement)) return;
  label(map, offer, ctx);
  markZone(map, offer, ctx);
}
