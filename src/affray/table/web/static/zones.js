/** A map of places: rooms with ways between them; those who are close to each other drawn together. */

import { plain, s } from "./dom.js";
import { keyOf } from "./odds.js";
import { pointed, zoneLeft } from "./reach.js";
import { layOut, wrap } from "./rooms.js";
import { roomScenery } from "./scenery.js";
import { rounded } from "./shapes.js";
import { pictureAt } from "./token.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").Pending} Pending
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./labels").Room} Room
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Placed} Placed
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").RoomBox} RoomBox
 * @typedef {import("./page").Shown} Shown
 * @typedef {import("./page").Size} Size
 * @typedef {import("./page").Slot} Slot
 * @typedef {import("./page").Standing} Standing
 * @typedef {import("./page").Way} Way
 */

const CLOSE = 54; // as wide as a knot is drawn around its tokens
const LINE = 15;
const NAME = 12;

/** @param {Board} board @param {Size} room @returns {Frame} */
export function zoneFrame(board, room) {
  const { wide, tall, rooms, slots, doors, far } = layOut(board, room);
  /** @type {Frame["under"]} */
  const under = (px, py) => [
    rooms.findIndex((r) => px >= r.x && px <= r.x + r.wide && py >= r.y && py <= r.y + r.tall),
    0,
  ];
  const path = (/** @type {string} */ name, /** @type {string[]} */ ways) =>
    s("path", { class: name, d: ways.join("") });
  return {
    unit: "zone",
    wide,
    tall,
    rooms,
    slots,
    corner: (x, y) => [x, y],
    under,
    keep: () => {},
    middle: (token) => middleOf(slotOf(slots, token)),
    scale: () => 1,
    ground: [...behind(board, wide, tall), path("link-far", far), path("link", doors), path("link-floor", doors)],
  };
}

/**
 * Places have no measure: a picture of one's own lies behind all of them.
 * @param {Board} board
 * @param {number} wide
 * @param {number} tall
 */
function behind({ picture }, wide, tall) {
  if (!picture) return [];
  const how = { preserveAspectRatio: "xMidYMid slice", opacity: picture.opacity / 100 };
  return [s("image", { class: "laid", href: pictureAt(picture.mark), width: wide, height: tall, ...how })];
}

/**
 * Where in its room somebody stands.
 * @param {Map<number, Slot>} slots
 * @param {Standing} token
 * @returns {Slot}
 */
function slotOf(slots, { who = -1 }) {
  const found = slots.get(who);
  if (!found) throw new Error(`nobody numbered ${who} is in a room`);
  return found;
}

/** @param {Slot} slot @returns {Point} */
const middleOf = ({ x, y }) => [x, y];

/**
 * Whether there is a map at all.
 * @param {Shown} view
 * @returns {view is MapView}
 */
export const hasMap = (view) => view.board !== null;

/**
 * Whoever is in one of the places; the others have left, or are not there yet.
 * @param {Board} board
 * @returns {(token: Token) => boolean}
 */
export const isSomewhere = (board) => (token) => board.unit !== "zone" || Boolean(board.places[token.x]);

/**
 * For every place one may go to the offer a click on it means: of the plan in hand, else the first.
 * `given` is the place, where the plan leaves that open.
 * @param {MapView} view
 * @param {Ctx} ctx
 * @returns {Map<number, Way>}
 */
export function roomsOf(view, ctx) {
  const { pending, board } = view;
  /** @type {Map<number, Way>} */
  const found = new Map();
  if (board.unit !== "zone" || !pending?.mine || pending.kind !== "plan") return found;
  const rank = (/** @type {Offer} */ offer) =>
    keyOf(offer) === ctx.open ? 2 : offer.name === ctx.lit ? 1 : 0;
  for (const offer of pending.offers)
    for (const { label, given } of leadsTo(offer, pending, rank(offer) === 2)) {
      const place = board.places.findIndex((p) => p.label === label);
      const before = found.get(place);
      if (place >= 0 && (!before || rank(offer) > rank(before.offer))) found.set(place, { offer, given });
    }
  return found;
}

/**
 * The places an offer leads to: one it is made for or stands for, or all it leaves open.
 * @param {Offer} offer
 * @param {Pending} pending
 * @param {boolean} isInHand
 */
