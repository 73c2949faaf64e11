/** The map: a second view of the same answer. Legal targets are buttons with their odds. */

import { h, heading, plain, s } from "./dom.js";
import { about, foremost, headText, howSure, keyOf, percent, upshots } from "./odds.js";
import { drawBodies, footing } from "./bodies.js";
import { feetFrame, tileFrame } from "./ground.js";
import { legend, things } from "./legend.js";
import { pointOf, POINTS, stepTo } from "./compass.js";
import { Room } from "./labels.js";
import { drawWalk, walkOf } from "./reach.js";
import { drawTiles } from "./tiles.js";
import { marks } from "./token.js";
import {
  drawZones,
  hasMap,
  isSomewhere,
  markZone,
  roomsOf,
  whereIs,
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
const LINE = 15;
const LETTER = 7.6;

/** @param {HTMLElement} root @param {Shown} view @param {Ctx} ctx */
export function renderBoard(root, view, ctx) {
  const head = heading(root);
  if (!hasMap(view))
    return void root.replaceChildren(head, h("p", { class: "note" }, "This fight has no map."));
  const { board } = view;
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
    drawBodies(board, frame),
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
  for (const token of tokens) {
    const offer = targets.get(token.who);
    if (offer) write(map, token, offer, room, ctx);
  }
  if (board.unit !== "zone") map.append(...things(board, frame, room, tokens));
  map.style.maxWidth = `${Math.round(1.5 * frame.wide)}px`; // a small map is not blown up
  root.replaceChildren(
    head,
    map,
    legend(view, targets.size > 0, walkOf(view, ctx), roomsOf(view, ctx).size > 0),
  );
}

/** @param {Board} board @param {HTMLElement} root @param {Ctx} ctx @returns {Frame} */
function frameOf(board, root, ctx) {
  if (board.unit === "zone") return zoneFrame(board, contentOf(root, ctx));
  return board.unit === "ft" ? feetFrame(board, roomFor(root, ctx)) : tileFrame(board);
}

/** @param {Board} board */
function sizeOf({ unit, width, height, places }) {
  if (unit === "zone") return `${places.length} ${places.length === 1 ? "place" : "places"}`;
  return `${width} by ${height} ${unit === "ft" ? "feet" : "tiles"}`;
}

/**
 * Between its edges; beside the other parts also in height, less the heading and the key.
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 */
function contentOf(root, ctx) {
  const { paddingLeft, paddingRight } = getComputedStyle(root);
  const wide = root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return {
    wide: Math.max(280, wide),
    tall: ctx.isWide() ? Math.max(200, root.clientHeight - 2 * EDGE) : Infinity,
  };
}

/**
 * A map in feet is drawn as large as it will stand there, so that what is written on it can be read.
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 */
function roomFor(root, ctx) {
  const wide = Math.max(280, root.clientWidth - 2 * EDGE);
  return { wide, tall: ctx.isWide() ? Math.max(200, root.clientHeight - 3 * EDGE) : wide };
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
 * A target's number beside it, where nobody is; written over everything else.
 * @param {SVGSVGElement} map
 * @param {Placed} token
 * @param {Offer} offer
 * @param {Room} room
 * @param {Ctx} ctx
 */
function write(map, token, offer, room, ctx) {
  const at = room.find(token.px, token.py, token.half, 5 * LETTER, LINE);
  if (at) map.append(s("text", { class: "pc", ...at, "data-pc": keyOf(offer), "aria-hidden": "true" }));
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
  const odds = ctx.odds.of(offer, ctx.details.chosen(offer));
  const best = odds?.outcomes.length ? bestOf(odds, offer) : null;
  const share = odds && best && about(odds, percent(best.percent));
  const sure = odds?.sampled ? ` (${howSure(odds)})` : "";
  const told = best ? `${plain(offer.label)}: ${best.text} ${share}${sure}` : plain(offer.label);
  const title = pick.querySelector("title");
  if (title) title.textContent = told;
  pick.setAttribute("aria-label", `${told}. ${pick.getAttribute("data-words")}`);
  const number = map.querySelector(`[data-pc="${CSS.escape(keyOf(offer))}"]`);
  const said = number && odds ? chanceOn(odds, offer, best) : "";
  if (number) number.textContent = said && odds?.sampled ? `≈${said}` : said;
}

/**
 * What is wanted of it, or else what is likeliest of what leaves a mark.
 * @param {Known} odds
 * @param {Offer} offer
 */
function bestOf(odds, offer) {
  const head = foremost(odds);
  return head ? { text: headText(head, offer), percent: head.percent } : upshots(odds)[0];
}

/**
 * How likely it tells on a creature, or nothing where it never does; how likely one gets to a place.
 * @param {Known} odds
 * @param {Offer} offer
 * @param {{percent: number} | null} best
 * @returns {string}
 */
function chanceOn(odds, offer, best) {
  const head = foremost(odds);
  if (head?.who === offer.target) return percent(head.percent);
  const told = odds.changed[offer.target ?? offer.name];
  if (told) return percent(told.percent);
  return offer.target_who === null && odds.outcomes.length > 1 && best ? percent(best.percent) : "";
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

/** @param {() => void} act @returns {(event: KeyboardEvent) => void} */
const onPress = (act) => (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/**
 * A token in words: nothing on the map is only to be seen.
 * @param {Token} token
 * @param {MapView} view
 */
function describe(token, view) {
  if (token.is_out) return `${token.name}, out of the fight`;
  const parts = [token.name, view.sides[token.side] ?? `side ${token.side + 1}`];
  if (view.board.unit === "ft") parts.push(`at ${token.x}, ${token.y} feet`);
  if (view.board.unit === "zone") parts.push(whereIs(token, view));
  if (token.facing !== null) parts.push(`facing ${POINTS[Math.round(token.facing / 45) % 8]}`);
  if (token.bears > 0) parts.push(token.hurt ? `hurt ${token.hurt} of ${token.bears}` : "unhurt");
  if (token.acting) parts.push("acting now");
  return parts.join(", ");
}

/**
 * Steps that are offered, as tiles to step on.
 * @param {MapView} view
 * @param {Frame} frame
 * @param {Ctx} ctx
 */
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
