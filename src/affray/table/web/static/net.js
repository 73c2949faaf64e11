/** Talking to the server: views in, commands out, and a line that says when to look again. */

import { changed } from "./changes.js";
import { allOf, bodyOf, linesOf, planQuery, posted, reason, waitOf } from "./wire.js";

/**
 * @typedef {import("./protocol").AsideSent} AsideSent
 * @typedef {import("./protocol").Changes} Changes
 * @typedef {import("./protocol").Left} Left
 * @typedef {import("./protocol").News} News
 * @typedef {import("./protocol").OddsLine} OddsLine
 * @typedef {import("./protocol").View} View
 * @typedef {import("./page").Answered} Answered
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Named} Named
 * @typedef {import("./page").Order} Order
 */

const RETRIES = [300, 1000, 3000];
/** The server gives a sign of life every four seconds: after two that did not come the line is cut. */
const SILENCE = 9000;
const PATIENCE = 6000;
const LONGEST_WAIT = 10_000;
const [MOVED_ON, REFUSED, TOO_OFTEN] = [409, 422, 429];
const MOVED = "The fight has moved on since you looked. This is how it stands now.";
const NO_ANSWER = "The server did not answer. The log will show whether that was taken.";

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** For a request that is given up after a while: on a line that is cut nothing ever comes. */
function inTime() {
  const given = new AbortController();
  setTimeout(() => given.abort(), PATIENCE);
  return given.signal;
}

