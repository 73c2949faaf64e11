/** The map one builds on: who stands where by a click, ground by a stroke, or all of it by keys. */

import { byId, h, plain, s, shown } from "./dom.js";
import { frameShown, renderBoard } from "./board.js";
import { cleared, painted, sizeOf, withArea, withBox, withCreature } from "./draft.js";
import { between } from "./tools.js";

/**
 * @typedef {import("./build").Builder} Builder
 * @typedef {import("./protocol").GroundKind} GroundKind
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Shown} Shown
 * @typedef {import("./tools.js").Seen} Seen
 */

const [CLEAR, SHAPE, TILES] = ["clear", "shape", "tiles"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FEET = 5;

/** How a ground is laid: tile by tile, or corner by corner; and how high a raised floor is. */
const hand = { form: TILES, height: 2, size: 0, corners: /** @type {Point[]} */ ([]), cursor: /** @type {Point} */ ([0, 0]) };

/** @param {HTMLElement} root @param {Builder} builder */
export function renderBrushes(root, builder) {
  const { parts, brush, kind } = builder;
  root.closest("section")?.classList.toggle("draws", Boolean(brush));
  root.hidden = parts.unit === "zone" || !builder.built.board;
  const press = (/** @type {string} */ name, /** @type {string} */ text) =>
    h("button", { class: "btn bare", type: "button", "aria-pressed": String(brush === name), "data-key": `brush ${name}`, onclick: () => take(builder, name) }, text);
  const ruled = parts.ground.filter(({ rule, kind: name }) => rule && name !== "ledge");
  const pictures = parts.ground.filter(({ rule }) => !rule);
  const other = h(
    "select",
    { "aria-label": "Ground to lay", "data-key": "ground", onchange: (event) => take(builder, /** @type {any} */ (event.currentTarget).value) },
    h("option", { value: "" }, "ground …"),
    pictures.map((one) => h("option", { value: one.kind }, one.kind)),
  );
  other.value = pictures.some((one) => one.kind === brush) ? brush : "";
  root.replaceChildren(
    press("", "Stand"),
    ...ruled.map((one) => press(one.kind, one.kind)),
    other,
    press(CLEAR, "Clear"),
    ...shown(kind ? forms(builder, kind) : []),
    ...(builder.large ? partOf(builder, builder.large) : []),
  );
  byId("hint").textContent = hintOf(builder);
}

/**
 * From where on a map is taken that is larger than the game's.
 * @param {Builder} builder
 * @param {import("./build").LargeMap} map
 */
function partOf(builder, map) {
  const { begins, farthest } = map.part;
  return ["column", "row"].map((name, k) => {
    const moved = (/** @type {Event} */ event) => {
      const to = Math.trunc(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value)) || 0;
      const kept = Math.min(farthest[k] ?? 0, Math.max(0, to));
      builder.bring(map, begins.map((was, axis) => (axis === k ? kept : was)));
    };
    return h("label", { class: "small" }, `from ${name} `, h("input", { type: "number", min: 0, max: farthest[k], value: begins[k], "data-key": `from ${name}`, onchange: moved }));
  });
}

/** @param {Builder} builder @param {string} name */
function take(builder, name) {
  hand.corners = [];
  hand.form = builder.parts.unit === "ft" ? SHAPE : TILES;
  builder.take(name);
}

/** @param {Builder} builder @param {GroundKind} kind */
function forms(builder, kind) {
  const number = (/** @type {string} */ label, /** @type {"height" | "size"} */ what, /** @type {number} */ low) =>
    h("label", { class: "small" }, `${label} `, h("input", { type: "number", min: low, max: 400, value: hand[what], "data-key": what, onchange: (event) => (hand[what] = Number(/** @type {any} */ (event.currentTarget).value)) }));
  if (kind.how === "boxes") return [number("height", "height", -40)];
  if (kind.how !== "picture") return [];
  if (kind.stands) return [number("size", "size", 0)];
  const is = (/** @type {string} */ form) => String(hand.form === form);
  const form = (/** @type {string} */ name, /** @type {string} */ text) =>
    h("button", { class: "btn bare small", type: "button", "aria-pressed": is(name), "data-key": `form ${name}`, onclick: () => ((hand.form = name), (hand.corners = []), builder.render()) }, text);
  const done = h("button", { class: "btn small", type: "button", "data-key": "close-shape", disabled: hand.corners.length < 2, onclick: () => closeShape(builder) }, hand.corners.length === 2 ? "Lay a box" : "Close the shape");
  return [builder.parts.unit === "tile" && form(TILES, "tiles"), form(SHAPE, "a shape"), hand.form === SHAPE && done];
}

