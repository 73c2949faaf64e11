/** Odds as they come: asked for two at a time, remembered until the fight moves on. */

import { plain } from "./dom.js";

const AT_ONCE = 2;

/**
 * @typedef {{text: string, p: string, percent: number, tells: boolean}} Outcome
 * @typedef {{name: string, who: string, p: string, percent: number, tells: boolean}} Head
 * @typedef {{heads: Head[], outcomes: Outcome[], stages: any[], assumed: Record<string, string>,
 *            expected: Record<string, any>, changed: Record<string, {percent: number}>,
 *            tooMany: boolean, error: string}} Odds
 */

/** What the server says, with every part there. @returns {Odds} */
function read(body) {
  return {
    heads: body.heads ?? [],
    outcomes: (body.outcomes ?? []).map((o) => ({
      text: plain(o.outcome ?? o.text),
      p: o.p,
      percent: o.percent ?? 100 * toNumber(o.p),
      tells: Boolean(o.tells),
    })),
    stages: body.how ?? body.stages ?? [],
    assumed: body.assumed ?? {},
    expected: body.expected ?? {},
    changed: body.changed ?? {},
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
  /** @param {import("./net.js").Net} net @param {(key: string) => void} onNews */
  constructor(net, onNews) {
    this.net = net;
    this.onNews = onNews;
    this.gone = new AbortController();
    this.forget();
  }

  /** The fight has moved on: what was asked of the moment before is not waited for. */
  forget() {
    this.gone.abort();
    this.gone = new AbortController();
    /** @type {Map<string, Odds | null>} null while it is on its way */
    this.known = new Map();
    /** @type {{full: string, run: () => Promise<void>}[]} */
    this.waiting = [];
    this.running = 0;
  }

  /**
   * What is known of an offer now; asks for it where nothing is.
   * @param {boolean} isUrgent  somebody is looking at it: before all others that wait
   * @returns {Odds | null}
   */
  of(offer, chosen = {}, isUrgent = false) {
    const full = `${keyOf(offer)}|${JSON.stringify(chosen)}`;
    if (!this.known.has(full)) {
      this.known.set(full, null);
      this.waiting.push({ full, run: () => this.#fetch(full, offer, chosen) });
      queueMicrotask(() => this.#next());
    }
    const at = isUrgent ? this.waiting.findIndex((one) => one.full === full) : -1;
    if (at > 0) this.waiting.unshift(...this.waiting.splice(at, 1));
    return this.known.get(full) ?? null;
  }

  #next() {
    while (this.running < AT_ONCE && this.waiting.length) this.waiting.shift()?.run();
  }

  async #fetch(full, offer, chosen) {
    const gone = this.gone.signal;
    this.running += 1;
    let odds;
    try {
      odds = read(await this.net.odds(offer, chosen, gone));
    } catch {
      odds = read({ error: "The odds could not be fetched." });
    }
    if (gone.aborted) return; // the count was started anew, too
    this.running -= 1;
    this.known.set(full, odds);
    this.onNews(keyOf(offer));
    this.#next();
  }
}
