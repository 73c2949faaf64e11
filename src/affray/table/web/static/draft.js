/** What can be done to a draft: every function gives a new one, and what it says is a file's. */

import { USUAL } from "./scenery.js";

/**
 * @typedef {import("./protocol").GroundKind} GroundKind
 * @typedef {import("./protocol").BuildingParts} BuildingParts
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Draft} Draft
 * @typedef {import("./page").DraftArea} DraftArea
 * @typedef {import("./page").DraftCreature} DraftCreature
 */

export const OPEN = ".";

/**
 * Without what says nothing: a file has no empty tables.
 * @template {Record<string, any>} T
 * @param {T} table
 * @returns {T}
 */
const lean = (table) =>
  /** @type {T} */ (
    Object.fromEntries(
      Object.entries(table).filter(([, value]) => {
        if (value === undefined) return false;
        return typeof value !== "object" || value === null || Object.keys(value).length > 0;
      }),
    )
  );

/**
 * The draft with one of its tables changed; creatures stay last, as files have them.
 * @param {Draft} draft
 * @param {Partial<Draft>} more
 * @returns {Draft}
 */
export function having(draft, more) {
  const { creature, ...rest } = { ...draft, ...more };
  return { ...lean(rest), creature };
}

// Where

/** @param {Draft} draft @param {BuildingParts} parts @returns {Point} */
export function sizeOf(draft, parts) {
  const rows = draft.map?.rows;
  if (rows) return [rows[0].length, rows.length];
  return draft.map?.size ?? parts.map?.usual ?? parts.extent;
}

/** @param {string[]} rows @param {Point} size @param {string} [fill] */
const fitted = (rows, [wide, tall], fill = OPEN) =>
  Array.from({ length: tall }, (_, y) => (rows[y] ?? "").slice(0, wide).padEnd(wide, fill));

/**
 * A map of another size; what lies beyond its edges goes, and who stands there is moved in.
 * @param {Draft} draft
 * @param {BuildingParts} parts
 * @param {Point} size
 */
export function withSize(draft, parts, size) {
  const isDrawn = parts.ground.some(({ how }) => how === "sign");
  const { rows, size: _, ...others } = draft.map ?? {};
  /** @type {NonNullable<Draft["map"]>} */
  const map = isDrawn ? { rows: fitted(rows ?? [], size), ...others } : { size, ...others };
  for (const { how, key } of parts.ground)
    if (how === "tiles" && map[key]) map[key] = map[key].filter(isWithin(size));
  const ground = draft.ground && { ...draft.ground };
  if (ground?.rows) ground.rows = fitted(ground.rows, size);
  const creature = draft.creature.map((one) => ({ ...one, at: inside(one.at, size) }));
  return having(draft, { map: lean(map), ground, creature });
}

/** @param {Point} size */
const isWithin =
  ([wide, tall]) =>
  (/** @type {Point} */ [x, y]) =>
    x < wide && y < tall;

/** @param {any} at @param {Point} size */
const inside = (at, [wide, tall]) =>
  Array.isArray(at) ? [Math.min(at[0], wide - 1), Math.min(at[1], tall - 1), ...at.slice(2)] : at;

/**
 * One sign in rows of them.
 * @param {string[]} rows
 * @param {Point} tile
 * @param {string} sign
 */
const signed = (rows, [x, y], sign) =>
  rows.map((row, k) => (k === y ? row.slice(0, x) + sign + row.slice(x + 1) : row));

/**
 * A tile of this ground; where a game has it in its map it stands there, else in the picture.
 * @param {Draft} draft
 * @param {BuildingParts} parts
 * @param {GroundKind} kind
 * @param {Point} tile
 * @returns {Draft}
 */
