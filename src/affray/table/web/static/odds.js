/** Odds as they come: asked for a few at a time while they can be seen, kept until the fight moves on. */

import { plain } from "./dom.js";

/**
 * @typedef {import("./protocol").Head} Head
 * @typedef {import("./protocol").Odds} Odds
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").TooMany} TooMany
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Known} Known
 * @typedef {import("./page").Named} Named
 * @typedef {import("./page").Slice} Slice
 */

/** @typedef {{full: string, offer: Offer, chosen: Chosen}} Asked */

const AT_ONCE = 3; // and one more for what is looked at

/**
 * Odds there are none of.
 * @param {boolean} [tooMany]
 * @param {string} [error]
 * @returns {Known}
 */
const none = (tooMany = false, error = "") => ({
  heads: [],
  outcomes: [],
  stages: [],
  assumed: {},
  expected: {},
  changed: {},
  sampled: null,
  tooMany,
  error,
});

/**
 * What the server says, with every part there.
 * @param {Odds | TooMany | {error: string}} body
 * @returns {Known}
 */
export function read(body) {
  if ("error" in body) return none(false, body.error);
  if ("too_many" in body) return none(true);
  const { heads, outcomes, how: stages, assumed, expected, changed, sampled = null } = body;
  const exactly = (/** @type {string} */ p) => (sampled ? "" : p); // a fraction would say more than is known
  return {
    ...none(),
    heads: heads.map((head) => ({ ...head, p: exactly(head.p) })),
    outcomes: outcomes.map((o) => ({
      text: plain(o.outcome),
      upshot: plain(o.headlines.at(-1) ?? o.outcome),
      p: exactly(o.p),
      percent: o.percent,
      tells: o.tells,
    })),
    stages,
    assumed,
    expected,
    changed,
    sampled,
  };
}

/**
 * "3/4" as a number.
 * @param {string} fraction
 */
export function toNumber(fraction) {
  const [n, d] = String(fraction).split("/").map(Number);
  return n / (d || 1);
}

/**
 * A share as people say it; what is not certain never reads 0 or 100.
 * @param {number} value
 */
export function percent(value) {
  if (value > 0 && value < 0.1) return "< 0.1 %";
  if (value > 99.9 && value < 100) return "> 99.9 %";
  if ((value > 0 && value < 1) || (value > 99 && value < 100)) return `${value.toFixed(1)} %`;
  return `${Math.round(value)} %`;
}

/**
 * A number as these odds know it: exactly, or about.
 * @param {Known} odds
 * @param {string} number
 */
export const about = (odds, number) => (odds.sampled ? `about ${number}` : number);

/**
 * How far off numbers may be that were sampled; nothing where they are exact.
 * @param {Known} odds
 */
export function howSure({ sampled }) {
  if (!sampled) return "";
  const points = Math.ceil(1000 * sampled.within - 1e-6) / 10; // rather too far than too near
  return `sampled: 95 % within ${points} point${points === 1 ? "" : "s"}`;
}

/**
 * Outcomes that come to the same by the last thing they tell, most likely first: "hit, pierced,
 * Grim down" comes to "Grim down". What leaves no mark on the target comes last,
 * however likely: a number is read as the chance that the plan comes off.
 * @param {Known} odds
 */
export function upshots(odds) {
  /** @type {Map<string, {percent: number, telling: number}>} */
  const sums = new Map();
  for (const o of odds.outcomes) {
    const sum = sums.get(o.upshot) ?? { percent: 0, telling: 0 };
    const telling = sum.telling + (o.tells ? o.percent : 0);
    sums.set(o.upshot, { percent: sum.percent + o.percent, telling });
  }
  return [...sums]
    .map(([text, sum]) => ({ text, percent: sum.percent, tells: 2 * sum.telling >= sum.percent }))
    .sort(wantedFirst);
}

/**
 * The head that stands for the plan: the chance that it does what it is for, never that it fails.
 * @param {Known} odds
 */
export const foremost = (odds) => odds.heads.find((head) => head.tells) ?? null;

/**
 * "wounded" of the one it is aimed at, "Snick wounded" of anybody else.
 * @param {Head} head
 * @param {Named} offer
 */
export const headText = (head, offer) => (head.who === offer.target ? head.name : `${head.who} ${head.name}`);

/** @param {Slice} a @param {Slice} b */
export const wantedFirst = (a, b) => Number(b.tells) - Number(a.tells) || b.percent - a.percent;

