/** What is shared: whether the network may come, and the links made for this page. */

/**
 * @typedef {import("./protocol").Invited} Invited
 * @typedef {import("./protocol").Link} Link
 * @typedef {import("./protocol").NetworkShown} NetworkShown
 * @typedef {import("./net").Net} Net
 */

const LOST = "The server did not answer. Try again in a moment.";

/**
 * Whether a link leads whoever follows it to their own machine.
 * @param {string} href
 */
const isLocal = (href) => /^(localhost|127\..*|\[::1\])$/.test(new URL(href).hostname);

export class Sharing {
  /**
   * @param {Net} net
   * @param {() => void} draw  when something has come
   */
  constructor(net, draw) {
    this.net = net;
    this.draw = draw;
    /**
     * The switch, for the host; null for everybody else.
     * @type {NetworkShown | null}
     */
    this.network = null;
    /**
     * Links with their pictures: "play", "watch", and "seat NAME" for one that changes hands.
     * @type {Map<string, Invited>}
     */
    this.invited = new Map();
    /**
     * A link for each seat; their tokens are shown only once.
     * @type {{name: string, link: string}[]}
     */
    this.links = [];
    /** The game master's own link, where it was made anew. */
    this.own = "";
    this.error = "";
  }

  /** Whether others can follow the links that are given out. */
  get isReached() {
    const link = this.invited.get("play")?.link;
    return Boolean(this.network?.open || (link && !isLocal(link)));
  }

  /** Look how it stands, and have the table's one link made. */
  async look() {
    try {
      const response = await fetch("/network", { headers: { accept: "application/json" } });
      this.network = response.ok ? await response.json() : null;
    } catch {
      this.error = LOST;
    }
    await this.invite("play");
  }

  /** @param {boolean} isOpen */
  async open(isOpen) {
    const found = await this.#post("/network", { open: isOpen });
    if (found) this.network = found;
    this.invited.clear(); // they begin with another address now
    this.links = [];
    await this.invite("play");
  }

  /**
   * The table's link, or the one to look on; the same each time unless it is made anew.
   * @param {"play" | "watch"} kind
   * @param {boolean} [renew]
   */
  async invite(kind, renew = false) {
    const found = await this.#post(`${this.net.at}/invite`, { kind, renew });
    if (found) this.invited.set(kind, found);
    this.draw();
  }

  /**
   * A link that gives a seat to whoever opens it first: one's own, or one of the game master's.
   * @param {string} seat
   * @param {boolean} isOwn
   */
  async handOver(seat, isOwn) {
    const found = await this.#post(`${this.net.at}/hand-over`, isOwn ? {} : { seat });
    if (found) this.invited.set(`seat ${seat}`, found);
    this.draw();
  }

  /** Give one's seat back; the page is told by the line that ends. */
  async leave() {
    const left = await this.#post(`${this.net.at}/leave`, {});
    if (left) location.reload();
    else this.draw();
  }

  /**
   * A link for every seat, or a new one for a seat whose old ones shall end.
   * @param {string} [seat]
   */
  async share(seat = "") {
    const made = await this.#post(`${this.net.at}/links`, seat ? { seat, revoke: true } : {});
    const names = new Set((made?.seats ?? []).map((/** @type {Link} */ one) => one.name));
    this.links = [...this.links.filter((one) => !names.has(one.name)), ...(made?.seats ?? [])];
    this.invited.delete(`seat ${seat}`);
    this.draw();
  }

  /** The game master's own link anew: the old one ends, everywhere but here. */
  async renew() {
    const made = await this.#post(`${this.net.at}/links`, { gm: true });
    this.own = made?.seats[0]?.link ?? "";
    this.draw();
  }

  /**
   * @param {string} to
   * @param {object} body
   * @returns {Promise<any>}  null where it was refused: `error` says why
   */
  async #post(to, body) {
    const headers = { "content-type": "application/json", "affray-seat": this.net.seat };
    try {
      const response = await fetch(to, { method: "POST", headers, body: JSON.stringify(body) });
      const said = await response.json();
      this.error = response.ok ? "" : said.error;
      return response.ok ? said : null;
    } catch {
      this.error = LOST;
      return null;
    }
  }
}