export function painted(draft, parts, kind, tile) {
  if (kind.how === "sign") return inMap(draft, parts, tile, kind.key);
  if (kind.how === "tiles") {
    const list = [...beside(draft.map?.[kind.key] ?? [], tile), tile].sort(byPlace);
    return having(draft, { map: { ...draft.map, [kind.key]: list } });
  }
  const empty = fitted([], sizeOf(draft, parts));
  const rows = signed(draft.ground?.rows ?? empty, tile, kind.sign);
  return having(draft, { ground: inOrder({ ...draft.ground, rows }) });
}

/** @param {Draft} draft @param {BuildingParts} parts @param {Point} tile @param {string} sign */
function inMap(draft, parts, tile, sign) {
  const { size, ...map } = draft.map ?? {};
  const rows = map.rows ?? fitted([], size ?? sizeOf(draft, parts));
  return having(draft, { map: { rows: signed(rows, tile, sign), ...without(map, "rows") } });
}

/** @param {Record<string, any>} table @param {string} key */
const without = ({ ...table }, key) => {
  delete table[key];
  return table;
};

/** @param {Point[]} tiles @param {Point} tile */
const beside = (tiles, [x, y]) => tiles.filter((one) => one[0] !== x || one[1] !== y);

/** @param {Point} a @param {Point} b */
const byPlace = (a, b) => a[0] - b[0] || a[1] - b[1];

/** @param {NonNullable<Draft["ground"]>} ground */
const inOrder = ({ base, picture, at, wide, opacity, rows, area }) => lean({ base, picture, at, wide, opacity, rows, area });

/**
 * A picture as the ground, and where it lies; without one, no more.
 * @param {Draft} draft
 * @param {{ picture?: string, at?: Point, wide?: number, opacity?: number }} laid
 */
export const withPicture = (draft, { picture, at, wide, opacity }) =>
  having(draft, { ground: inOrder({ ...draft.ground, picture, at, wide, opacity }) });

/**
 * A tile with nothing on it but the ground that lies everywhere; what lies there as a whole (a
 * shape, a figure in feet) goes whole, the last one first.
 * @param {Draft} draft
 * @param {BuildingParts} parts
 * @param {Point} tile
 */
export function cleared(draft, parts, tile) {
  const bare = onlyTiles(draft, parts, tile);
  if (JSON.stringify(bare) !== JSON.stringify(draft)) return bare;
  const areas = draft.ground?.area ?? [];
  const k = areas.map((area) => lies(area, parts, tile)).lastIndexOf(true);
  const others = areas[k]?.at?.filter((at) => !isOn(at, areas[k].size, parts, tile)) ?? [];
  if (k < 0) return draft;
  if (!others.length) return withoutArea(draft, areas[k]);
  const fewer = areas.map((area, n) => (n === k ? { ...area, at: others } : area));
  return having(draft, { ground: inOrder({ ...draft.ground, area: fewer }) });
}

/** @param {Draft} draft @param {BuildingParts} parts @param {Point} tile */
function onlyTiles(draft, parts, tile) {
  const map = { ...draft.map };
  if (map.rows) map.rows = signed(map.rows, tile, OPEN);
  for (const { how, key } of parts.ground) {
    if (how === "tiles" && map[key]) map[key] = beside(map[key], tile);
    if (how === "boxes" && map[key]) map[key] = map[key].filter((/** @type {DraftArea} */ box) => !covers(box, tile));
  }
  const ground = draft.ground && { ...draft.ground };
  if (ground?.rows) ground.rows = signed(ground.rows, tile, OPEN);
  if (ground?.rows?.every((row) => [...row].every((sign) => sign === OPEN))) delete ground.rows;
  return having(draft, { map: lean(map), ground: ground && inOrder(ground) });
}

/**
 * Whether a figure stands where a finger is.
 * @param {Point} at
 * @param {number | undefined} size
 * @param {BuildingParts} parts
 * @param {Point} tile
 */
function isOn(at, size, parts, tile) {
  const wide = size || USUAL[parts.unit ?? "tile"];
  return Math.max(Math.abs(at[0] - tile[0]), Math.abs(at[1] - tile[1])) <= wide / 2;
}