/** @param {Builder} builder */
function hintOf({ brush, kind, selected, parts }) {
  if (!parts.unit) return "This game has no map.";
  if (!brush) return selected ? `Touch the map: ${selected} stands there. Arrows and Enter do the same.` : "Choose somebody, then touch where they stand.";
  if (brush === CLEAR) return "Touch or draw over what should go.";
  if (kind?.how === "boxes") return "Touch one corner and the opposite one.";
  const only = kind?.how === "picture" ? ` A picture: no rule of this game asks for ${kind.kind}.` : "";
  if (isShape(kind)) return `Touch its corners one after the other; two make a box.${only}`;
  return `Touch or draw: ${kind?.kind}.${only}`;
}

/**
 * The board of the table, with nobody asked.
 * @param {HTMLElement} root
 * @param {Builder} builder
 */
export function renderMap(root, builder) {
  const { board } = builder.built;
  const sides = builder.draft.sides ?? builder.parts.sides;
  const view = /** @type {Shown} */ (/** @type {unknown} */ ({ board, sides, me: { role: "watcher" }, pending: null, creatures: [], over: false }));
  const ctx = /** @type {Ctx} */ (/** @type {unknown} */ ({ open: "", lit: "", isNarrow: () => innerWidth < 700, isWide: () => false }));
  renderBoard(root, view, ctx);
  const map = root.querySelector("svg.map");
  const frame = frameShown();
  if (map instanceof SVGSVGElement && frame) listen(map, frame, builder);
}

/** @param {SVGSVGElement} map @param {Frame} frame @param {Builder} builder */
function listen(map, frame, builder) {
  map.setAttribute("tabindex", "0");
  map.setAttribute("data-key", "map");
  const cursor = s("path", { class: "cursor", "aria-hidden": "true" });
  const plan = s("path", { class: hand.corners.length ? "shaped" : "planned", "aria-hidden": "true" });
  map.append(plan, cursor);
  drawCorners(plan, frame);
  /** @type {Point[]} */
  let stroke = [];
  /** @type {Seen} where the hand was seen last */
  let last = { clientX: 0, clientY: 0 };
  const at = (/** @type {Seen} */ seen) => spot(seen, map, frame, builder);
  const draws = () => Boolean(builder.brush) && !isPoint(builder) && builder.kind?.how !== "boxes";
  map.addEventListener("pointerdown", (event) => {
    const found = event.button === 0 && event.isPrimary ? at(event) : null;
    if (!found || !draws()) return;
    event.preventDefault();
    map.focus({ preventScroll: true }); // what was typed last is whole: this may be its size
    map.setPointerCapture(event.pointerId);
    builder.isDrawing = true;
    stroke = [found];
    last = event;
    plan.setAttribute("d", squares(stroke, frame));
  });
  map.addEventListener("pointermove", (event) => {
    if (!stroke.length || !event.isPrimary) return;
    for (const seen of between(last, event)) {
      const found = at(seen);
      if (found && !stroke.some((tile) => String(tile) === String(found))) stroke.push(found);
    }
    last = event;
    plan.setAttribute("d", squares(stroke, frame));
  });
  map.addEventListener("pointerup", () => {
    builder.isDrawing = false;
    if (stroke.length) lay(builder, stroke);
    stroke = [];
  });
  map.addEventListener("pointercancel", () => {
    builder.isDrawing = false;
    stroke = [];
    builder.render();
  });
  map.addEventListener("click", (event) => {
    map.focus({ preventScroll: true }); // a tap leaves a field it was typed in: nothing is late any more
    const found = at(/** @type {PointerEvent} */ (event));
    const who = builder.brush ? "" : whoIs(event, builder);
    if (who && who !== builder.selected) builder.select(who);
    else if (found && !draws()) touch(builder, found);
  });
  map.addEventListener("keydown", (event) => keys(event, cursor, frame, builder));
  map.addEventListener("focus", () => showCursor(cursor, frame, builder));
  map.addEventListener("blur", () => cursor.setAttribute("d", ""));
}

