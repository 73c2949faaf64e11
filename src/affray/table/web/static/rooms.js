/** Where the rooms of a map of places stand: linked ones side by side as far as that goes. */

import { plain } from "./dom.js";
import { figuresIn } from "./scenery.js";

/**
 * @typedef {import("./protocol").Board} Board
 * @typedef {import("./protocol").Place} Place
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").RoomBox} RoomBox
 * @typedef {import("./page").Size} Size
 * @typedef {import("./page").Slot} Slot
 */

const SLOT = 64; // for one token and its name
const TALL = 76;
const PAD = 8;
const GAP = 24;
const LINE = 15;
const FIGURES = 30; // what stands along the foot of a room
const MOST_AIR = 64; // by which a row of rooms may grow where there is room
const NARROWEST = 2 * (SLOT + PAD);
const BROADEST = 330;
const MOST_COLUMNS = 4;
const LETTER = 7.6;
const SMALL_LETTER = 6;
const CORNER = 2.5; // what a way across a corner costs, where one through the wall costs nothing

/**
 * Words in lines of so many letters; a longer word is cut.
 * @param {string} text
 * @param {number} most
 * @returns {string[]}
 */
export function wrap(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of String(text).split(" ").filter(Boolean)) {
    const cut = word.length > most ? `${word.slice(0, most - 1)}…` : word;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + cut.length <= most)
      lines[lines.length - 1] = `${last} ${cut}`;
    else lines.push(cut);
  }
  return lines;
}

/**
 * Rooms, a slot for everybody and the ways between, for so much room in pixels.
 * @param {Board} board
 * @param {Size} room
 */
export function layOut(board, room) {
  const columns = Math.min(MOST_COLUMNS, board.places.length);
  const all = Array.from({ length: columns }, (_, k) => tryOut(board, room, k + 1));
  return all.reduce((a, b) => (b.cost < a.cost ? b : a));
}

/** @param {Board} board @param {Size} room @param {number} columns */
function tryOut(board, room, columns) {
  const pairs = linksOf(board.places);
  const { cells, cost } = settle(board.places, pairs, columns);
  const made = measure(board, room, cells, pairs);
  const scale = Math.min(1, room.wide / made.wide, room.tall / made.tall);
  return { ...made, cost: cost + 40 * (1 - scale) + made.tall / 300 };
}

/**
 * Every link once, whichever end names it.
 * @param {Place[]} places
 * @returns {Point[]}
 */
function linksOf(places) {
  /** @type {Map<string, Point>} */
  const seen = new Map();
  places.forEach(({ links }, a) =>
    links.forEach((b) => places[b] && a !== b && seen.set(`${Math.min(a, b)},${Math.max(a, b)}`, [a, b])),
  );
  return [...seen.values()].map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
}

/**
 * What comes of each other: the first place, then its neighbours, then theirs.
 * @param {Place[]} places
 * @param {Point[]} pairs
 * @returns {number[]}
 */
function inOrder(places, pairs) {
  /** @type {number[]} */
  const order = [];
  for (let k = 0; k < places.length; k += 1) {
    const queue = [k];
    while (queue.length) {
      const at = /** @type {number} */ (queue.shift());
      if (order.includes(at)) continue;
      order.push(at);
      queue.push(...pairs.filter((p) => p.includes(at)).map(([a, b]) => (a === at ? b : a)));
    }
  }
  return order;
}

/**
 * A cell [column, row] for every place: in order at first, then moved while that makes ways shorter.
 * @param {Place[]} places
 * @param {Point[]} pairs
 * @param {number} columns
 */
function settle(places, pairs, columns) {
  const rows = Math.ceil(places.length / columns) + (columns > 1 ? 1 : 0);
  const order = inOrder(places, pairs);
  /** @type {Point[]} */
  const cells = [];
  order.forEach((place, n) => {
    const row = Math.floor(n / columns);
    const across = n % columns;
    cells[place] = [row % 2 ? columns - 1 - across : across, row]; // to and fro: the next is beside the last
  });
  const value = () => costOf(cells, pairs, order, columns);
  let cost = value();
  for (let isBetter = true; isBetter;) {
    isBetter = false;
    for (const place of order)
      for (let n = 0; n < columns * rows; n += 1) {
        const undo = move(cells, place, [n % columns, Math.floor(n / columns)]);
        const now = value();
        if (now < cost - 1e-9) [cost, isBetter] = [now, true];
        else undo();
      }
  }
  return { cells: trimmed(cells), cost };
}

/**
 * Somebody else there changes places with it.
 * @param {Point[]} cells
 * @param {number} place
 * @param {Point} to
 */
function move(cells, place, to) {
  const from = cells[place];
  const other = cells.findIndex((c, k) => k !== place && c[0] === to[0] && c[1] === to[1]);
  cells[place] = to;
  if (other >= 0) cells[other] = from;
  return () => {
    cells[place] = from;
    if (other >= 0) cells[other] = to;
  };
}