/** @param {DraftArea} area @param {BuildingParts} parts @param {Point} tile */
function lies({ from, to, path, at, size }, parts, tile) {
  if (at) return at.some((one) => isOn(one, size, parts, tile));
  if (path) return isInside(path, parts.unit === "tile" ? [tile[0] + 0.5, tile[1] + 0.5] : tile);
  return covers({ kind: "", from, to }, tile);
}

/**
 * Whether a line from there to the right leaves the shape once more than it enters it.
 * @param {Point[]} path
 * @param {Point} point
 */
function isInside(path, [x, y]) {
  const crossed = path.filter(([bx, by], k) => {
    const [ax, ay] = path.at(k - 1) ?? [0, 0];
    return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
  });
  return crossed.length % 2 === 1;
}

/** @param {DraftArea} box @param {Point} tile */
function covers({ from = [0, 0], to = [-1, -1] }, tile) {
  const isBetween = (/** @type {0 | 1} */ k) =>
    Math.min(from[k], to[k]) <= tile[k] && tile[k] <= Math.max(from[k], to[k]);
  return isBetween(0) && isBetween(1);
}

/**
 * A box with a height, in the game's own map.
 * @param {Draft} draft
 * @param {GroundKind} kind
 * @param {Point} from
 * @param {Point} to
 * @param {number} height
 */
export const withBox = (draft, kind, from, to, height) =>
  having(draft, { map: { ...draft.map, [kind.key]: [...(draft.map?.[kind.key] ?? []), { from, to, height }] } });

/** @param {Draft} draft @param {string} base */
export const withBase = (draft, base) =>
  having(draft, { ground: inOrder({ ...draft.ground, base: base || undefined }) });

/**
 * An area of ground: a box, a shape, spots on which something stands, or places.
 * @param {Draft} draft
 * @param {DraftArea} area
 */
export const withArea = (draft, area) =>
  having(draft, { ground: inOrder({ ...draft.ground, area: joined(draft.ground?.area ?? [], area) }) });

/**
 * Figures of one kind and size are one area.
 * @param {DraftArea[]} areas
 * @param {DraftArea} area
 */
function joined(areas, area) {
  const isLike = (/** @type {DraftArea} */ one) => one.at && one.kind === area.kind && one.size === area.size;
  const same = area.at && areas.find(isLike);
  if (!same) return [...areas, area];
  const wider = { ...same, at: [...(same.at ?? []), ...(area.at ?? [])] };
  return areas.map((one) => (one === same ? wider : one));
}

/**
 * Without the last area that is just like this one: by then there may be fewer before it.
 * @param {Draft} draft
 * @param {DraftArea} area
 */
export function withoutArea(draft, area) {
  const areas = draft.ground?.area ?? [];
  const k = areas.map((one) => JSON.stringify(one)).lastIndexOf(JSON.stringify(area));
  return having(draft, { ground: inOrder({ ...draft.ground, area: areas.filter((_, n) => n !== k) }) });
}

/** @param {Draft} draft @param {string} name @param {number | undefined} value */
export const withMapNumber = (draft, name, value) =>
  having(draft, { map: lean({ ...draft.map, [name]: value }) });

// Places

/** @param {Draft} draft @param {string} id */
export const withPlace = (draft, id) =>
  having(draft, { zone: [...(draft.zone ?? []), { id }] });

/** @param {Draft} draft @param {string} id */
export const withoutPlace = (draft, id) =>
  having(draft, {
    zone: (draft.zone ?? [])
      .filter((place) => place.id !== id)
      .map((place) => lean({ ...place, links: place.links?.filter((link) => link !== id) })),
  });

/**
 * A way between two places, or none; it is written with the first of them, and goes both ways.
 * @param {Draft} draft
 * @param {string} a
 * @param {string} b
 * @param {boolean} isOpen
 */
export function withWay(draft, a, b, isOpen) {
  const places = draft.zone ?? [];
  const first = places.find(({ id }) => id === a || id === b)?.id;
  const other = first === a ? b : a;
  return having(draft, {
    zone: places.map((place) => {
      const links = (place.links ?? []).filter((link) => !(isPair(place.id, link, a, b)));
      return ordered({ ...place, links: isOpen && place.id === first ? [...links, other] : links });
    }),
  });
}