/**
 * Whose token was touched.
 * @param {Event} event
 * @param {Builder} builder
 */
function whoIs({ target }, { built }) {
  const token = target instanceof Element && target.closest("[data-who]");
  return (token && built.creatures[Number(token.getAttribute("data-who"))]?.name) || "";
}

/**
 * Which tile, point or room was meant.
 * @param {Seen} event
 * @param {SVGSVGElement} map
 * @param {Frame} frame
 * @param {Builder} builder
 * @returns {Point | null}
 */
function spot(event, map, frame, builder) {
  const screen = map.getScreenCTM();
  if (!screen) return null;
  const on = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
  const [x, y] = frame.under(on.x, on.y);
  if (frame.unit === "zone") return x < 0 ? null : [x, 0];
  const whole = isPoint(builder) ? Math.round : Math.floor;
  const [wide, tall] = edges(builder);
  const found = /** @type {Point} */ ([whole(x), whole(y)]);
  return found[0] < 0 || found[1] < 0 || found[0] > wide || found[1] > tall ? null : found;
}

/**
 * Whether a touch means a point and not a tile: in feet always, and for the corners of a shape,
 * which may lie on the map's far edges.
 * @param {Builder} builder
 */
const isPoint = ({ parts, kind }) => parts.unit === "ft" || isShape(kind);

/** @param {GroundKind | null} kind */
const isShape = (kind) => kind?.how === "picture" && !kind.stands && hand.form === SHAPE;

/**
 * The last tile or point of the map.
 * @param {Builder} builder
 * @returns {Point}
 */
function edges(builder) {
  const [wide, tall] = sizeOf(builder.draft, builder.parts);
  const less = isPoint(builder) ? 0 : 1;
  return [wide - less, tall - less];
}

/** @param {Point[]} tiles @param {Frame} frame */
const squares = (tiles, frame) =>
  tiles
    .map(([x, y]) => {
      const [[left, top], [right, bottom]] = [frame.corner(x, y), frame.corner(x + 1, y + 1)];
      return `M${left} ${top}H${right}V${bottom}H${left}Z`;
    })
    .join("");

/** @param {SVGPathElement} plan @param {Frame} frame */
function drawCorners(plan, frame) {
  const points = hand.corners.map(([x, y]) => frame.corner(x, y));
  if (points.length) plan.setAttribute("d", `M${points.map((point) => point.join(" ")).join("L")}`);
  if (points.length === 1) plan.setAttribute("d", `M${points[0].join(" ")}m-6 0h12m-6 -6v12`);
}

/**
 * One touch: somebody stands there, or ground is laid.
 * @param {Builder} builder
 * @param {Point} at
 */
function touch(builder, at) {
  const { brush, kind, selected } = builder;
  if (!brush) return selected ? stand(builder, at) : builder.refuse("Choose who should stand there first.");
  if (brush === CLEAR || !kind) return lay(builder, [at]);
  if (kind.how !== "boxes" && !isShape(kind)) return lay(builder, [at]);
  hand.corners.push(at);
  const [from, to] = hand.corners;
  if (kind.how !== "boxes" || !to) return builder.render();
  hand.corners = [];
  return builder.change((was) => withBox(was, kind, from, to, hand.height));
}

