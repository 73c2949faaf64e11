/** Fog on the map: drawn for all, and the game master's brush to cover and uncover with. */

import { frameShown } from "./board.js";
import { byId, h, keepingFocus, s } from "./dom.js";
import { cellSize, fogPath } from "./covering.js";
import { letGo, onDrag, take } from "./tools.js";
import { hasMap } from "./zones.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Shown} Shown
 */

const AROUND = 2; // cells to each side of somebody
const ACTS = /** @type {const} */ ([
  ["cover-all", "Cover all"],
  ["clear", "Uncover all"],
]);

/**
 * The game master's brush, and the buttons beside it.
 * @param {() => Shown} view
 * @param {(order: Order) => Promise<unknown>} send
 */
export function layFog(view, send) {
  let isOn = false;
  /** @type {"cover" | "uncover"} */
  let how = "cover";
  /** @type {Map<string, Point>} what the brush has touched */
  const touched = new Map();
  const board = () => view()?.board ?? null;
  const toggle = () => {
    isOn = !isOn;
    if (isOn) take(toggle);
    else letGo(toggle);
    draw();
    if (isOn) byId("fogging").querySelector("input")?.focus();
  };
  const brush = (/** @type {Point} */ at) => {
    const now = board();
    const cell = now && cellAt(now, at);
    if (!now || !cell || touched.has(String(cell))) return;
    touched.set(String(cell), cell);
    preview(now, [...touched.values()], how);
  };
  const paint = () => {
    const cells = [...touched.values()];
    touched.clear();
    if (cells.length) send({ do: "fog", how, cells });
  };
  const around = (/** @type {string} */ name) => {
    const now = board();
    const cells = now ? cellsAround(now, name) : [];
    if (cells.length) send({ do: "fog", how, cells });
  };
  const draw = () => {
    const now = view();
    byId("fog-on").setAttribute("aria-pressed", String(isOn));
    byId("fogging").hidden = !isOn;
    const choose = (/** @type {typeof how} */ one) => (how = one);
    byId("fogging").replaceChildren(...(isOn && hasMap(now) ? bar(now, how, choose, around, send) : []));
  };
  onDrag(() => isOn, { start: brush, move: brush, end: paint });
  byId("fog-on").addEventListener("click", toggle);
  return { draw: () => isOn && keepingFocus(draw) };
}

/**
 * @param {MapView} view
 * @param {"cover" | "uncover"} how
 * @param {(how: "cover" | "uncover") => void} choose
 * @param {(name: string) => void} around
 * @param {(order: Order) => Promise<unknown>} send
 */
function bar({ board, brush }, how, choose, around, send) {
  const button = (/** @type {"cover-all" | "clear" | "see"} */ act, /** @type {string} */ text) =>
    h(
      "button",
      { class: "btn bare", type: "button", "data-key": `fog-${act}`, onclick: () => send({ do: "fog", how: act }) },
      text,
    );
  const way = (/** @type {"cover" | "uncover"} */ one, /** @type {string} */ text) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "fog", checked: one === how, "data-key": `fog-${one}`, onchange: () => choose(one) }),
      ` ${text}`,
    );
  const names = board.tokens.filter((t) => t.x >= 0).map((t) => t.name);
  return [
    h("fieldset", { class: "seg" }, h("legend", { class: "vh" }, "The brush"), way("cover", "cover"), way("uncover", "uncover")),
    h(
      "label",
      {},
      "around ",
      h(
        "select",
        { "data-key": "fog-around", onchange: (e) => around(e.currentTarget.value) },
        ["", ...names].map((name) => h("option", { value: name }, name || "…")),
      ),
    ),
    ...ACTS.map(([act, text]) => button(act, text)),
    ...(brush?.sees ? [button("see", "Uncover what the heroes see")] : []),
    h("span", { class: "note" }, "or draw on the map; players see nothing of whoever stands in it"),
    ...(board.picture && !board.picture.through_fog
      ? [h("span", { class: "note" }, "While fog lies your picture of the ground is yours alone; Ground changes that.")]
      : []),
  ];
}

/**
 * The cell a point lies in, if it is on the map.
 * @param {Board} board
 * @param {Point} at
 * @returns {Point | null}
 */
function cellAt({ unit, width, height }, [x, y]) {
  if (unit === "zone") return x < 0 ? null : [x, 0];
  const size = cellSize(unit);
  if (x < 0 || y < 0 || x >= width || y >= height) return null;
  return [Math.floor(x / size), Math.floor(y / size)];
}

/**
 * Those about somebody: for whoever draws with the keyboard.
 * @param {Board} board
 * @param {string} name
 * @returns {Point[]}
 */
function cellsAround(board, name) {
  const token = board.tokens.find((t) => t.name === name);
  if (!token) return [];
  if (board.unit === "zone") return [[token.x, 0]];
  const size = cellSize(board.unit);
  const steps = Array.from({ length: 2 * AROUND + 1 }, (_, k) => (k - AROUND) * size);
  return steps.flatMap((down) =>
    steps.flatMap((right) => {
      const cell = cellAt(board, [token.x + right, token.y + down]);
      return cell ? [cell] : [];
    }),
  );
}

/**
 * What the brush has touched, until the server has answered.
 * @param {Board} board
 * @param {Point[]} cells
 * @param {"cover" | "uncover"} how
 */
function preview(board, cells, how) {
  const [map, frame] = [byId("map").querySelector(".map"), frameShown()];
  if (!map || !frame) return;
  map.querySelector(".brushed")?.remove();
  const boxes = cells.map(([x, y]) => /** @type {[number, number, number, number]} */ ([x, y, 1, 1]));
  map.append(s("path", { class: `brushed ${how}`, d: fogPath(board, boxes, frame) }));
}
