/** Changes by hand: some fields of one creature or of the scene, all at once; the server checks, the log tells. */

import { h, part, plain } from "./dom.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const SCENE = ""; // it has no name, as a command has it

const NOTE = "The log tells every change by hand, and it can be taken back.";

/** Kept from one drawing to the next: news from the table must not wipe what is being typed. */
let kept = /** @type {ByHand | null} */ (null);

/** @param {Shown} view @param {Ctx} ctx */
export function byHand(view, ctx) {
  kept ??= new ByHand(view, ctx);
  kept.know(view);
  return kept.element;
}

/**
 * A value as one would type it: text as it is, lists and tables as TOML.
 * @param {unknown} value
 * @returns {string}
 */
function written(value) {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map((one) => JSON.stringify(one)).join(", ")}]`;
  if (typeof value !== "object" || !value) return String(value);
  const pairs = Object.entries(value).map(([name, one]) => `${name} = ${JSON.stringify(one)}`);
  return `{ ${pairs.join(", ")} }`;
}

class ByHand {
  /** @param {Shown} view @param {Ctx} ctx */
  constructor(view, ctx) {
    this.ctx = ctx;
    this.fields = fieldsOf(view);
    this.whom = /** @type {HTMLSelectElement} */ (h("select", { "data-key": "edit-who" }));
    this.known = h("datalist", { id: "fields" });
    this.rows = h("ul", { class: "changes" });
    this.note = h("p", { class: "note", id: "by-hand-note", role: "status" }, NOTE);
    this.element = part("Change by hand", this.#form(), this.known, this.note);
    this.#start();
  }

  /**
   * What the fields are now.
   * @param {Shown} view
   */
  know(view) {
    this.fields = fieldsOf(view);
    this.#knowWho([...this.fields.keys()]);
    this.#tell();
  }

  #tell() {
    this.#knowFields(Object.keys(this.fields.get(this.whom.value) ?? {}));
    for (const row of this.rows.children) this.#tellNow(row);
  }

  /**
   * Whom there is to change: somebody may have come since.
   * @param {string[]} names
   */
  #knowWho(names) {
    const [before, known] = [this.whom.value, [...this.whom.options].map(({ value }) => value)];
    if (same(known, names)) return;
    this.whom.replaceChildren(...names.map((name) => h("option", { value: name }, name || "the scene")));
    if (known.includes(before) && names.includes(before)) this.whom.value = before;
  }

  /**
   * The fields there are, to choose from while typing.
   * @param {string[]} names
   */
  #knowFields(names) {
    const known = [...this.known.querySelectorAll("option")].map(({ value }) => value);
    if (!same(known, names)) this.known.replaceChildren(...names.map((name) => h("option", { value: name })));
  }

  #form() {
    const another = { class: "btn", type: "button", "data-key": "edit-more", onclick: () => this.#more() };
    return h(
      "form",
      { class: "by-hand", onsubmit: (event) => this.#send(event), oninput: () => this.#changed() },
      h("label", {}, "whose ", this.whom),
      this.rows,
      h(
        "p",
        { class: "row" },
        h("button", { class: "btn go", "data-key": "edit-send" }, "Change"),
        h("button", another, "Another field"),
      ),
    );
  }

  #start() {
    this.rows.replaceChildren(this.#row(0));
  }

  #more() {
    const row = this.#row(this.rows.children.length);
    this.rows.append(row);
    row.querySelector("input")?.focus();
  }

  /** @param {number} k */
  #row(k) {
    const typed = { autocomplete: "off", required: k === 0 };
    const now = `edit-now-${k}`;
    return h(
      "li",
      {},
      h("label", {}, "field ", h("input", { list: "fields", ...typed, "data-key": `edit-field-${k}` })),
      h(
        "label",
        {},
        "becomes ",
        h("input", { ...typed, "data-key": `edit-value-${k}`, "aria-describedby": now }),
      ),
      h("span", { class: "now", id: now }),
    );
  }

  /** @param {Element} row */
  #tellNow(row) {
    const field = row.querySelector("input")?.value.trim() ?? "";
    const value = this.fields.get(this.whom.value)?.[field];
    const now = row.querySelector(".now");
    if (now) now.textContent = value === undefined ? "" : `now ${written(value)}`;
  }

  /** What was said of the last change is not said of another. */
  #changed() {
    this.note.textContent = NOTE;
    this.#tell();
  }

  /** @param {Event} event */
  async #send(event) {
    event.preventDefault();
    const rows = [...this.rows.children].map((row) =>
      [...row.querySelectorAll("input")].map((input) => input.value.trim()),
    );
    const told = rows.filter(([field, value]) => field || value);
    const wrong = told.find(([field], k) => !field || told.findIndex(([other]) => other === field) < k);
    if (wrong) {
      this.note.textContent = wrong[0] ? `${wrong[0]} is given twice.` : `Which field becomes ${wrong[1]}?`;
      return;
    }
    const set = Object.fromEntries(told);
    this.note.textContent = "";
    const answer = await this.ctx.send({ do: "edit", creature: this.whom.value, set });
    this.note.textContent = answer.ok ? "Changed." : plain(answer.error);
    if (answer.ok) this.#start();
  }
}

/** @param {string[]} known @param {string[]} names */
const same = (known, names) => known.length === names.length && known.every((name, k) => name === names[k]);

/**
 * What there is to change: of every creature, and of the scene, where it has something.
 * @param {Shown} view
 * @returns {Map<string, Record<string, unknown>>}
 */
function fieldsOf({ fields = {}, scene = {} }) {
  const known = new Map(Object.entries(fields));
  return Object.keys(scene).length ? known.set(SCENE, scene) : known;
}
