/** Which offers stand as rows, which as small buttons, and what belongs together. */

import { pointOf } from "./compass.js";
import { plain } from "./dom.js";
import { isWalk, zoneLeft } from "./reach.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Shown} Shown
 */

const FEW = 7;
const FEW_ON_A_PHONE = 4;

/**
 * @typedef {{kind: "plan", offer: Offer} | {kind: "group", name: string, title: string, offers: Offer[]}} Row
 * @typedef {{rows: Row[], roses: {title: string, offers: Offer[]}[], small: Offer[]}} Arranged
 */

/**
 * Whether anything is asked at all.
 * @param {Shown} view
 * @returns {view is AskedView}
 */
export const isAsked = (view) => view.pending !== null;

/** @param {AskedView} view @returns {Arranged} */
export function arrange(view) {
  const { offers } = view.pending;
  const isStep = (/** @type {Offer} */ offer) => view.board?.unit !== "zone" && pointOf(offer) >= 0; // a place may be called north
  const steps = offers.filter(isStep);
  const rest = offers.filter((o) => !isStep(o));
  const isFew = rest.length <= FEW && steps.length < 2;
  /** @type {Arranged} */
  const out = { rows: [], roses: [], small: [] };
  for (const [name, group] of byName(rest)) {
    const aimed = isAimed(group[0]);
    const isAll = group.length === rest.length; // one heading over everything says nothing
    if (aimed && group.length > 1 && !(isAll && isFew))
      out.rows.push({ kind: "group", name, title: titleOf(group[0]), offers: foesFirst(group, view) });
    else if (aimed || isFew || isWalk(group[0]) || zoneLeft(group[0]))
      out.rows.push(...group.map((offer) => ({ kind: /** @type {const} */ ("plan"), offer })));
    else out.small.push(...group);
  }
  if (steps.length === 1) out.small.unshift(...steps);
  else if (steps.length) out.roses.push({ title: firstWord(steps[0]), offers: steps });
  return out;
}

/** @param {Offer} offer */
const isAimed = ({ target, target_who: who }) => (target ?? who ?? null) !== null;

/**
 * Most of what is aimed is aimed at the other side.
 * @param {Offer[]} group
 * @param {AskedView} view
 */
function foesFirst(group, view) {
  const side = (/** @type {number} */ who) => view.creatures.find((c) => c.who === who)?.side;
  const own = side(view.pending.who);
  const isFriend = (/** @type {Offer} */ { target_who: who }) => Number(who !== null && side(who) === own);
  return [...group].sort((a, b) => isFriend(a) - isFriend(b));
}

/** @param {Offer[]} offers */
function byName(offers) {
  /** @type {Map<string, Offer[]>} */
  const groups = new Map();
  for (const offer of offers) groups.set(offer.name, [...(groups.get(offer.name) ?? []), offer]);
  return groups;
}

/**
 * "Attack Skeleton 1 ..." without its target: "Attack …".
 * @param {Offer} offer
 */
const titleOf = (offer) =>
  offer.target ? plain(offer.label).replace(plain(offer.target), "…").replace("…\u00a0…", "…") : offer.label;

/**
 * "Move north" is a way to "Move"; a bare "North" is only a way.
 * @param {Offer} offer
 */
const firstWord = (offer) => (offer.label.includes(" ") ? offer.label.split(" ")[0] : "Which way");

/**
 * Groups are open while everything fits; else only the first one, where that does.
 * @param {Arranged} arranged
 * @param {Row} row
 * @param {boolean | undefined} wanted
 * @param {boolean} isNarrow
 */
export function isOpen(arranged, row, wanted, isNarrow) {
  if (wanted !== undefined) return wanted;
  const few = isNarrow ? FEW_ON_A_PHONE : FEW;
  const tall = (/** @type {Row} */ r) => (r.kind === "group" ? r.offers.length + 1 : 1);
  const all = arranged.rows.reduce((n, r) => n + tall(r), 0);
  return all <= few || (arranged.rows[0] === row && (!isNarrow || tall(row) <= few));
}
