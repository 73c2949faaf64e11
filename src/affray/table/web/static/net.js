/** Talking to the server: views in, commands out, and a line that says when to look again. */

/**
 * @typedef {import("./protocol").Left} Left
 * @typedef {import("./protocol").News} News
 * @typedef {import("./protocol").View} View
 * @typedef {import("./page").Answered} Answered
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Named} Named
 * @typedef {import("./page").Order} Order
 */

const RETRIES = [300, 1000, 3000];
const LONGEST_WAIT = 10_000;
const [MOVED_ON, REFUSED, TOO_OFTEN] = [409, 422, 429];
const MOVED = "The fight has moved on since you looked. This is how it stands now.";
const NO_ANSWER = "The server did not answer. The log will show whether that was taken.";

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** randomUUID exists only on https and localhost; a table on the home network is neither. */
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64;
  b[8] = (b[8] & 63) | 128;
  const hex = [...b].map((x) => x.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** @param {Response} response  one that says when to ask again */
const waitOf = (response) => Number(response.headers.get("retry-after")) || 1;

/** @param {Response} response @returns {Promise<any>} */
async function bodyOf(response) {
  try {
    return await response.json();
  } catch {
    return { error: `The server answered ${response.status}.` };
  }
}

/**
 * Why it was refused.
 * @param {{error?: unknown}} body
 */
const reason = ({ error }) => (typeof error === "string" ? error : "");

/**
 * An offered plan with its details, as an address names it.
 * @param {Named} offer
 * @param {Chosen} chosen
 */
function asked(offer, chosen) {
  const query = new URLSearchParams({ plan: offer.name });
  if (offer.target) query.set("target", offer.target);
  for (const [question, option] of Object.entries(chosen)) query.append("with", `${question}:${option}`);
  return query;
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
    this.seq = -1;
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
    const again = () => document.visibilityState === "visible" && this.hurry();
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
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
    let response;
    try {
      response = await this.ask("view");
    } catch {
      return false;
    }
    const body = await bodyOf(response);
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
   * A view has come. Two may cross: the older one must not undo the newer.
   * @param {View} view
   */
  take(view) {
    if (view.seq < this.seq) return;
    this.seq = view.seq;
    this.compiled = view.compiled;
    this.onView(view);
  }

  listen() {
    const url = new URL(`${this.at}/events?since=${Math.max(0, this.seq)}&seat=${this.seat}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.onState("live");
    };
    socket.onmessage = (event) => {
      /** @type {News} */
      const { seq, compiled = null } = JSON.parse(event.data);
      this.heard = Math.max(this.heard, seq);
      const isNews = seq > this.seq && !this.isSending;
      if (isNews || compiled !== this.compiled) this.look();
    };
    socket.onclose = () => this.retry();
  }

  /** The line is down: look by hand, which also tells whether the server is there at all. */
  async retry() {
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
    if (this.heard > this.seq) await this.look(); // somebody else has been at it since
    return answer;
  }

  /**
   * The same text and so the same cmd_id on every try: a retry is safe.
   * @param {string} text
   */
  async #post(text) {
    for (const wait of [0, ...RETRIES]) {
      await pause(wait);
      let response;
      try {
        response = await this.ask("commands", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: text,
        });
      } catch {
        continue;
      }
      if (response.status >= 500 || response.status === TOO_OFTEN) continue;
      const body = await bodyOf(response);
      if (response.ok) {
        this.take(body.view);
        return { ok: true, error: "", rules: [] };
      }
      if (response.status !== REFUSED) await this.look(); // it has moved on, or the seat is gone
      const error = response.status === MOVED_ON ? MOVED : reason(body) || "That was refused.";
      return { ok: false, error, rules: body.rules ?? [] };
    }
    return { ok: false, error: NO_ANSWER, rules: [] };
  }

  /**
   * Fresh links to the seats; with a name to that one only, and the older ones end.
   * @param {string} [seat]
   */
  links(seat = "") {
    return this.#links(seat ? { seat, revoke: true } : {});
  }

  /** The game master's own link anew; the older one ends. */
  renew() {
    return this.#links({ gm: true });
  }

  /** @param {object} wanted */
  async #links(wanted) {
    const response = await this.ask("links", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wanted),
    });
    const body = await bodyOf(response);
    return { seats: body.seats ?? [], error: response.ok ? "" : reason(body) };
  }

  /**
   * @param {Named} offer
   * @param {Record<string, string>} chosen
   * @param {boolean} isUrgent  somebody is looking at it: before all others that wait
   * @param {AbortSignal} signal
   */
  async odds(offer, chosen, isUrgent, signal) {
    const query = asked(offer, chosen);
    if (isUrgent) query.set("urgent", "true");
    const response = await this.ask(`odds?${query}`, { signal });
    const body = await bodyOf(response);
    return response.ok ? body : { error: reason(body) };
  }

  /**
   * What a plan leaves open once some of it is given; null where that cannot be told.
   * @param {Named} offer
   * @param {Chosen} chosen
   * @returns {Promise<Left[] | null>}
   */
  async details(offer, chosen) {
    try {
      const response = await this.ask(`details?${asked(offer, chosen)}`);
      return response.ok ? (await response.json()).answers_left : null;
    } catch {
      return null;
    }
  }
}
