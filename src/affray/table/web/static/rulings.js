/** How the rules are read at this table: the game master switches a ruling, and sees first what
 * would have been different. */

import { asked } from "./asked.js";
import { h, shown } from "./dom.js";
import { part } from "./dom.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 * @typedef {import("./protocol").SwitchNow} SwitchNow
 * @typedef {import("./protocol").ToldOtherwise} Told
 */

/** Kept from one drawing to the next: news from the table must not wipe what is being chosen. */
let kept = /** @type {Rulings | null} */ (null);

/** @param {Shown} view @param {Ctx} ctx */
export function rulings(view, ctx) {
  kept ??= new Rulings(view, ctx);
  return kept.element;
}

class Rulings {
  /** @param {Shown} view @param {Ctx} ctx */
  constructor(view, ctx) {
    this.ctx = ctx;
    this.at = `/fights/${view.id}`;
    this.seat = document.body.dataset.seat ?? "";
    /** @type {SwitchNow[]} */ this.known = [];
    this.back = false;
    this.isGm = view.me.role === "gm" && !view.isShut;
    this.which = h("select", { "data-key": "ruling", "aria-label": "Which rule", onchange: () => this.#choose() });
    this.how = h("select", { "data-key": "reading", "aria-label": "How it is read", onchange: () => this.#clear() });
    this.body = h("div", { class: "rulings" });
    this.told = h("div", { class: "otherwise", role: "status" });
    const opened = (/** @type {any} */ event) => event.currentTarget.open && this.#ask();
    const all = h("a", { class: "btn bare", href: `${this.at}/rulings?seat=${this.seat}` }, "House rules, to print");
    this.element = part(
      "How the rules are read",
      this.isGm && h("details", { ontoggle: opened }, h("summary", { "data-key": "rulings" }, "Read a rule otherwise"), this.body),
      h("p", { class: "row" }, all),
    );
  }

  async #ask() {
    try {
      const found = await asked(`${this.at}/readings?seat=${this.seat}`);
      this.known = found.rulings;
      this.back = found.back;
      this.#draw();
    } catch (problem) {
      this.body.replaceChildren(h("p", { class: "note wrong" }, /** @type {Error} */ (problem).message));
    }
  }

  get #chosen() {
    return this.known.find(({ name }) => name === this.which.value);
  }

  #draw() {
    if (!this.known.length) return void this.body.replaceChildren(h("p", { class: "note" }, "No rule of this game can be read in more than one way."));
    const before = this.which.value;
    const mark = (/** @type {SwitchNow} */ one) => (one.now === one.default ? "" : "* ");
    this.which.replaceChildren(...this.known.map((one) => h("option", { value: one.name }, `${mark(one)}${one.id} ${one.question}`)));
    if (before) this.which.value = before;
    const button = (/** @type {string} */ text, /** @type {string} */ key, /** @type {() => unknown} */ does, bare = "") =>
      h("button", { class: `btn${bare}`, type: "button", "data-key": key, onclick: does }, text);
    this.body.replaceChildren(
      ...shown([
        h("label", {}, "Rule ", this.which),
        h("label", {}, "Read as ", this.how),
        h(
          "p",
          { class: "row" },
          button("From now on", "ruling-now", () => this.#switch("now")),
          button("What would be different?", "ruling-would", () => this.#would(), " bare"),
          button("From the beginning", "ruling-start", () => this.#switch("start"), " bare"),
          this.back && button("As it was before", "ruling-back", () => this.#send({ do: "ruling-back" }), " bare"),
        ),
        this.told,
      ]),
    );
    this.#choose();
  }

  #choose() {
    const one = this.#chosen;
    if (!one) return;
    const text = (/** @type {{name: string, text: string}} */ reading) => `${reading.name}${reading.name === one.now ? ", as now" : ""}: ${reading.text}`;
    this.how.replaceChildren(...one.readings.map((reading) => h("option", { value: reading.name }, text(reading))));
    const other = one.readings.find(({ name }) => name !== one.now);
    if (other) this.how.value = other.name;
    this.#clear();
  }

  #clear() {
    this.told.replaceChildren();
  }

  async #would() {
    const query = new URLSearchParams({ seat: String(this.seat), ruling: this.which.value, reading: this.how.value });
    try {
      this.#tell(await asked(`${this.at}/otherwise?${query}`));
    } catch (problem) {
      this.told.replaceChildren(h("p", { class: "note wrong" }, /** @type {Error} */ (problem).message));
    }
  }

  /** @param {Told} told */
  #tell(told) {
    const lines = (/** @type {string} */ name, /** @type {string[]} */ said) => said.map((line) => h("p", {}, h("b", {}, `${name} `), line));
    this.told.replaceChildren(
      ...shown([
        h("p", { class: "note" }, told.how_far),
        told.changes.length ? h("ul", {}, told.changes.map(({ was, now }) => h("li", {}, lines("was:", was), lines("now:", now)))) : h("p", {}, "Nothing would have been told otherwise."),
        told.more > 0 && h("p", { class: "note" }, `and ${told.more} more differences`),
      ]),
    );
  }

  /** @param {"now" | "start"} since */
  #switch(since) {
    return this.#send({ do: "ruling", ruling: this.which.value, reading: this.how.value, since });
  }

  /** @param {import("./page").Order} command */
  async #send(command) {
    await this.ctx.send(command);
    await this.#ask();
  }
}
