/** What the map means to whoever is asked: drawn while a plan is looked at. */

import { s } from "./dom.js";
import { Room } from "./labels.js";
import { loopsOf, rounded, tilesOf } from "./shapes.js";

/**
 * @typedef {import("./protocol").Area} Area
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Point} Point
 */

const LETTER = 6;
const LINE = 15;
const FRAMED = 23; // half of a token with its frame
const TURN = 5; // degrees between the spots of a ring that are tried
const BESIDE = 9; // from a ring to the middle of the words outside it

/** @type {{layer: SVGGElement, view: MapView, frame: Frame, room?: Room, grow: number} | null} */
let drawn = null;
let looked = "";

/**
 * An empty layer under the tokens, filled when a plan is looked at.
 * @param {MapView} view
 * @param {Frame} frame
 */
export function sightLayer(view, frame) {
  const layer = s("g", { class: "sight", "clip-path": frame.unit === "zone" ? null : "url(#on-floor)", "aria-hidden": "true" });
  drawn = { layer, view, frame, grow: 1 };
  looked = "";
  return layer;
}

/**
 * Where the map has its tokens and their numbers: nothing is written over those.
 * @param {Room} room
 * @param {number} grow  how much larger words are drawn
 */
export function keepClear(room, grow) {
  if (drawn) drawn = { ...drawn, room, grow };
}

/**
 * Whoever is aimed at: how far one's arm and bow go. Where one goes: where foes would reach one.
 * @param {Offer | null} offer
 */
export function lookAt(offer) {
  const sight = drawn?.view.board.sight;
  if (!drawn || !sight) return;
  const key = offer ? `${offer.name}|${offer.target ?? ""}` : "";
  if (key === looked) return;
  looked = key;
  const { layer, frame, view, room } = drawn;
  const words = (room ?? new Room([])).within(floorOf(view, frame));
  const isAimed = offer?.target_who !== null && offer?.target_who !== undefined;
  const wanted = sight.areas.filter(({ means }) => offer && (means === "threat") !== isAimed);
  for (const one of document.querySelectorAll(".key .of-sight"))
    one.classList.toggle("now", wanted.includes(sight.areas[Number(one.getAttribute("data-area"))]));
  layer.replaceChildren(
    ...wanted.map((area) => draw(area, frame)),
    ...wanted.flatMap((area) => names(area, frame, words)),
    ...(offer && isAimed ? note(offer, drawn, words) : []),
  );
}

/**
 * Left, top, right and bottom of what is not cut off.
 * @param {MapView} view
 * @param {Frame} frame
 */
function floorOf({ board }, frame) {
  if (frame.unit === "zone") return [0, 0, frame.wide, frame.tall];
  const [[ax, ay], [bx, by]] = [frame.corner(0, 0), frame.corner(board.width, board.height)];
  return [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)];
}

/** @param {Area} area @param {Frame} frame */
function draw({ means, boxes, discs, places }, frame) {
  const tiles = loopsOf(tilesOf(boxes)).map((loop) =>
    rounded(
      loop.map(([x, y]) => frame.corner(x, y)),
      3,
    ),
  );
  const foot = frame.corner(1, 0)[0] - frame.corner(0, 0)[0];
  const rounds = discs.map(([x, y, feet]) => {
    const [px, py] = frame.corner(x, y);
    const r = (feet + 0.5) * foot;
    return `M${px - r} ${py}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  });
  const inset = 4; // within the room's own outline
  const rooms = places
    .map((place) => frame.rooms[place])
    .map(({ x, y, wide, tall }) => [x + inset, y + inset, x + wide - inset, y + tall - inset])
    .map(([left, top, right, end]) => rounded([[left, top], [right, top], [right, end], [left, end]], 11));
  return s("path", { class: `means-${means}`, d: [...tiles, ...rounds, ...rooms].join("") });
}

/**
 * A range is named on its ring, where nobody stands, as far east as can be; in places at the foot of
 * the last one it reaches.
 * @param {Area} area
 * @param {Frame} frame
 * @param {Room} words
 */
function names({ means, label, discs, places }, frame, words) {
  if (means !== "range") return [];
  const room = frame.rooms[places.at(-1) ?? -1];
  /** @type {Point[]} */
  const feet = room ? [[room.x + room.wide - 12, room.y + room.tall - 36]] : [];
  return [
    ...discs.flatMap((disc) => onRing(disc, label, frame, words)),
    ...feet.map(([px, py]) => s("text", { class: "means-name", x: px - 4, y: py - 5 }, label)),
  ];
}

/**
 * @param {number[]} disc
 * @param {string} label
 * @param {Frame} frame
 * @param {Room} words
 */
function onRing([x, y, far], label, frame, words) {
  const [px, py] = frame.corner(x, y);
  const grow = drawn?.grow ?? 1;
  const wide = label.length * LETTER * grow;
  const r = Math.abs(frame.corner(x + far, y)[0] - px);
  for (let turned = 0; turned <= 180; turned += TURN)
    for (const angle of turned % 180 ? [-turned, turned] : [turned]) {
      const [east, south] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const [cx, cy] = [px + r * east - (wide / 2 + 4) * Math.sign(Math.round(east * 4)), py + (r - BESIDE * grow) * south];
      if (!words.put(cx, cy, wide, LINE * grow)) continue;
      return [s("text", { class: "means-name middle", x: cx.toFixed(1), y: (cy + 4 * grow).toFixed(1) }, label)];
    }
  return [];
}

/**
 * What is said of the one aimed at, beside them and their number.
 * @param {Offer} offer
 * @param {{view: MapView, frame: Frame, grow: number}} given
 * @param {Room} words
 */
function note({ target_who: who }, { view, frame, grow }, words) {
  const said = view.board.sight?.notes[String(who)];
  const token = view.board.tokens.find((t) => t.who === who);
  if (!said || !token) return [];
  const [px, py] = frame.middle(token);
  const at = words.find(px, py, FRAMED, said.length * LETTER * grow, LINE * grow);
  return at ? [s("text", { class: "means-name middle", x: at.x, y: Number(at.y) + 4 * grow }, said)] : [];
}
