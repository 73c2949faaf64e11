/** A window on the map: it is made larger and smaller, and pushed about. */

import { h } from "./dom.js";

/**
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 */

const FINGER = 44; // pixels a target must have
const CELL = 48; // of a tile, in the map's own units
const STEP = 1.5;
const MOST = 5;
const SLACK = 4; // pixels a hand may tremble

/** As it was left: how large, and whether somebody said so. */
const now = { zoom: 1, isChosen: false };

/**
 * The map in its window, as large as it was left; tiles a finger cannot hit are made larger first.
 * @param {HTMLElement} root
 * @param {SVGSVGElement} map
 * @param {Frame} frame
 * @param {{isNarrow: boolean, at: Point | null}} about  on what the window opens
 */
export function inWindow(root, map, frame, { isNarrow, at }) {
  const old = root.querySelector(".map-window");
  const pane = old instanceof HTMLElement ? old : newPane();
  const [left, top] = [pane.scrollLeft, pane.scrollTop];
  pane.querySelector(".map")?.remove();
  pane.prepend(map);
  const wide = root.clientWidth - 2 * parseFloat(getComputedStyle(root).paddingLeft);
  const least = isNarrow && frame.unit === "tile" ? (FINGER * frame.wide) / (CELL * wide) : 1;
  const isAsked = at !== null;
  if (!now.isChosen) now.zoom = isAsked ? Math.min(MOST, Math.max(1, least)) : 1;
  /** Where it lies is known once it is in the page. */
  const settle = () => {
    size(pane);
    if (now.zoom > 1 && at && !now.isChosen) bringTo(pane, at[0] / frame.wide, at[1] / frame.tall);
    else pane.scrollTo(left, top);
  };
  return { pane, settle };
}

function newPane() {
  const made = h("div", { class: "map-window" });
  listen(made);
  return made;
}

/**
 * The buttons that make a map larger and smaller.
 * @param {HTMLElement} pane
 */
export function zoomButtons(pane) {
  const by = (/** @type {number} */ factor) => () => zoomTo(pane, now.zoom * factor);
  const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ act) =>
    h(
      "button",
      { type: "button", class: "btn bare", "aria-label": name, title: name, "data-key": name, onclick: act },
      sign,
    );
  return h(
    "div",
    { class: "zoom" },
    button("Larger map", "+", by(STEP)),
    button("Smaller map", "\u2212", by(1 / STEP)),
    button("Whole map", "\u2922", () => zoomTo(pane, 1)),
  );
}

/** @param {HTMLElement} pane */
function size(pane) {
  pane.style.setProperty("--zoom", String(now.zoom));
  pane.classList.toggle("zoomed", now.zoom > 1);
  if (now.zoom > 1) pane.setAttribute("tabindex", "0");
  else pane.removeAttribute("tabindex");
}

/** @param {HTMLElement} pane @param {number} east @param {number} south  in shares of the map */
function bringTo(pane, east, south) {
  const map = pane.querySelector(".map");
  if (!map) return;
  const { width, height } = map.getBoundingClientRect();
  pane.scrollTo(east * width - pane.clientWidth / 2, south * height - pane.clientHeight / 2);
}

/**
 * As large as that, with one point of the screen where it is.
 * @param {HTMLElement} pane
 * @param {number} zoom
 * @param {Point} [around]  of the screen
 */
function zoomTo(pane, zoom, around) {
  const { left, top, width, height } = pane.getBoundingClientRect();
  const [x, y] = around ? [around[0] - left, around[1] - top] : [width / 2, height / 2];
  const before = now.zoom;
  now.zoom = Math.min(MOST, Math.max(1, zoom));
  now.isChosen = true;
  const grown = now.zoom / before;
  const [scrolledX, scrolledY] = [pane.scrollLeft, pane.scrollTop];
  size(pane);
  pane.scrollTo((scrolledX + x) * grown - x, (scrolledY + y) * grown - y);
}

/** @param {HTMLElement} pane */
function listen(pane) {
  let apart = 0;
  const span = (/** @type {TouchList} */ t) =>
    Math.hypot(t[0].clientX - t[1].clientX, t[0].clientY - t[1].clientY);
  const middle = (/** @type {TouchList} */ t) =>
    /** @type {Point} */ ([(t[0].clientX + t[1].clientX) / 2, (t[0].clientY + t[1].clientY) / 2]);
  pane.addEventListener("touchstart", (event) => {
    apart = event.touches.length === 2 ? span(event.touches) : 0;
  });
  pane.addEventListener(
    "touchmove",
    (event) => {
      if (!apart || event.touches.length !== 2) return;
      event.preventDefault();
      const far = span(event.touches);
      zoomTo(pane, (now.zoom * far) / apart, middle(event.touches));
      apart = far;
    },
    { passive: false },
  );
  pane.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !matchMedia("(min-width: 68rem)").matches) return; // the page scrolls
      event.preventDefault();
      zoomTo(pane, now.zoom * Math.exp(-event.deltaY / 400), [event.clientX, event.clientY]);
    },
    { passive: false },
  );
  pane.addEventListener("dblclick", (event) => {
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest(".pick, .place.open, .walkable")) return;
    zoomTo(pane, now.zoom > 1 ? 1 : 2, [event.clientX, event.clientY]);
  });
  push(pane);
}

/**
 * A mouse pushes the map; what was pushed is not clicked.
 * @param {HTMLElement} pane
 */
function push(pane) {
  /** @type {Point | null} */
  let from = null;
  let isPushed = false;
  pane.addEventListener("pointerdown", (event) => {
    isPushed = false;
    from = event.pointerType === "mouse" && now.zoom > 1 ? [event.clientX, event.clientY] : null;
  });
  pane.addEventListener("pointermove", (event) => {
    if (!from || !event.buttons) return;
    const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
    if (!isPushed && Math.hypot(dx, dy) < SLACK) return;
    isPushed = true;
    pane.scrollBy(-dx, -dy);
    from = [event.clientX, event.clientY];
  });
  pane.addEventListener(
    "click",
    (event) => {
      if (!isPushed) return;
      isPushed = false;
      event.stopPropagation();
    },
    true,
  );
}
