/** A picture of one's own as the ground: chosen, and laid on the grid by number or by hand. */

import { frameShown } from "./board.js";
import { byId, h, keepingFocus } from "./dom.js";
import { pictureButton } from "./pictures.js";
import { letGo, onDrag, take } from "./tools.js";

/**
 * @typedef {import("./protocol").LaidPicture} LaidPicture
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Shown} Shown
 */

const FIELDS = /** @type {const} */ ([
  ["x", "right", 0.25, -10_000],
  ["y", "down", 0.25, -10_000],
  ["wide", "wide", 0.25, 0.25],
  ["opacity", "shows %", 5, 10],
]);

/**
 * @param {() => Shown} view
 * @param {(order: Order) => Promise<unknown>} send
 */
export function layGround(view, send) {
  let isOn = false;
  let why = "";
  /** @type {Point | null} where the hand has taken hold of it */
  let from = null;
  /** @type {LaidPicture | null} as it is moved */
  let moved = null;
  const laid = () => view()?.board?.picture ?? null;
  const toggle = () => {
    isOn = !isOn;
    if (isOn) take(toggle);
    else letGo(toggle);
    draw();
    if (isOn) byId("laying").querySelector("input")?.focus();
  };
  const lay = (/** @type {Partial<LaidPicture>} */ change) => {
    const now = laid();
    if (!now) return;
    const { x, y, wide, opacity, through_fog } = { ...now, ...change };
    send({ do: "lay", x, y, wide, opacity, through_fog });
  };
  const draw = () => {
    byId("lay-on").setAttribute("aria-pressed", String(isOn));
    byId("laying").hidden = !isOn;
    byId("laying").replaceChildren(...(isOn ? bar(view(), laid(), why, lay, send, (said) => void ((why = said), draw())) : []));
  };
  onDrag(() => isOn && laid() !== null && frameShown()?.unit !== "zone", {
    start: (at) => (from = at),
    move: (at) => {
      const now = laid();
      if (!now || !from) return;
      moved = follow(now, [at[0] - from[0], at[1] - from[1]]);
    },
    end: () => {
      from = null;
      if (moved) lay(moved);
      moved = null;
    },
  });
  byId("lay-on").addEventListener("click", toggle);
  const isTyped = () => document.activeElement?.getAttribute("data-key")?.startsWith("lay-") && document.activeElement.getAttribute("type") === "number";
  return { draw: () => isOn && !isTyped() && keepingFocus(draw) };
}

/**
 * The picture under the hand, before it is let go.
 * @param {LaidPicture} laid
 * @param {Point} by
 * @returns {LaidPicture}
 */
function follow(laid, [east, south]) {
  const frame = frameShown();
  const down = frame?.unit === "ft" ? -south : south;
  const quarter = (/** @type {number} */ n) => Math.round(4 * n) / 4;
  const moved = { ...laid, x: quarter(laid.x + east), y: quarter(laid.y + down) };
  const [fromX, toX] = [frame?.corner(0, 0)[0] ?? 0, frame?.corner(1, 0)[0] ?? 0];
  const unit = toX - fromX;
  byId("map")
    .querySelector(".laid")
    ?.setAttribute("transform", `translate(${(moved.x - laid.x) * unit} ${(moved.y - laid.y) * unit})`);
  return moved;
}

/**
 * A picture is sent whole or not at all: who looks for it would see what the fog covers.
 * @param {Shown} view
 * @param {LaidPicture} laid
 * @param {(change: Partial<LaidPicture>) => void} lay
 */
const throughFog = ({ brush }, { through_fog: isShown }, lay) =>
  h(
    "label",
    { hidden: !brush },
    h("input", {
      type: "checkbox",
      checked: isShown,
      "data-key": "lay-through-fog",
      onchange: (e) => lay({ through_fog: e.currentTarget.checked }),
    }),
    " players get it while fog lies, too: whole, and who looks for it sees what the fog covers",
  );

/**
 * @param {Shown} view
 * @param {LaidPicture | null} laid
 * @param {string} why
 * @param {(change: Partial<LaidPicture>) => void} lay
 * @param {(order: Order) => Promise<unknown>} send
 * @param {(why: string) => void} done
 */
function bar(view, laid, why, lay, send, done) {
  const hasMeasure = view.board?.unit !== "zone";
  const unit = view.board?.unit === "ft" ? "ft" : "tiles";
  const shown = FIELDS.filter(([name]) => hasMeasure || name === "opacity");
  const field = (/** @type {typeof FIELDS[number]} */ [name, label, step, min]) =>
    h(
      "label",
      {},
      `${label} `,
      h("input", {
        type: "number",
        step,
        min,
        max: name === "opacity" ? 100 : 10_000,
        value: laid?.[name],
        "data-key": `lay-${name}`,
        onchange: (e) => e.currentTarget.checkValidity() && lay({ [name]: e.currentTarget.valueAsNumber }),
      }),
    );
  const off = { class: "btn bare", type: "button", "data-key": "lay-off", onclick: () => send({ do: "take-off" }) };
  const said = laid ? (hasMeasure ? `in ${unit}; or drag the map` : "") : "A map of your own under the tokens.";
  return [
    pictureButton("", "lay-file", done),
    ...(laid ? shown.map(field) : []),
    ...(laid ? [h("button", off, "Take it off"), throughFog(view, laid, lay)] : []),
    h("span", { class: "note", role: "status" }, why || said),
  ];
}
