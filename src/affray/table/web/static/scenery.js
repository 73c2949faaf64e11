/** What the ground is, drawn: quiet patterns, like an engraving, and figures that stand on it. */

import { s } from "./dom.js";
import { loopsOf, rounded, smooth, tilesOf } from "./shapes.js";
import { pictureAt } from "./token.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./protocol").Patch} Patch
 * @typedef {import("./page").Frame} Frame
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").RoomBox} RoomBox
 */

/** What people made has corners; all else has soft edges. */
const BUILT = new Set(["stone", "wood", "wall", "door", "rails", "rough", "light", "dark"]);
const ROUND = 13; // pixels
const BEYOND = 40; // how far a shape that ends at the map's edge is drawn past it
const IN_ROOM = 26; // how large a figure stands in a room
const ROOM_GAP = 8;
/** How large a figure stands where nothing else is said: in tiles, and in feet. */
export const USUAL = { tile: 0.86, ft: 8, zone: 1 };
const LARGE = new Set(["tree", "pine", "mill", "tower", "train", "tent"]);

/**
 * All of the ground, cut off at the floor's edge.
 * @param {Board} board
 * @param {Pick<Frame, "unit" | "corner">} frame
 * @param {{x: number, y: number, width: number, height: number}} floor
 */
export function scenery(board, frame, floor) {
  const { base, patches } = board.ground;
  const covers = patches.filter((p) => !p.spots?.length && !isInWalls(p));
  const whole = `M${floor.x} ${floor.y}h${floor.width}v${floor.height}h${-floor.width}Z`;
  return s(
    "g",
    { class: "scenery", "aria-hidden": "true" },
    s("clipPath", { id: "on-floor" }, s("path", { d: whole })),
    s(
      "g",
      { "clip-path": "url(#on-floor)" },
      base && cover(base, whole),
      covers.map((patch) => cover(patch.kind, outline(patch, board, frame))),
      laidPicture(board, frame),
    ),
  );
}

/**
 * A picture of one's own as the ground, right and down of the map's corner by so much.
 * @param {Board} board
 * @param {Pick<Frame, "unit" | "corner">} frame
 */
function laidPicture({ picture, height }, frame) {
  if (!picture) return null;
  const { mark, x, y, wide, ratio, opacity } = picture;
  const isUp = frame.unit === "ft"; // there y grows to the north
  const [left, top] = frame.corner(x, isUp ? height - y : y);
  const [right] = frame.corner(x + wide, 0);
  return s("image", {
    class: "laid",
    href: pictureAt(mark),
    x: left,
    y: top,
    width: right - left,
    height: (right - left) * ratio,
    preserveAspectRatio: "none",
    opacity: opacity / 100,
  });
}

/**
 * A door that is shut stops what a wall stops, and is seen among walls.
 * @param {Patch} patch
 */
const isInWalls = ({ kind }) => kind === "door";

/**
 * What stands on the ground, in front of walls.
 * @param {Board} board
 * @param {Pick<Frame, "unit" | "corner">} frame
 * @param {number} unit  pixels of a tile, or of a foot
 */
export const standing = (board, frame, unit) =>
  s(
    "g",
    { class: "scenery", "clip-path": "url(#on-floor)", "aria-hidden": "true" },
    board.ground.patches.filter(isInWalls).map((patch) => cover(patch.kind, outline(patch, board, frame))),
    board.ground.patches.map((patch) => figures(patch, frame, unit)),
  );

/**
 * Ground of one kind in a shape: its tint, its pattern, its edge.
 * @param {string} kind
 * @param {string} d
 */
const cover = (kind, d) =>
  s(
    "g",
    { class: `ground g-${kind}` },
    s("path", { class: "tint", d }),
    s("path", { class: "pattern", d, fill: `url(#g-${kind})` }),
    s("path", { class: "edge", d }),
  );

