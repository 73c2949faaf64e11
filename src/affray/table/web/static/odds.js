/** Odds as they come: asked for a few at a time while they can be seen, kept until the fight moves on. */

import { plain } from "./dom.js";

const AT_ONCE = 3; // and one more for what is looked at

/**
 * @typedef {{text: string, p: string, percent: number, tells: boolean}} Outcome
 * @typedef {{name: string, who: string, p: string, percent: number, tells: boolean}} Head
 * @typedef {{heads: Head[], outcomes: Outcome[], stages: any[], assumed: Record<string, string>,
 *            expected: Record<string, any>, changed: Record<string, {percent: number}>,
 *            sampled: {lines: number, within: number} | null, tooMany: boolean, error: string}} Odds
 * @typedef {{full: string, offer: any, chosen: Record<string, string>}} Asked
 */

/** What the server says, with every part there. @returns {Odds} */
function read(body) {
  const exactly = (o) => (body.sampled ? "" : o.p); // a fraction would say more than is known
  return {
    heads: (body.heads ?? []).map((head) => ({ ...head, p: exactly(head) })),
    outcomes: (body.outcomes ?? []).map((o) => ({
      text: plain(o.outcome ?? o.text),
      p: exactly(o),
      percent: o.percent ?? 100 * toNumber(o.p),
      tells: Boolean(o.tells),
    })),
    stages: body.how ?? body.stages ?? [],
    assumed: body.assumed ?? {},
    expected: body.expected ?? {},
    changed: body.changed ?? {},
    sampled: body.sampled ?? null,
    tooMany: Boolean(body.too_many),
    error: body.error ?? "",
  };
}

/** "3/4" as a number. */
export function toNumber(fraction) {
  const [n, d] = String(fraction).split("/").map(Number);
  return n / (d || 1);
}

/** A share as people say it; what is not certain never reads 0 or 100. */
export function percent(value) {
  if (value > 0 && value < 0.1) return "< 0.1 %";
  if (value > 99.9 && value < 100) return "> 99.9 %";
  if ((value > 0 && value < 1) || (value > 99 && value < 100)) return `${value.toFixed(1)} %`;
  return `${Math.round(value)} %`;
}

/** A number as these odds know it: exactly, or about. @param {Odds} odds @param {string} number */
export const about = (odds, number) => (odds.sampled ? `about ${number}` : number);

/** How far off numbers may be that were sampled; nothing where they are exact. @param {Odds} odds */
export function howSure({ sampled }) {
  if (!sampled) return "";
  const points = Math.ceil(1000 * sampled.within - 1e-6) / 10; // rather too far than too near
  return `sampled: 95 % within ${points} point${points === 1 ? "" : "s"}`;
}

/** The last thing an outcome tells is what it comes to: "hit, pierced, Grim down" is "Grim down". */
const upshot = (text) => text.split(", ").at(-1);

/**
 * Outcomes that come to the same, most likely first; what leaves no mark on the target comes last,
 * however likely: a number is read as the chance that the plan comes off.
 * @param {Odds} odds
 */
export function upshots(odds) {
  const sums = new Map();
  for (const o of odds.outcomes) {
    const text = upshot(o.text);
    const sum = sums.get(text) ?? { percent: 0, telling: 0 };
    const telling = sum.telling + (o.tells ? o.percent : 0);
    sums.set(text, { percent: sum.percent + o.percent, telling });
  }
  return [...sums]
    .map(([text, { percent, telling }]) => ({ text, percent, tells: 2 * telling >= percent }))
    .sort(wantedFirst);
}

/** The head that stands for the plan: the chance that it does what it is for, never that it fails. */
export const foremost = (odds) => odds.heads.find((head) => head.tells) ?? null;

/** "wounded" of the one it is aimed at, "Snick wounded" of anybody else. */
export const headText = (head, offer) => (head.who === offer.target ? head.name : `${head.who} ${head.name}`);

export const wantedFirst = (a, b) => Number(b.tells) - Number(a.tells) || b.percent - a.percent;

export const keyOf = (offer) => `${offer.name}|${offer.target ?? ""}`;

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
    /** What is on its way, and how to call it off. @type {Map<string, AbortController>} */
    this.flying = new Map();
    this.forget();
  }

  /** The fight has moved on: what was asked of the moment before is not waited for. */
  forget() {
    this.#leave([...this.flying.keys()]);
    /** @type {Map<string, Odds>} */
    this.known = new Map();
    /** What every plan was last asked about with. @type {Map<string, Asked>} */
    this.asked = new Map();
  }

  /** Odds have become quicker: what is not there yet is asked for anew. */
  hurry() {
    this.#leave([...this.flying.keys()]);
    for (const [full, odds] of this.known) if (odds.tooMany) this.known.delete(full);
    this.review();
  }

  /** What is known of an offer now; where nothing is, it is asked for while it can be seen. @returns {Odds | null} */
  of(offer, chosen = {}) {
    const full = `${keyOf(offer)}|${JSON.stringify(chosen)}`;
    this.asked.set(keyOf(offer), { full, offer, chosen });
    this.review();
    return this.known.get(full) ?? null;
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
    const known = (keys) => keys.map((key) => this.asked.get(key)).filter((one) => one !== undefined);
    const [first, rest] = [known(opened), known(others)];
    const wanted = new Set([...first, ...rest].map((one) => one.full));
    this.#leave([...this.flying.keys()].filter((full) => !wanted.has(full)));
    for (const one of first) this.#fetchIf(this.flying.size <= AT_ONCE, one, true);
    for (const one of rest) this.#fetchIf(this.flying.size < AT_ONCE, one, false);
  }

  #leave(fulls) {
    for (const full of fulls) {
      this.flying.get(full)?.abort();
      this.flying.delete(full);
    }
  }

  #fetchIf(hasRoom, asked, isUrgent) {
    const isThere = this.known.has(asked.full) || this.flying.has(asked.full);
    if (hasRoom && !isThere) this.#fetch(asked, isUrgent);
  }

  /** @param {Asked} asked */
  async #fetch({ full, offer, chosen }, isUrgent) {
    const gone = new AbortController();
    this.flying.set(full, gone);
    let odds;
    try {
      odds = read(await this.net.odds(offer, chosen, isUrgent, gone.signal));
    } catch {
      odds = read({ error: "The odds could not be fetched." });
    }
    if (gone.signal.aborted) return;
    this.flying.delete(full);
    this.known.set(full, odds);
    this.onNews(keyOf(offer));
    this.review();
  }
}
