/** Odds as they come: a list asked for at once while it can be seen, kept until the fight moves on. */

import { keyOf, none, read } from "./odds.js";

/**
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Known} Known
 */

/** @typedef {{full: string, offer: Offer, chosen: Chosen, isUrgent?: boolean}} Asked */

/**
 * What one request asks for: who has not come yet, who of them was urgent, and how to call it off.
 * @typedef {{waiting: Map<string, Asked>, urgent: Set<string>, gone: AbortController}} List
 */

/** @param {Offer} offer @param {Chosen} chosen */
const fullKey = (offer, chosen) => `${keyOf(offer)}|${JSON.stringify(chosen)}`;

export class OddsBook {
  /**
   * @param {import("./net.js").Net} net
   * @param {(key: string) => void} onNews
   * @param {() => {opened: string[], others: string[]}} seen  what can be seen, in order
   */
  constructor(net, onNews, seen) {
    this.net = net;
    this.onNews = onNews;
    this.seen = seen;
    this.isReviewing = false;
    /** @type {Set<List>} what is on its way */
    this.lists = new Set();
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
    this.#leave([...this.lists]);
    this.known = new Map();
    this.asked = new Map();
  }

  /** Odds have become quicker: what is not there yet is asked for anew. */
  hurry() {
    this.#leave([...this.lists]);
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

  /**
   * Ask for what is seen and not on its way yet. A list of which nothing is seen any more is called
   * off; so is one of which some is not, once what is still seen of it is asked for with the rest.
   */
  #ask() {
    const wanted = this.#wanted();
    const isSeen = (/** @type {string} */ full) => wanted.has(full);
    this.#leave([...this.lists].filter(({ waiting }) => waiting.size && ![...waiting.keys()].some(isSeen)));
    const old = [...this.lists].filter(({ waiting }) => ![...waiting.keys()].every(isSeen));
    const isComing = (/** @type {Asked} */ { full, isUrgent }) =>
      [...this.lists].some((one) => !old.includes(one) && (isUrgent ? one.urgent : one.waiting).has(full));
    const missing = [...wanted.values()].filter((one) => !isComing(one));
    if (missing.length) this.#fetch(missing, old);
  }

  /** What can be seen and is not known, what matters most first. */
  #wanted() {
    const { opened, others } = this.seen();
    /** @type {Map<string, Asked>} */
    const wanted = new Map();
    for (const key of [...opened, ...others]) {
      const one = this.asked.get(key);
      if (!one || this.known.has(one.full) || wanted.has(one.full)) continue;
      wanted.set(one.full, { ...one, isUrgent: opened.includes(key) });
    }
    return wanted;
  }

  /** @param {List[]} lists */
  #leave(lists) {
    for (const list of lists) {
      list.gone.abort();
      this.lists.delete(list);
    }
  }

  /**
   * The old lists are called off once the new one is heard: what is half worked out is not begun anew.
   * @param {Asked[]} asked
   * @param {List[]} old
   */
  async #fetch(asked, old) {
    const gone = new AbortController();
    const waiting = new Map(asked.map((one) => [one.full, one]));
    const urgent = new Set(asked.filter((one) => one.isUrgent).map((one) => one.full));
    this.lists.add({ waiting, urgent, gone });
    try {
      const lines = await this.net.odds(asked, gone.signal);
      this.#leave(old);
      for await (const { k, odds, error } of lines) {
        if (gone.signal.aborted) return;
        this.#take(asked[k], odds ? read(odds) : none(false, error));
      }
    } catch {
      // cut, or called off: said below, or nobody waits
    }
    if (gone.signal.aborted) return;
    this.#leave([...old, ...[...this.lists].filter((one) => one.gone === gone)]);
    for (const one of waiting.values()) this.#take(one, none(false, "The odds could not be fetched."));
    this.review();
  }

  /** @param {Asked} asked @param {Known} odds */
  #take({ full, offer }, odds) {
    for (const { waiting } of this.lists) waiting.delete(full);
    this.known.set(full, odds);
    queueMicrotask(() => this.onNews(keyOf(offer))); // a drawing that fails is no line that was cut
  }
}