/** @param {Named} offer */
export const keyOf = (offer) => `${offer.name}|${offer.target ?? ""}`;

/**
 * An answer that is no plan has no row, but odds all the same.
 * @param {string} name
 * @param {string} warn
 * @returns {Offer}
 */
export const answerAs = (name, warn = "") => ({
  name,
  label: name,
  note: "",
  target: null,
  target_who: null,
  answers_left: [],
  reach: null,
  tiles: null,
  warn,
});

/** @param {Offer} offer @param {Chosen} chosen */
const fullKey = (offer, chosen) => `${keyOf(offer)}|${JSON.stringify(chosen)}`;

export class OddsBook {
  /**
   * @param {import("./net.js").Net} net
   * @param {(key: string) => void} onNews
   * @param {(hasSome: boolean) => {opened: string[], others: string[]}} seen  what can be seen, in order
   */
  constructor(net, onNews, seen) {
    this.net = net;
    this.onNews = onNews;
    this.seen = seen;
    this.isReviewing = false;
    /**
     * What is on its way, and how to call it off.
     * @type {Map<string, AbortController>}
     */
    this.flying = new Map();
    /** @type {Map<string, Known>} */
    this.known = new Map();
    /**
     * What every plan was last asked about with.
     * @type {Map<string, Asked>}
     */
    this.asked = new Map();
  }

  /** The fight has moved on: what was asked of the moment before is not waited for. */
  forget() {
    this.#leave([...this.flying.keys()]);
    this.known = new Map();
    this.asked = new Map();
  }

  /** Odds have become quicker: what is not there yet is asked for anew. */
  hurry() {
    this.#leave([...this.flying.keys()]);
    for (const [full, odds] of this.known) if (odds.tooMany) this.known.delete(full);
    this.review();
  }

  /**
   * What is known of an offer now; where nothing is, it is asked for while it can be seen.
   * @param {Offer} offer
   * @param {Chosen} [chosen]
   * @returns {Known | null}
   */
  of(offer, chosen = {}) {
    const full = fullKey(offer, chosen);
    this.asked.set(keyOf(offer), { full, offer, chosen });
    this.review();
    return this.known.get(full) ?? null;
  }

  /**
   * Odds that were not worked out in time are asked for anew by whoever wants to know.
   * @param {Offer} offer
   * @param {Chosen} chosen
   */
  again(offer, chosen) {
    const full = fullKey(offer, chosen);
    if (this.known.get(full)?.tooMany) this.known.delete(full);
  }

  /** Whatever is being drawn: when it is, see what is wanted. */
  review() {
    if (this.isReviewing) return;
    this.isReviewing = true;
    queueMicrotask(() => {
      this.isReviewing = false;
      this.#ask();
    });
  }

  /** Call off what cannot be seen any more, and ask for what comes next. */
  #ask() {
    const { opened, others } = this.seen(this.known.size > 0);
    const known = (/** @type {string[]} */ keys) =>
      keys.map((key) => this.asked.get(key)).flatMap((one) => (one ? [one] : []));
    const [first, rest] = [known(opened), known(others)];
    const wanted = new Set([...first, ...rest].map((one) => one.full));
    this.#leave([...this.flying.keys()].filter((full) => !wanted.has(full)));
    for (const one of first) this.#fetchIf(this.flying.size <= AT_ONCE, one, true);
    for (const one of rest) this.#fetchIf(this.flying.size < AT_ONCE, one, false);
  }

  /** @param {string[]} fulls */
  #leave(fulls) {
    for (const full of fulls) {
      this.flying.get(full)?.abort();
      this.flying.delete(full);
    }
  }

  /** @param {boolean} hasRoom @param {Asked} asked @param {boolean} isUrgent */
  #fetchIf(hasRoom, asked, isUrgent) {
    const isThere = this.known.has(asked.full) || this.flying.has(asked.full);
    if (hasRoom && !isThere) this.#fetch(asked, isUrgent);
  }

  /** @param {Asked} asked @param {boolean} isUrgent */
  async #fetch({ full, offer, chosen }, isUrgent) {
    const gone = new AbortController();
    this.flying.set(full, gone);
    let odds;
    try {
      odds = read(await this.net.odds(offer, chosen, isUrgent, gone.signal));
    } catch {
      odds = none(false, "The odds could not be fetched.");
    }
    if (gone.signal.aborted) return;
    this.flying.delete(full);
    this.known.set(full, odds);
    this.onNews(keyOf(offer));
    this.review();
  }
}