/** randomUUID exists only on https and localhost; a table on the home network is neither. */
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64;
  b[8] = (b[8] & 63) | 128;
  const hex = [...b].map((x) => x.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export class Net {
  /**
   * @param {string} fight
   * @param {string} seat  the number of the seat this page speaks for
   * @param {(view: any) => void} onView
   * @param {(state: "live" | "lost" | "looking" | "shut", why?: string) => void} onState
   */
  constructor(fight, seat, onView, onState) {
    this.at = `/fights/${encodeURIComponent(fight)}`;
    this.seat = seat;
    this.onView = onView;
    this.onState = onState;
    /** @type {(asides: AsideSent[]) => void} what was said beside the table */
    this.onAsides = () => {};
    this.seq = -1;
    /**
     * What was seen last.
     * @type {View | null}
     */
    this.view = null;
    /** What the live line is called: what a command of this page is answered is not said there. */
    this.name = newId();
    /** The newest number the live line has told. */
    this.heard = -1;
    /** A command is on its way: its answer brings the view, so nobody looks for it meanwhile. */
    this.isSending = false;
    /**
     * Whether the rules are compiled; null where nobody is at it.
     * @type {boolean | null}
     */
    this.compiled = null;
    this.failures = 0;
    /** The seat is not this browser's, or no longer. */
    this.isShut = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    /**
     * Who is at the table has changed, or somebody nudges.
     * @type {(present: View["present"] | null, nudged: string) => void}
     */
    this.onBeside = () => {};
    this.watch = 0;
    addEventListener("offline", () => this.cut());
    const again = () => document.visibilityState === "visible" && this.hurry();
    addEventListener("online", again);
    document.addEventListener("visibilitychange", () => {
      again();
      this.tellLooking();
    });
  }

  /** Whether somebody looks at the page: the others see who is here and who is away. */
  tellLooking() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(document.visibilityState === "visible" ? "here" : "away");
  }

  /**
   * Remind somebody that they are waited for; why not, if so.
   * @param {string} seat
   */
  nudge(seat) {
    return this.#tell("nudge", { seat });
  }

  /**
   * Ask for this seat: a browser may hold several.
   * @param {string} what
   * @param {RequestInit & {headers?: Record<string, string>}} [more]
   */
  ask(what, more = {}) {
    const headers = { accept: "application/json", "affray-seat": this.seat, ...more.headers };
    return fetch(`${this.at}/${what}`, { ...more, headers });
  }

  async start() {
    await this.look();
    this.listen();
  }

  /** Fetch the view; true when the server could be reached. */
  async look() {
    let response, body;
    try {
      /** @type {Record<string, string>} */
      const headers = this.view ? { "affray-has": String(this.seq) } : {};
      response = await this.ask("view", { headers, signal: inTime() });
      body = await bodyOf(response);
    } catch {
      return false;
    }
    this.isShut = [401, 403, 404].includes(response.status);
    if (this.isShut) {
      this.socket?.close();
      this.onState("shut", reason(body));
    }
    if (response.ok) this.take(body);
    if (response.status === TOO_OFTEN) setTimeout(() => this.look(), 1000 * waitOf(response));
    return true;
  }

  /**
   * A view has come, or what has changed. Two may cross: the older one must not undo the newer.
   * @param {View | Changes} news
   */
  take(news) {
    if (news.seq < this.seq) return;
    const isOfThis = "of" in news && this.view && news.of === this.seq;
    if ("of" in news && !isOfThis) {
      if (news.seq > this.seq) this.lookAnew();
      return;
    }
    this.view = "of" in news ? changed(/** @type {View} */ (this.view), news) : news;
    this.seq = this.view.seq;
    this.compiled = this.view.compiled;
    this.onView(this.view);
  }

  /** Changes of something that was never seen here: all of it, then. */
  lookAnew() {
    this.view = null;
    this.look();
  }

  listen() {
    const query = new URLSearchParams({
      since: String(Math.max(0, this.seq)),
      seat: this.seat,
      changes: "true",
      line: this.name,
    });
    const url = new URL(`${this.at}/events?${query}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.tellLooking();
      this.onState("live");
      this.listenFor();
    };
    socket.onmessage = (event) => {
      this.listenFor();
      /** @type {News} */
      const { seq, compiled = null, present, nudged, asides = [], view } = JSON.parse(event.data);
      if (present || nudged) this.onBeside(present ?? null, nudged ?? "");
      if (asides.length) this.onAsides(asides);
      this.heard = Math.max(this.heard, seq);
      if (view) return this.take(view);
      const isNews = seq > this.seq && !this.isSending;
      if (isNews || compiled !== this.compiled) this.look();
    };
    socket.onclose = () => this.retry();
    this.listenFor();
  }

  /** A line that says nothing any more is cut, though nobody has told us so. */
  listenFor() {
    clearTimeout(this.watch);
    this.watch = window.setTimeout(() => this.cut(), SILENCE);
  }

  /** The line is cut: say so at once, and try another. */
  cut() {
    clearTimeout(this.watch);
    const { socket } = this;
    if (this.isShut || !socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.onState("lost");
    this.retry();
  }

  /** The line is down: look by hand, which also tells whether the server is there at all. */
  async retry() {
    clearTimeout(this.watch);
    this.socket = null;
    this.failures += 1;
    const reached = await this.look();
    if (this.isShut) return; // nobody is told anything here until the page is looked at again
    this.onState(reached ? "looking" : "lost");
    const wait = Math.min(LONGEST_WAIT, 400 * 2 ** this.failures) * (0.75 + Math.random() / 2);
    this.timer = window.setTimeout(() => this.listen(), wait);
  }

  hurry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.listen();
  }

  /**
   * Send one command; its answer brings how the fight stands then.
   * @param {Order} given
   * @returns {Promise<Answered>}
   */
  async command(given) {
    this.isSending = true;
    const answer = await this.#post(JSON.stringify({ cmd_id: newId(), seq: this.seq, ...given }));
    this.isSending = false;
    if (this.heard > this.seq) this.look(); // somebody else has been at it since; nothing waits for that
    return answer;
  }

  /**
   * The same text and so the same cmd_id on every try: a retry is safe.
   * @param {string} text
   */
  async #post(text) {
    for (const wait of [0, ...RETRIES]) {
      await pause(wait);
      let response, body;
      try {
        response = await this.ask("commands", {
          method: "POST",
          headers: { "content-type": "application/json", "affray-line": this.name },
          body: text,
        });
        body = await bodyOf(response);
      } catch {
        continue;
      }
      if (response.status >= 500 || response.status === TOO_OFTEN) continue;
      if (response.ok) {
        this.take(body.view);
        return { ok: true, error: "", rules: [] };
      }
      if (response.status !== REFUSED) await this.look(); // it has moved on, or the seat is gone
      const error = response.status === MOVED_ON ? MOVED : reason(body) || "That was refused.";
      return { ok: false, error, rules: body.rules ?? [] };
    }
    return { ok: false, error: NO_ANSWER, rules: [], isPassing: true };
  }

  /**
   * Point at the map, or say something to one person; why it was refused, or nothing.
   * @param {{do: "ping", x: number, y: number} | {do: "whisper", to: number, text: string}} said
   */
  aside(said) {
    return this.#tell("asides", said);
  }

  /**
   * Say something that is no command; why it was refused, or nothing.
   * @param {string} where
   * @param {object} said
   */
  async #tell(where, said) {
    try {
      const response = await this.ask(where, posted(said));
      return response.ok ? "" : reason(await bodyOf(response));
    } catch {
      return NO_ANSWER;
    }
  }

  /**
   * How far it is by the game's own rule; nothing where that cannot be told.
   * @param {string} a  a creature, or a point: "3,4"
   * @param {string} b
   * @returns {Promise<{text: string, rules: string[]}>}
   */
  async distance(a, b) {
    try {
      const response = await this.ask(`distance?${new URLSearchParams({ a, b })}`);
      return response.ok ? await response.json() : { text: "", rules: [] };
    } catch {
      return { text: "", rules: [] };
    }
  }

  /**
   * Odds of several plans by one request, each as it comes; `k` is its place among those asked for.
   * @param {{offer: Named, chosen: Chosen, isUrgent?: boolean}[]} asked  what matters most first
   * @param {AbortSignal} signal
   * @returns {Promise<AsyncIterable<OddsLine>>}
   */
  async odds(asked, signal) {
    const plans = asked.map(({ offer: { name, target }, chosen, isUrgent = false }) => ({
      plan: name,
      target: target || null,
      with: chosen,
      urgent: isUrgent,
    }));
    const response = await this.ask("odds", { ...posted({ plans }), signal });
    if (response.ok) return linesOf(response);
    const error = reason(await bodyOf(response));
    return allOf(plans.map((_, k) => ({ k, odds: null, error })));
  }

  /**
   * What a plan leaves open once some of it is given; null where that cannot be told.
   * @param {Named} offer
   * @param {Chosen} chosen
   * @returns {Promise<Left[] | null>}
   */
  async details(offer, chosen) {
    try {
      const response = await this.ask(`details?${planQuery(offer, chosen)}`);
      return response.ok ? (await response.json()).answers_left : null;
    } catch {
      return null;
    }
  }
}