/** @param {Patch} patch @param {Board} board @param {Pick<Frame, "unit" | "corner">} frame */
function outline({ kind, boxes = [], path = [] }, board, frame) {
  const isBuilt = BUILT.has(kind);
  const draw = (/** @type {Point[]} */ loop) =>
    loop.map((point) => (isBuilt ? frame.corner(...point) : onward(point, board, frame)));
  if (path.length) return isBuilt ? rounded(draw(path), 0) : smooth(draw(path));
  const loops =
    frame.unit === "tile"
      ? loopsOf(tilesOf(boxes))
      : boxes.map(([x, y, across, down]) => /** @type {Point[]} */ ([
          [x, y],
          [x + across, y],
          [x + across, y + down],
          [x, y + down],
        ]));
  return loops.map((loop) => rounded(draw(loop), isBuilt ? 0 : ROUND)).join("");
}

/**
 * What lies on the edge of the map goes on beyond it: its soft corners are not seen.
 * @param {Point} point
 * @param {Board} board
 * @param {Pick<Frame, "corner">} frame
 * @returns {Point}
 */
function onward([x, y], board, frame) {
  const [px, py] = frame.corner(x, y);
  const [middleX, middleY] = frame.corner(board.width / 2, board.height / 2);
  const east = x <= 0 || x >= board.width ? Math.sign(px - middleX) * BEYOND : 0;
  const south = y <= 0 || y >= board.height ? Math.sign(py - middleY) * BEYOND : 0;
  return [px + east, py + south];
}

/** @param {string} kind @param {number} x @param {number} y @param {number} size */
const figure = (kind, x, y, size) =>
  s("use", {
    class: `figure f-${kind}`,
    href: `#figure-${kind}`,
    x: (x - size / 2).toFixed(1),
    y: (y - size / 2).toFixed(1),
    width: size.toFixed(1),
    height: size.toFixed(1),
  });

/** @param {Patch} patch @param {Pick<Frame, "unit" | "corner">} frame @param {number} unit */
function figures({ kind, spots = [], size = 0 }, frame, unit) {
  const half = frame.unit === "tile" ? 0.5 : 0;
  const usual = USUAL[frame.unit] * (LARGE.has(kind) && frame.unit === "tile" ? 1.15 : 1);
  return spots.map(([x, y]) => {
    const [px, py] = frame.corner(x + half, y + half);
    return figure(kind, px, py, unit * (size || usual));
  });
}

/**
 * The ground of a room, and along its foot what stands there.
 * @param {Board} board
 * @param {number} k
 * @param {RoomBox} room
 * @param {string} shape
 */
export function roomScenery(board, k, room, shape) {
  const { base, patches } = board.ground;
  const here = patches.filter((p) => p.places?.includes(k) && !p.count).map((p) => p.kind);
  const covers = base ? [base, ...here] : here;
  const row = figuresIn(board, k);
  const step = Math.min(IN_ROOM + ROOM_GAP, (room.wide - 24) / Math.max(1, row.length));
  const left = room.x + room.wide - 12 - step * row.length + step / 2;
  return s(
    "g",
    { class: "scenery", "aria-hidden": "true" },
    covers.map((kind) => cover(kind, shape)),
    row.map((kind, n) => figure(kind, left + n * step, room.y + room.tall - 6 - IN_ROOM / 2, IN_ROOM)),
  );
}

/**
 * What stands in a place: each figure as often as it is there.
 * @param {Board} board
 * @param {number} k
 */
export const figuresIn = (board, k) =>
  board.ground.patches
    .filter((p) => p.places?.includes(k))
    .flatMap((p) => Array.from({ length: p.count ?? 0 }, () => p.kind));

/**
 * The kinds of ground that are to be seen, each once.
 * @param {Board} board
 */
export function groundKinds({ ground, walls, floors }) {
  const heights = floors.map(([, , height]) => height);
  const kinds = [
    ...(walls.length ? ["wall"] : []),
    ...(heights.some((height) => height < 0) ? ["pit"] : []),
    ...(heights.some((height) => height > 0) ? ["plateau"] : []),
    ...(ground.base ? [ground.base] : []),
    ...ground.patches.map(({ kind }) => kind),
  ];
  return [...new Set(kinds)];
}