/**
 * Long ways are worse than corners, corners than doors; then few rows, then the order told.
 * @param {Point[]} cells
 * @param {Point[]} pairs
 * @param {number[]} order
 * @param {number} columns
 */
function costOf(cells, pairs, order, columns) {
  const ways = pairs.reduce((sum, [a, b]) => sum + wayCost(cells[a], cells[b]), 3 * crossings(cells, pairs));
  const rows = new Set(cells.map(([, row]) => row)).size;
  const told = order.reduce((sum, k, n) => sum + Math.abs(cells[k][0] + cells[k][1] * columns - n), 0);
  return ways + 0.5 * rows + 0.02 * told;
}

/** @param {Point} point @param {Point} point */
function wayCost([ax, ay], [bx, by]) {
  const [across, down] = [Math.abs(ax - bx), Math.abs(ay - by)];
  if (across + down === 1) return 0;
  return across === 1 && down === 1 ? CORNER : 3 + across + down;
}

/**
 * How many ways across a corner cross there.
 * @param {Point[]} cells
 * @param {Point[]} pairs
 */
function crossings(cells, pairs) {
  const corners = pairs
    .map(([a, b]) => [cells[a], cells[b]])
    .filter(([a, b]) => Math.abs(a[0] - b[0]) === 1 && Math.abs(a[1] - b[1]) === 1)
    .map(([a, b]) => `${a[0] + b[0]},${a[1] + b[1]}`);
  return corners.length - new Set(corners).size;
}

/** @param {Point[]} cells @returns {Point[]} */
function trimmed(cells) {
  const columns = [...new Set(cells.map(([x]) => x))].sort((a, b) => a - b);
  const rows = [...new Set(cells.map(([, y]) => y))].sort((a, b) => a - b);
  return cells.map(([x, y]) => [columns.indexOf(x), rows.indexOf(y)]);
}

/** @param {Board} board @param {Size} room @param {Point[]} cells @param {Point[]} pairs */
function measure(board, room, cells, pairs) {
  const far = pairs.filter(([a, b]) => wayCost(cells[a], cells[b]) > CORNER);
  const edge = far.length ? 16 : 4; // ways around the outside want room
  const columns = 1 + Math.max(...cells.map(([x]) => x));
  const rows = 1 + Math.max(...cells.map(([, y]) => y));
  const free = (room.wide - 2 * edge - (columns - 1) * GAP) / columns;
  const wide = Math.round(Math.min(BROADEST, Math.max(NARROWEST, free)));
  const fill = board.places.map((_, k) => furnish(board, k, wide, far));
  const least = Array.from({ length: rows }, (_, y) =>
    Math.max(...fill.map((f, k) => (cells[k][1] === y ? f.tall : 0))),
  );
  const spare = room.tall - 2 * edge - (rows - 1) * GAP - least.reduce((sum, t) => sum + t, 0);
  const air = Number.isFinite(spare) ? Math.min(MOST_AIR, Math.max(0, spare / rows)) : 0;
  const talls = least.map((tall) => tall + air);
  const tops = talls.map((_, y) => edge + talls.slice(0, y).reduce((sum, t) => sum + t + GAP, 0));
  const rooms = cells.map(([x, y], k) => ({
    x: edge + x * (wide + GAP),
    y: tops[y],
    wide,
    tall: talls[y],
    ...fill[k].heads,
  }));
  return {
    wide: 2 * edge + columns * wide + (columns - 1) * GAP,
    tall: (tops.at(-1) ?? 0) + (talls.at(-1) ?? 0) + edge,
    rooms,
    slots: new Map(rooms.flatMap((r, k) => seat(r, fill[k]))),
    doors: pairs.filter((p) => !far.includes(p)).map(([a, b]) => door(rooms[a], rooms[b])),
    far: far.map(([a, b], n) => around(rooms[a], rooms[b], ((n % 5) - 2) * 4)),
  };
}

/**
 * What stands in a room, and how tall that makes it.
 * @param {Board} board
 * @param {number} k
 * @param {number} wide
 * @param {Point[]} far
 */
function furnish(board, k, wide, far) {
  const { label, note } = board.places[k];
  const things = board.things.filter((t) => t.x === k).map((t) => plain(t.label));
  const letters = Math.floor((SLOT + 2) / SMALL_LETTER);
  const most = Math.max(1, Math.floor((wide - 2 * PAD) / SLOT));
  const here = board.tokens.filter((t) => t.x === k);
  const rows = inRows(here, most);
  const lines = Math.min(2, Math.max(1, ...here.map((t) => wrap(t.name, letters).length)));
  const names = wrap(plain(label), Math.floor((wide - 64) / LETTER)); // beside it a number may stand
  const also = far.filter((p) => p.includes(k)).map(([a, b]) => plain(board.places[a === k ? b : a].label));
  const said = [note, ...things, also.length > 0 && `also to ${also.join(", ")}`].filter(Boolean).join("; ");
  const notes = wrap(said, Math.floor((wide - 24) / SMALL_LETTER));
  const head = 12 + LINE * (names.length + notes.length);
  const slot = TALL + 12 * (lines - 1);
  const foot = figuresIn(board, k).length ? FIGURES : 0;
  return {
    rows,
    most,
    letters,
    lines,
    slot,
    head,
    foot,
    tall: Math.max(head + rows.length * slot + PAD + foot, 64),
    heads: { names, notes },
  };
}

