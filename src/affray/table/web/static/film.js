/** A fight as its moments: fetched by blocks, or all there in the page itself. */

/**
 * @typedef {import("./protocol").Line} Line
 * @typedef {import("./protocol").Moments} Moments
 * @typedef {import("./protocol").Staged} Staged
 */

/**
 * What was, with what has changed: a list holds a new value, an object what has changed inside.
 * @param {any} before
 * @param {any} change
 * @returns {any}
 */
export function patched(before, change) {
  if (Array.isArray(change)) return change[0];
  const after = Array.isArray(before) ? [...before] : { ...before };
  for (const [name, inside] of Object.entries(change)) after[name] = patched(before[name], inside);
  return after;
}

export class Film {
  /** @param {(block: number) => Promise<Moments>} load */
  constructor(load) {
    this.load = load;
    /** @type {Staged[]} how it stood, by moment */
    this.states = [];
    /** @type {Line[][]} what was told, by moment */
    this.told = [];
    /** @type {Map<number, Promise<Moments>>} */
    this.asked = new Map();
    this.block = 1;
    /** How many there are; none before the first have come. */
    this.moments = 0;
    /** What is the same in all of them. */
    this.about = { title: "", ruleset: "", system: "", sides: /** @type {string[]} */ ([]) };
  }

  /** @param {number} moment */
  has(moment) {
    return moment in this.states;
  }

  /**
   * See that a moment is there; and ask for the block after it, which is wanted next.
   * @param {number} moment
   */
  async reach(moment) {
    const block = this.moments ? Math.floor(moment / this.block) : 0;
    if (!this.has(moment)) await this.#fetch(block);
    const next = block + 1;
    if (next * this.block < this.moments) this.#fetch(next).catch(() => {}); // asked for again when needed
  }

  /** Everything there is. */
  async all() {
    await this.reach(0);
    const blocks = Math.ceil(this.moments / this.block);
    await Promise.all(Array.from({ length: blocks }, (_, block) => this.#fetch(block)));
  }

  /** @param {number} block */
  #fetch(block) {
    let found = this.asked.get(block);
    if (!found) {
      found = this.load(block).then((sent) => this.#take(sent));
      this.asked.set(block, found);
      found.catch(() => this.asked.delete(block));
    }
    return found;
  }

  /** @param {Moments} sent */
  #take(sent) {
    let { state } = sent;
    const { title, ruleset, system, sides } = sent;
    this.about = { title, ruleset, system, sides };
    this.block = sent.block;
    this.moments = sent.moments;
    sent.frames.forEach(({ changes, log }, k) => {
      state = patched(state, changes);
      this.states[sent.first + k] = state;
      this.told[sent.first + k] = log;
    });
    return sent;
  }

  /**
   * Every line that was told up to a moment, as far as it is known.
   * @param {number} moment
   */
  until(moment) {
    return this.told.slice(0, moment + 1).flat();
  }

  /**
   * The moment a line was told at.
   * @param {number} line
   */
  momentOf(line) {
    return this.told.findIndex((lines) => lines?.some(({ n }) => n === line));
  }
}

/**
 * Blocks from the server, for the eyes a page was opened for.
 * @param {DOMStringMap} about
 * @returns {(block: number) => Promise<Moments>}
 */
export const fromServer =
  ({ fight = "", seat = "", by = "" }) =>
  async (block) => {
    const query = new URLSearchParams({ block: String(block), by });
    const headers = { accept: "application/json", "affray-seat": seat };
    const response = await fetch(`/fights/${encodeURIComponent(fight)}/moments?${query}`, { headers });
    const body = await response.json();
    if (!response.ok) throw new Error(body.error);
    return body;
  };