function leadsTo(offer, pending, isInHand) {
  const open = zoneLeft(offer);
  if (open && (isInHand || offer.target === null))
    return open.options.map((label) => ({ label, given: label }));
  if (offer.target !== null && offer.target_who === null) return [{ label: offer.target, given: null }];
  return pending.question === "zone" ? [{ label: offer.name, given: null }] : [];
}

/**
 * Rooms, with a click on those one may go to, and the knots in them.
 * @param {SVGSVGElement} map
 * @param {MapView} view
 * @param {Frame} frame
 * @param {Ctx} ctx
 */
export function drawZones(map, view, frame, ctx) {
  if (view.board.unit !== "zone") return;
  const open = roomsOf(view, ctx);
  const act = (/** @type {number} */ place) => {
    const way = open.get(place);
    if (way) go(map, way, ctx);
  };
  map.append(
    ...frame.rooms.map((room, k) => drawRoom(room, k, view, open.get(k), act, ctx)),
    ...knotsOf(view.board).map((knot) => drawKnot(knot, frame)),
  );
  map.addEventListener("click", (event) => act(pointed(event, map, frame)?.[0] ?? -1));
  for (const { offer } of open.values()) markZone(map, offer, ctx);
}

/**
 * A second click on the same place means it, whatever was warned of.
 * @param {SVGSVGElement} map
 * @param {Way} way
 * @param {Ctx} ctx
 */
function go(map, { offer, given }, ctx) {
  const isSame = given === null || ctx.details.chosen(offer).zone === given;
  if (given === null || (isSame && ctx.isConfirming(offer))) return void ctx.choose(offer);
  ctx.walk(offer, { zone: given });
  markZone(map, offer, ctx);
}

/**
 * The place that has been said to be gone to.
 * @param {Element} map
 * @param {Offer} offer
 * @param {Ctx} ctx
 */
export function markZone(map, offer, ctx) {
  const { zone } = ctx.details.chosen(offer);
  for (const room of map.querySelectorAll(`.place[data-by="${CSS.escape(keyOf(offer))}"]`))
    room.classList.toggle("chosen", room.getAttribute("data-zone") === zone);
}

/**
 * @param {RoomBox} room
 * @param {number} k
 * @param {MapView} view
 * @param {Way | undefined} way
 * @param {(place: number) => void} act
 * @param {Ctx} ctx
 */
function drawRoom(room, k, view, way, act, ctx) {
  const { label } = view.board.places[k];
  const words = describeRoom(k, view);
  const inner = [
    s("title", {}, way ? told(way) : words),
    s("path", { class: "room floor", d: walls(room) }),
    roomScenery(view.board, k, room, walls(room)),
    s("path", { class: "room outline", d: walls(room) }),
    s("g", { "aria-hidden": "true" }, heading(room)),
  ];
  if (!way) return s("g", { class: "place", role: "img", "aria-label": words }, inner);
  const { offer, given } = way;
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act(k);
  };
  const number = { class: "pc", x: room.x + room.wide - 28, y: room.y + 17, "aria-hidden": "true" };
  return s(
    "g",
    {
      class: "place open",
      role: "button",
      tabindex: 0,
      "data-key": given === null ? `map|${keyOf(offer)}` : `map|zone|${label}`,
      "data-by": keyOf(offer),
      "data-zone": label,
      "data-words": words,
      "aria-label": `${told(way)}. ${words}`,
      onkeydown: press,
      onfocus: () => ctx.peek(offer),
      onpointerenter: () => ctx.rest(offer),
      onpointerleave: () => ctx.rest(null),
    },
    inner,
    given === null && s("text", { ...number, "data-pc": keyOf(offer) }),
  );
}

/** @param {RoomBox} room */
const walls = ({ x, y, wide, tall }) =>
  rounded([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], 14);

/**
 * "Go …" to the yard is "Go … yard"; a plan made for the yard says so itself.
 * @param {Way} way
 */
const told = ({ offer, given }) =>
  given === null ? plain(offer.label) : `${plain(offer.label).replace(/\s*…$/, "")}: ${plain(given)}`;

/** @param {RoomBox} roomBox */
function heading({ x, y, names, notes }) {
  const at = (/** @type {number} */ k) => ({ x: x + 12, y: y + 18 + k * LINE });
  return [
    ...names.map((line, k) => s("text", { class: "place-name", ...at(k) }, line)),
    ...notes.map((line, k) => s("text", { class: "place-note", ...at(names.length + k) }, line)),
  ];
}

/**
 * A place in words: where it leads, what is special about it, who is there and who with whom.
 * @param {number} k
 * @param {MapView} view
 */
