/** Who comes into the fight, where to and who plays them; and who leaves it. */

import { byId, h, plain } from "./dom.js";
import { part } from "./dom.js";
import { letGo, take, under } from "./tools.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Point} Point
 * @typedef {import("./page").Shown} Shown
 */

const NOTE = "It is on the log, and can be taken back.";
const OWN_SIDE = "";
const TOUCHED = "touched";
const SEAT = "seat:";

/** Kept from one drawing to the next: news from the table must not wipe what is being chosen. */
let kept = /** @type {ComingAndGoing | null} */ (null);

/** @param {Shown} view @param {Ctx} ctx @param {HTMLDialogElement} dialog */
export function comingAndGoing(view, ctx, dialog) {
  kept ??= new ComingAndGoing(ctx, dialog);
  kept.know(view);
  return kept.element;
}

class ComingAndGoing {
  /** @param {Ctx} ctx @param {HTMLDialogElement} dialog */
  constructor(ctx, dialog) {
    this.ctx = ctx;
    this.dialog = dialog;
    this.kind = choice("come-kind");
    this.side = choice("come-side");
    this.where = choice("come-where");
    this.player = choice("come-player");
    this.whom = choice("leave-who");
    this.name = /** @type {HTMLInputElement} */ (h("input", { autocomplete: "off", maxlength: 40, "data-key": "come-name" }));
    this.room = h("p", { class: "quiet" });
    this.note = h("p", { class: "note", id: "coming-note", role: "status" }, NOTE);
    this.element = part("Who comes, who leaves", this.room, this.#comes(), this.#leaves(), this.note);
  }

  /** @param {Shown} view */
  know(view) {
    const { kinds, most, room } = view.coming ?? { kinds: [], most: 0, room: 0 };
    this.room.textContent = `This game has place for ${most} in one fight; ${room || "none"} more can come.`;
    const here = view.creatures.map((c) => c.name);
    fill(this.kind, [...kinds.map(({ id, name }) => [id, name]), ...here.map((name) => [name, `another ${name}`])]);
    fill(this.side, view.sides.map((name) => [name, name]), view.sides.at(-1));
    fill(this.where, [
      [OWN_SIDE, "beside its own side"],
      ...(view.board ? [[TOUCHED, "where I touch the map"]] : []),
      ...here.map((name) => [name, `beside ${name}`]),
    ]);
    fill(this.player, [
      ["", "as usual for that side"],
      ["person", "me"],
      [`${SEAT}new`, "a seat of its own"],
      ...(view.seats ?? []).map(({ name }) => [`${SEAT}${name}`, `the seat of ${name}`]),
      ...(view.temperaments ?? []).map((name) => [name, `computer, ${name}`]),
    ]);
    fill(this.whom, here.map((name) => [name, name]));
  }

  #comes() {
    return h(
      "form",
      { class: "by-hand", onsubmit: (event) => this.#add(event) },
      h("label", {}, "who comes ", this.kind),
      h("label", {}, "called ", this.name),
      h("label", {}, "for the ", this.side),
      h("label", {}, "stands ", this.where),
      h("label", {}, "played by ", this.player),
      h("p", { class: "row" }, h("button", { class: "btn go", "data-key": "come-send" }, "Comes")),
    );
  }

  #leaves() {
    return h(
      "form",
      { class: "by-hand", onsubmit: (event) => this.#remove(event) },
      h("label", {}, "who leaves ", this.whom),
      h("p", { class: "row" }, h("button", { class: "btn", "data-key": "leave-send" }, "Leaves")),
    );
  }

  /** @param {Event} event */
  async #add(event) {
    event.preventDefault();
    if (this.where.value !== TOUCHED) return this.#bring(this.where.value ? { beside: this.where.value } : {});
    this.dialog.close();
    const spot = await touched();
    if (!spot) return;
    await this.#bring({ spot });
    byId("open-menu").click(); // which draws it anew
  }

  /** @param {{beside?: string, spot?: [number, number]}} where */
  async #bring(where) {
    const who = this.player.value;
    const played = who.startsWith(SEAT) ? { seat: who.slice(SEAT.length) } : { player: who };
    const [kind, side, name] = [this.kind.value, this.side.value, this.name.value.trim()];
    await this.#send({ do: "add", kind, side, name, ...where, ...played, set: {} }, "They have come.");
  }

  /** @param {Event} event */
  async #remove(event) {
    event.preventDefault();
    await this.#send({ do: "remove", creature: this.whom.value }, "They have left.");
  }

  /** @param {import("./page").Order} order @param {string} done */
  async #send(order, done) {
    this.note.textContent = "";
    const answer = await this.ctx.send(order);
    this.note.textContent = answer.ok ? done : plain(answer.error);
    if (answer.ok) this.name.value = "";
  }
}

/** @param {string} key */
const choice = (key) => /** @type {HTMLSelectElement} */ (h("select", { "data-key": key }));

/**
 * What there is to choose from; what was chosen stays chosen.
 * @param {HTMLSelectElement} select
 * @param {string[][]} options
 * @param {string} [first]
 */
function fill(select, options, first) {
  const said = JSON.stringify(options);
  if (select.dataset.said === said) return;
  const before = select.dataset.said ? select.value : (first ?? options[0]?.[0] ?? "");
  select.dataset.said = said;
  select.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
  if (options.some(([value]) => value === before)) select.value = before;
}

/**
 * The next spot of the map that is touched; nothing when another tool is taken or Escape pressed.
 * @returns {Promise<[number, number] | null>}
 */
function touched() {
  const map = byId("map");
  return new Promise((resolve) => {
    const over = (/** @type {[number, number] | null} */ found) => {
      map.removeEventListener("click", pick, true);
      removeEventListener("keydown", escape, true);
      map.classList.remove("picking");
      letGo(drop);
      resolve(found);
    };
    const drop = () => over(null);
    const pick = (/** @type {MouseEvent} */ event) => {
      const at = under(event);
      if (!at) return;
      event.stopPropagation();
      event.preventDefault();
      over([Math.floor(at[0]), Math.floor(at[1])]);
    };
    const escape = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && over(null);
    map.classList.add("picking");
    map.addEventListener("click", pick, true);
    addEventListener("keydown", escape, true);
    take(drop);
  });
}
