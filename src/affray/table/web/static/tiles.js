/** Going to a tile: a plan that asks for a column and a row. */

import { s } from "./dom.js";
import { edges } from "./ground.js";
import { pointed, walkOf } from "./reach.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").MapView} MapView
 * @typedef {import("./page").Point} Point
 */

/**
 * The tiles within reach; a click on one of them goes there.
 * @param {SVGSVGElement} map
 * @param {MapView} view
 * @param {Frame} frame
 * @param {Ctx} ctx
 */
export function drawTiles(map, view, frame, ctx) {
  const offer = view.board.unit === "tile" ? walkOf(view, ctx) : null;
  if (!offer?.tiles) return;
  const open = new Set(offer.tiles.map(String));
  const square = (/** @type {Point} */ [x, y]) => {
    const [left, top] = frame.corner(x, y);
    const [right, bottom] = frame.corner(x + 1, y + 1);
    return `M${left} ${top}H${right}V${bottom}H${left}Z`;
  };
  const line = edges(view.board, frame.corner, (x, y) => open.has(`${x},${y}`));
  const mark = s("path", { class: "there", "aria-hidden": "true" });
  // On the floor, so that walls keep their heavy line.
  map.querySelector(".brink")?.before(s("path", { class: "within", d: offer.tiles.map(square).join("") }));
  map.append(s("path", { class: "reach round", d: line }), mark);
  const show = (/** @type {Point | null} */ tile) => mark.setAttribute("d", tile ? square(tile) : "");
  const aim = (/** @type {MouseEvent} */ event) => {
    const at = pointed(event, map, frame);
    /** @type {Point | null} */
    const tile = at && [Math.floor(at[0]), Math.floor(at[1])];
    return tile && open.has(String(tile)) ? tile : null;
  };
  /**
   * As it is now: a click that is warned of does not draw the map anew.
   * @returns {Point | null}
   */
  const chosen = () => {
    const { column, row } = ctx.details.chosen(offer);
    return column && row ? [Number(column), Number(row)] : null;
  };
  show(chosen());
  map.addEventListener("pointermove", (event) => {
    const tile = aim(event);
    map.classList.toggle("walkable", Boolean(tile));
    show(tile ?? chosen());
  });
  map.addEventListener("pointerleave", () => show(chosen()));
  map.addEventListener("click", (event) => {
    go(offer, aim(event), chosen(), ctx);
    show(chosen());
  });
}

/**
 * A second click on the same tile means it, whatever was warned of.
 * @param {Offer} offer
 * @param {Point | null} tile
 * @param {Point | null} chosen
 * @param {Ctx} ctx
 */
function go(offer, tile, chosen, ctx) {
  if (!tile) return;
  if (ctx.isConfirming(offer) && String(tile) === String(chosen)) return void ctx.choose(offer);
  ctx.walk(offer, { column: String(tile[0]), row: String(tile[1]) });
}