function describeRoom(k, view) {
  const { places, tokens, things } = view.board;
  const { label, links, note } = places[k];
  const knots = knotsOf(view.board).filter(([first]) => first.x === k);
  const alone = tokens.filter((t) => t.x === k && !t.is_out && !knots.flat().includes(t));
  const here = [...knots.map((knot) => `${listed(knot)} close together`), ...alone.map((t) => t.name)];
  const lying = things.filter((t) => t.x === k).map((t) => plain(t.label));
  const to = links.map((link) => plain(places[link].label));
  return [
    plain(label),
    note,
    to.length > 0 && `leads to ${to.join(", ")}`,
    `${here.join("; ") || "nobody"} here`,
    ...lying,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {Token[]} knot */
const listed = (knot) => knot.map((t) => t.name).join(" and ");

/**
 * Those of one place who stand close to each other: two or more.
 * @param {Board} board
 * @returns {Token[][]}
 */
export function knotsOf({ places, tokens }) {
  /** @type {Map<string, Token[]>} */
  const knots = new Map();
  for (const token of tokens.filter((t) => t.knot >= 0 && places[t.x] && !t.is_out)) {
    const key = `${token.x}|${token.knot}`;
    knots.set(key, [...(knots.get(key) ?? []), token]);
  }
  return [...knots.values()].filter((knot) => knot.length > 1);
}

/**
 * Where a token is, in words.
 * @param {Token} token
 * @param {MapView} shown
 */
export function whereIs(token, { board }) {
  const knot = knotsOf(board).find((all) => all.some((t) => t.who === token.who));
  const others = knot?.filter((t) => t.who !== token.who);
  const near = others ? `, close to ${listed(others)}` : "";
  return `in ${plain(board.places[token.x].label)}${near}`;
}

/** @param {Slot} a @param {Slot} b */
const isBeside = (a, b) => Math.abs(a.column - b.column) + Math.abs(a.row - b.row) === 1;

/**
 * Across the middle of four who stand in a square: there is nobody else between them.
 * @param {Slot} a
 * @param {Slot} b
 * @param {Slot[]} members
 */
const isAcross = (a, b, members) =>
  Math.abs(a.column - b.column) === 1 &&
  Math.abs(a.row - b.row) === 1 &&
  members.filter((m) => isBeside(m, a) && isBeside(m, b)).length === 2;

/**
 * One soft shape around all of a knot: neighbours stand in neighbouring slots.
 * @param {Token[]} knot
 * @param {Frame} frame
 */
function drawKnot(knot, frame) {
  const members = knot.map((token) => slotOf(frame.slots, token));
  const foot = 14 + NAME * (members[0].lines - 1);
  const line = (/** @type {Slot} */ a, /** @type {Slot} */ b) =>
    `M${a.x} ${a.y - 2}L${b.x} ${b.y - 2}M${a.x} ${a.y + foot}L${b.x} ${b.y + foot}`;
  const drop = (/** @type {Slot} */ { x, y }) => `M${x} ${y - 2}V${y + foot}`;
  const pairs = members.flatMap((a, k) => members.slice(k + 1).map((b) => [a, b]));
  const beside = pairs.filter(([a, b]) => isBeside(a, b) || isAcross(a, b, members));
  const d = members.map(drop).join("") + beside.map(([a, b]) => line(a, b)).join("");
  const shape = (/** @type {string} */ name, /** @type {number} */ wide) =>
    s("path", { class: name, d, "stroke-width": wide });
  return s("g", { "aria-hidden": "true" }, shape("knot-edge", CLOSE + 3), shape("knot", CLOSE));
}

/**
 * Space is words here, and so is everybody in it.
 * @param {SVGSVGElement} map
 * @param {Placed[]} tokens
 * @param {Frame} frame
 * @param {Room} room
 */
export function writeNames(map, tokens, frame, room) {
  if (frame.unit !== "zone") return;
  for (const token of tokens) {
    const { name, px, py } = token;
    const lines = wrap(name, slotOf(frame.slots, token).letters).slice(0, 2);
    const top = py + 30;
    room.taken.push([px - 30, top - 6, px + 30, top + NAME * lines.length - 6]);
    const line = (/** @type {string} */ text, /** @type {number} */ k) =>
      s("text", { class: "tok-name", x: px, y: top + k * NAME }, text);
    map.append(s("g", { "aria-hidden": "true" }, lines.map(line)));
  }
}