/** @param {Builder} builder @param {Point} at */
function stand(builder, at) {
  const { draft, selected, parts } = builder;
  const before = draft.creature.find(({ name }) => name === selected)?.at;
  const room = draft.zone?.[at[0]]?.id;
  const there = parts.unit === "zone" ? room : Array.isArray(before) ? at : at[0];
  return builder.changeOne(selected, (was, now) => withCreature(was, now, { at: there }));
}

/** @param {Builder} builder @param {Point[]} tiles */
function lay(builder, tiles) {
  const { parts, kind } = builder;
  const isFigure = kind?.how === "picture" && kind.stands && (parts.unit === "ft" || hand.size > 0);
  const one = (/** @type {import("./page").Draft} */ draft, /** @type {Point} */ tile) => {
    if (!kind) return cleared(draft, parts, tile);
    return isFigure ? withArea(draft, { kind: kind.kind, at: [tile], ...(hand.size ? { size: hand.size } : {}) }) : painted(draft, parts, kind, tile);
  };
  return builder.change((was) => tiles.reduce(one, was));
}

/** @param {Builder} builder */
function closeShape(builder) {
  const { kind } = builder;
  const [from, to] = hand.corners;
  if (!kind || !to) return;
  const area = hand.corners.length === 2 ? boxed(builder, from, to) : { path: hand.corners };
  hand.corners = [];
  if (area) builder.change((was) => withArea(was, { kind: kind.kind, ...area }));
  else builder.render();
}

/**
 * What lies between two corners: in tiles a box is written with the tiles at both ends.
 * @param {Builder} builder
 * @param {Point} from
 * @param {Point} to
 */
function boxed(builder, from, to) {
  if (builder.parts.unit === "ft") return { from, to };
  const least = /** @type {Point} */ ([Math.min(from[0], to[0]), Math.min(from[1], to[1])]);
  const last = /** @type {Point} */ ([Math.max(from[0], to[0]) - 1, Math.max(from[1], to[1]) - 1]);
  if (last[0] >= least[0] && last[1] >= least[1]) return { from: least, to: last };
  builder.refuse("There is no tile between these two corners.");
  return null;
}

/** @param {KeyboardEvent} event @param {SVGPathElement} cursor @param {Frame} frame @param {Builder} builder */
function keys(event, cursor, frame, builder) {
  const step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    return void touch(builder, hand.cursor);
  }
  if (!step) return;
  event.preventDefault();
  const [wide, tall] = edges(builder);
  const far = frame.unit === "ft" ? (event.shiftKey ? 1 : FEET) : 1;
  const down = frame.unit === "ft" ? -1 : 1; // in feet north is up
  const within = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(0, Math.min(most, n));
  if (frame.unit === "zone") {
    const rooms = builder.draft.zone?.length ?? 1;
    hand.cursor = [(hand.cursor[0] + step[0] + step[1] + rooms) % rooms, 0];
  } else hand.cursor = [within(hand.cursor[0] + far * step[0], wide), within(hand.cursor[1] + far * down * step[1], tall)];
  showCursor(cursor, frame, builder);
}

/** @param {SVGPathElement} cursor @param {Frame} frame @param {Builder} builder */
function showCursor(cursor, frame, builder) {
  const [x, y] = hand.cursor;
  const { board } = builder.built;
  if (frame.unit === "zone") {
    const room = frame.rooms[x];
    if (room) cursor.setAttribute("d", `M${room.x} ${room.y}h${room.wide}v${room.tall}h${-room.wide}z`);
    return builder.say(plain(builder.draft.zone?.[x]?.id ?? ""));
  }
  const [px, py] = frame.corner(x, y);
  cursor.setAttribute("d", isPoint(builder) ? `M${px - 9} ${py}h18m-9 -9v18` : squares([hand.cursor], frame));
  const who = board?.tokens.filter((token) => token.x === x && token.y === y).map(({ name }) => name) ?? [];
  builder.say([frame.unit === "ft" ? `${x}, ${y} feet` : `column ${x}, row ${y}`, ...who].join("; "));
}
