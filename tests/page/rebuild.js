/**
 * Builds encounters anew from what the builder can do, and nothing else: node rebuild.js FILE
 * The file holds, for each, what one begins with, what there is to build with, and what is wanted.
 */

import { readFileSync } from "node:fs";
import process from "node:process";
import {
  having,
  painted,
  sizeOf,
  withArea,
  withBase,
  withBox,
  withClose,
  withCreature,
  withExit,
  withFields,
  withMapNumber,
  withoutCreature,
  withoutPlace,
  withPlace,
  withRuling,
  withScene,
  withSize,
  withWay,
} from "../../src/affray/table/web/static/draft.js";

function ground(draft, parts, { base = "", rows = [], area = [] }) {
  draft = withBase(draft, base);
  rows.forEach((row, y) =>
    [...row].forEach((sign, x) => {
      const kind = parts.ground.find((one) => one.how === "picture" && one.sign === sign);
      if (kind) draft = painted(draft, parts, kind, [x, y]);
    }),
  );
  for (const one of area) draft = one.at ? one.at.reduce((d, at) => withArea(d, { ...one, at: [at] }), draft) : withArea(draft, one);
  return draft;
}

function map(draft, parts, wanted) {
  if (parts.map) draft = withSize(draft, parts, sizeOf({ map: wanted }, parts));
  for (const kind of parts.ground) {
    if (kind.how === "tiles") for (const tile of wanted[kind.key] ?? []) draft = painted(draft, parts, kind, tile);
    if (kind.how === "boxes" && kind.kind === "plateau")
      for (const { from, to, height } of wanted[kind.key] ?? []) draft = withBox(draft, kind, from, to, height);
    if (kind.how === "sign")
      (wanted.rows ?? []).forEach((row, y) =>
        [...row].forEach((sign, x) => {
          if (sign === kind.key) draft = painted(draft, parts, kind, [x, y]);
        }),
      );
  }
  for (const name of Object.keys(parts.map?.numbers ?? {})) draft = withMapNumber(draft, name, wanted[name]);
  return draft;
}

function places(draft, wanted) {
  for (const { id } of wanted) draft = withPlace(draft, id);
  for (const { id, links = [], exit = false } of wanted) {
    for (const link of links) draft = withWay(draft, id, link, true);
    draft = withExit(draft, id, exit);
  }
  return draft;
}

function rebuilt({ blank, parts, wanted }) {
  let draft = having(blank, { title: wanted.title });
  for (const { name } of blank.creature) draft = withoutCreature(draft, name);
  for (const { id } of blank.zone ?? []) draft = withoutPlace(draft, id);
  for (const { name } of parts.scene) draft = withScene(draft, name, wanted.set?.[name]);
  draft = having(draft, { map: undefined, ground: undefined });
  draft = map(draft, parts, wanted.map ?? {});
  draft = places(draft, wanted.zone ?? []);
  draft = ground(draft, parts, wanted.ground ?? {});
  for (const [name, reading] of Object.entries(wanted.rulings ?? {})) draft = withRuling(draft, parts, name, reading);
  for (const { set = {}, ...one } of wanted.creature) {
    draft = having(draft, { creature: [...(draft.creature ?? []), { name: one.name, from: one.from, side: one.side }] });
    draft = withFields(withCreature(draft, one.name, one), one.name, set);
  }
  for (const [a, b] of wanted.map?.close ?? []) draft = withClose(draft, a, b, true);
  return draft;
}

const given = JSON.parse(readFileSync(process.argv[2], "utf-8"));
process.stdout.write(JSON.stringify(Object.fromEntries(Object.entries(given).map(([name, one]) => [name, rebuilt(one)]))));