/**
 * Those who are close first and in one row if one holds them, then those alone, then those out.
 * @param {Token[]} tokens
 * @param {number} most
 * @returns {Token[][]}
 */
function inRows(tokens, most) {
  const order = (/** @type {Token} */ { is_out: isOut, knot }) => (isOut ? 2e6 : knot < 0 ? 1e6 : knot);
  /** @type {Token[][]} */
  const rows = [];
  let before = /** @type {Token | null} */ (null);
  for (const token of [...tokens].sort((a, b) => order(a) - order(b) || a.who - b.who)) {
    const isOne = before !== null && isClose(before, token);
    const group = isOne ? 1 : tokens.filter((t) => t === token || isClose(t, token)).length;
    const left = most - (rows.at(-1)?.length ?? most);
    if (left < Math.min(group, most)) rows.push([]);
    rows.at(-1)?.push(token);
    before = token;
  }
  return rows;
}

/** @param {Token} a @param {Token} b */
const isClose = (a, b) => !a.is_out && !b.is_out && a.knot >= 0 && a.knot === b.knot;

/**
 * A knot that goes on in the next row turns back there: its next one is always beside or below.
 * @param {RoomBox} room
 * @param {ReturnType<typeof furnish>} given
 * @returns {[number, Slot][]}
 */
function seat(room, { rows, most, letters, lines, slot, head, foot }) {
  const top = room.y + head + (room.tall - head - PAD - foot - rows.length * slot) / 2;
  let isBack = false;
  return rows.flatMap((row, r) => {
    const last = r > 0 ? rows[r - 1].at(-1) : undefined;
    const goesOn = last !== undefined && isClose(last, row[0]);
    isBack = goesOn && !isBack;
    const long = goesOn ? most : row.length;
    return row.map((token, n) => {
      const column = isBack ? long - 1 - n : n;
      const x = room.x + room.wide / 2 + (column + 0.5 - long / 2) * SLOT;
      const at = { letters, lines, column, row: r, x, y: top + r * slot + 38 };
      return /** @type {[number, any]} */ ([token.who, at]);
    });
  });
}

/** @param {RoomBox} r @returns {Point} */
const middle = (r) => [r.x + r.wide / 2, r.y + r.tall / 2];

/**
 * A way to the room beside, above or below, or across a corner.
 * @param {RoomBox} a
 * @param {RoomBox} b
 */
function door(a, b) {
  const [[ax, ay], [bx, by]] = [middle(a), middle(b)];
  if (a.x === b.x || a.y === b.y) return `M${ax} ${ay}L${bx} ${by}`;
  const corner = (/** @type {RoomBox} */ r, /** @type {number} */ x, /** @type {number} */ y) =>
    `${x > 0 ? r.x + r.wide - 5 : r.x + 5} ${y > 0 ? r.y + r.tall - 5 : r.y + 5}`;
  return `M${corner(a, bx - ax, by - ay)}L${corner(b, ax - bx, ay - by)}`;
}

/**
 * A way to a room further off, in the gaps; ways that share one run side by side.
 * @param {RoomBox} a
 * @param {RoomBox} b
 * @param {number} shift
 */
function around(a, b, shift) {
  const [[ax, ay], [bx, by]] = [middle(a), middle(b)];
  const [dx, dy] = [Math.sign(bx - ax), Math.sign(by - ay)];
  const below = (/** @type {RoomBox} */ r, /** @type {number} */ y) =>
    (y < 0 ? r.y - GAP / 2 : r.y + r.tall + GAP / 2) + shift;
  const beside = (/** @type {RoomBox} */ r, /** @type {number} */ x) =>
    (x < 0 ? r.x - GAP / 2 : r.x + r.wide + GAP / 2) + shift;
  const quarter = (/** @type {RoomBox} */ r, /** @type {number} */ x) =>
    r.x + r.wide / 2 + (x * r.wide) / 4 + shift;
  if (!dy) return `M${quarter(a, dx)} ${ay}V${below(a, 1)}H${quarter(b, -dx)}V${by}`;
  if (!dx) return `M${ax} ${a.y + 30 + shift}H${beside(a, 1)}V${b.y + 30 + shift}H${bx}`;
  return `M${quarter(a, dx)} ${ay}V${below(a, dy)}H${beside(b, -dx)}V${by + shift}H${bx}`;
}