/** @param {string} one @param {string} other @param {string} a @param {string} b */
const isPair = (one, other, a, b) => (one === a && other === b) || (one === b && other === a);

/** @param {Draft} draft @param {string} id @param {boolean} isExit */
export const withExit = (draft, id, isExit) =>
  having(draft, {
    zone: (draft.zone ?? []).map((place) =>
      place.id === id ? ordered({ ...place, exit: isExit || undefined }) : place,
    ),
  });

/** @param {NonNullable<Draft["zone"]>[number]} place */
const ordered = ({ id, links, exit, ...rest }) => lean({ id, links, exit, ...rest });

/** @param {Draft} draft @param {string} a @param {string} b @param {boolean} isClose */
export function withClose(draft, a, b, isClose) {
  const pairs = (draft.map?.close ?? []).filter((/** @type {string[]} */ pair) => !isPair(pair[0], pair[1], a, b));
  return having(draft, { map: lean({ ...draft.map, close: isClose ? [...pairs, [a, b]] : pairs }) });
}

// Who

/**
 * @param {Draft} draft
 * @param {string} name
 * @param {Partial<DraftCreature>} more
 */
export const withCreature = (draft, name, more) =>
  having(draft, {
    creature: draft.creature.map((one) => (one.name === name ? inLine({ ...one, ...more }) : one)),
    map: more.name && draft.map?.close ? { ...draft.map, close: renamed(draft.map.close, name, more.name) } : draft.map,
  });

/** @param {string[][]} pairs @param {string} from @param {string} to */
const renamed = (pairs, from, to) => pairs.map((pair) => pair.map((one) => (one === from ? to : one)));

/**
 * As files have it.
 * @param {DraftCreature} one
 * @returns {DraftCreature}
 */
const inLine = ({ name, from, emblem, side, at, stays, set }) =>
  lean({ name, from, emblem, side, at, stays: stays || undefined, set });

/** @param {Draft} draft @param {string} name */
export const withoutCreature = (draft, name) =>
  having(draft, {
    creature: draft.creature.filter((one) => one.name !== name),
    map: draft.map?.close
      ? lean({ ...draft.map, close: draft.map.close.filter((/** @type {string[]} */ pair) => !pair.includes(name)) })
      : draft.map,
  });

/**
 * What differs from its content; undefined is as the content has it.
 * @param {Draft} draft
 * @param {string} name
 * @param {Record<string, unknown>} fields
 */
export function withFields(draft, name, fields) {
  const set = setOf(draft, name);
  const kept = Object.entries({ ...set, ...fields }).filter(([, value]) => value !== undefined);
  return withCreature(draft, name, { set: Object.fromEntries(kept) });
}

/** @param {Draft} draft @param {string} name @returns {Record<string, any>} */
const setOf = (draft, name) => draft.creature.find((one) => one.name === name)?.set ?? {};

/**
 * One of several numbers that a field has by their names.
 * @param {Draft} draft
 * @param {string} name
 * @param {string} field
 * @param {string} part
 * @param {unknown} value
 */
export const withPart = (draft, name, field, part, value) =>
  withFields(draft, name, { [field]: { ...setOf(draft, name)[field], [part]: value } });

/** @param {Draft} draft @param {string} name @param {unknown} value */
export const withScene = (draft, name, value) =>
  having(draft, { set: lean({ ...draft.set, [name]: value }) });

/** @param {Draft} draft @param {BuildingParts} parts @param {string} name @param {string} reading */
export function withRuling(draft, parts, name, reading) {
  const usual = parts.rulings.find((ruling) => ruling.name === name)?.default;
  const { [name]: _, ...rest } = draft.rulings ?? {};
  return having(draft, { rulings: reading === usual ? rest : { ...rest, [name]: reading } });
}
