/** The chance to win of what is being built: at once as usually played, then well played, narrowing. */

import { plain } from "./dom.js";
import { spanText } from "./deadly.js";

/**
 * @typedef {import("./protocol").ForecastSent} Forecast
 * @typedef {import("./page").Draft} Draft
 */

const HEADERS = { "content-type": "application/json", accept: "application/json" };

const PAUSE = 400;
/* Milliseconds in which nothing more has changed: whoever draws a wall asks once. */

export class Chance {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** The draft that was asked for last, as it was sent. */
    this.asked = "";
    this.now = new AbortController();
  }

  /**
   * Another draft: whatever was on its way is of one that is no more.
   * @param {Draft} draft
   * @param {boolean} isAlone
   */
  of(draft, isAlone) {
    const text = JSON.stringify(draft);
    if (text === this.asked) return;
    this.asked = text;
    this.now.abort();
    this.now = new AbortController();
    this.root.textContent = isAlone ? "Nobody to fight yet." : "Chance to win: …";
    if (!isAlone) this.#begin(draft, this.now.signal);
  }

  /** @param {Draft} draft @param {AbortSignal} signal */
  async #begin(draft, signal) {
    await new Promise((after) => setTimeout(after, PAUSE));
    while (!signal.aborted) {
      // one after the other: each is more of the same
      // oxlint-disable-next-line no-await-in-loop
      const found = await fetched(draft, signal);
      if (signal.aborted) return;
      if (found) this.#draw(found);
      if (!found?.more || document.hidden) return;
    }
  }

  /** @param {Forecast} found */
  #draw({ usual, well, side, more }) {
    if (!usual) return;
    const best = well ? `, ${well.player} ${spanText(well.win)}` : "";
    const rounds = `${usual.rounds} ${usual.rounds === 1 ? "round" : "rounds"}`;
    const sampled = `${usual.fights.toLocaleString("en")} fights${well ? ` and ${well.fights}` : ""}`;
    this.root.textContent = `${plain(side)} win: ${usual.player} ${spanText(usual.win)}${best}; ${rounds}. ${sampled}${more ? " so far" : ""}.`;
  }
}

/**
 * @param {Draft} draft
 * @param {AbortSignal} signal
 * @returns {Promise<Forecast | null>}
 */
async function fetched(draft, signal) {
  const how = { method: "POST", headers: HEADERS, body: JSON.stringify({ draft, more: true }), signal };
  try {
    const response = await fetch("/build/forecast", how);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
