/** Building a fight: a draft the server has looked at, and every change to it looked at again. */

import { asked, download, plainName, posted } from "./asked.js";
import { byId, h, keepingFocus } from "./dom.js";
import { renderAbout } from "./build_about.js";
import { Chance } from "./build_chance.js";
import { renderBrushes, renderMap } from "./build_map.js";
import { renderPeople } from "./build_people.js";
import { having, withCreature, withFields, withPart } from "./draft.js";
import { keepGround, pictureOf } from "./pictures.js";

/**
 * @typedef {import("./protocol").Built} Built
 * @typedef {import("./protocol").BuildingParts} BuildingParts
 * @typedef {import("./page").Draft} Draft
 * @typedef {import("./page").Held} Held
 */

/**
 * A name a file can have.
 * @param {string} title
 */
function fileName(title) {
  return `${plainName(title) || "my-fight"}.toml`;
}

/**
 * A map without the picture in it, which is most of such a file and is sent before.
 * @param {string} name
 * @param {string} text
 * @returns {Promise<{ text: string, picture?: string, error?: string }>}
 */
async function apart(name, text) {
  if (!/\.(uvtt|dd2vtt|df2vtt)$/i.test(name)) return { text };
  try {
    const { image, ...map } = JSON.parse(text);
    const kept = image ? await keepGround(pictureOf(image)) : {};
    return { ...kept, text: JSON.stringify(map) };
  } catch {
    return { text };
  }
}

export class Builder {
  /** @param {BuildingParts} parts @param {Built} built @param {string} ref */
  constructor(parts, built, ref) {
    this.parts = parts;
    this.built = built;
    /** The file it was saved to, if it is one of one's own. */
    this.saved = ref.startsWith("~/") ? ref.slice(2) : "";
    /** @type {Built[]} */ this.before = [];
    /** @type {Built[]} */ this.after = [];
    this.selected = built.creatures[0]?.name ?? "";
    /** Whom somebody is called now, who was drawn by another name. @type {Map<string, string>} */
    this.renamed = new Map();
    /** Numbers of whoever is chosen that fit only together with others. @type {Map<string, Held>} */
    this.held = new Map();
    this.brush = "";
    this.seeking = "";
    /** The last change, while the server looks at it. @type {Promise<boolean>} */
    this.looked = Promise.resolve(true);
    /** @type {EventTarget | null} */
    this.typed = null;
    /** While a stroke over the map is not at its end. */
    this.isDrawing = false;
    this.isLate = false;
    this.chance = new Chance(byId("chance"));
  }

  /** From now on people build. */
  open() {
    this.render();
    addEventListener("keydown", (event) => this.#hear(event));
    addEventListener("input", (event) => (this.typed = event.target));
    for (const name of ["change", "focusout"]) addEventListener(name, () => this.#typedOut());
    for (const name of ["dragover", "drop"])
      addEventListener(name, (event) => this.#drop(/** @type {DragEvent} */ (event)));
  }

  /** What was half typed is whole: what was not drawn meanwhile is drawn now. */
  #typedOut() {
    this.typed = null;
    if (this.isLate) this.looked.then(() => this.isLate && this.render());
  }

  /** @returns {Draft} */
  get draft() {
    return /** @type {Draft} */ (this.built.draft);
  }

  get kind() {
    return this.parts.ground.find(({ kind }) => kind === this.brush) ?? null;
  }

  /**
   * The draft as it would be; what the rules forbid is told, and nothing has changed.
   * @param {(draft: Draft) => Draft} edit
   */
  change(edit) {
    return this.#taken(() => posted("/build/look", { draft: edit(this.draft) }));
  }

  /**
   * A change to somebody, by the name they are drawn with.
   * @param {string} name
   * @param {(draft: Draft, name: string) => Draft} edit
   */
  changeOne(name, edit) {
    return this.change((was) => edit(was, this.#whom(name)));
  }

  /**
   * A number of somebody. Some lean on each other (wounds, and the list of them): what is refused
   * alone is held, and tried again together with the next.
   * @param {string} name
   * @param {string} field
   * @param {unknown} value  undefined: as the book has it
   * @param {string} [part]
   */
  async changeField(name, field, value, part = "") {
    const key = part ? `${field} ${part}` : field;
    /** @type {Held["edit"]} */
    const alone = (was, now) => (part ? withPart(was, now, field, part, value) : withFields(was, now, { [field]: value }));
    const look = (/** @type {Held["edit"][]} */ edits) =>
      posted("/build/look", { draft: edits.reduce((draft, edit) => edit(draft, this.#whom(name)), this.draft) });
    const isTaken = await this.#taken(async () => {
      this.held.delete(key);
      const others = [...this.held.values()].map(({ edit }) => edit);
      if (!others.length) return look([alone]);
      const together = await look([...others, alone]).catch(() => null);
      if (together) this.held.clear();
      return together ?? look([alone]);
    });
    if (isTaken || value === undefined) return;
    this.held.set(key, { field, part, value, edit: alone });
    this.refuse(`${byId("refused").textContent} It is held, and tried again with the next number you change.`);
    this.render();
  }

  /** @param {string} name @param {string} to */
  async rename(name, to) {
    this.renamed.set(name, to);
    if (!(await this.changeOne(name, (was, now) => withCreature(was, now, { name: to })))) this.renamed.delete(name);
  }

  /**
   * What was typed before the page has drawn a new name is meant for the one who has it.
   * @param {string} name
   */
  #whom(name) {
    const isThere = this.draft.creature.some((one) => one.name === name);
    return isThere ? name : (this.renamed.get(name) ?? name);
  }

  /** @param {{ content: string, side: string } | { like: string }} whom */
  async more(whom) {
    const now = () => ("like" in whom ? { like: this.#whom(whom.like) } : whom);
    if (await this.#taken(() => posted("/build/more", { draft: this.draft, ...now() }))) {
      this.select(this.built.creatures.at(-1)?.name ?? "");
      this.say(`${this.selected} comes. ${this.built.creatures.length} of ${this.parts.most}.`);
    }
  }

  /**
   * One after the other: who types faster than the server looks changes what stands there by then.
   * @param {() => Promise<Built>} ask
   */
  #taken(ask) {
    return (this.looked = this.looked.then(() => this.#take(ask)));
  }

  /** @param {() => Promise<Built>} ask */
  async #take(ask) {
    try {
      const built = await ask();
      this.before.push(this.built);
      this.after = [];
      this.#show(built);
      return true;
    } catch (problem) {
      this.refuse(/** @type {Error} */ (problem).message);
      this.render(); // the fields show what stands, not what was refused
      return false;
    }
  }

  /** @param {Built} built */
  #show(built) {
    this.built = built;
    this.selected = this.#whom(this.selected);
    if (!built.creatures.some(({ name }) => name === this.selected)) this.selected = "";
    this.refuse("");
    this.render();
  }

  back() {
    const built = this.before.pop();
    if (!built) return;
    this.held.clear();
    this.after.push(this.built);
    this.#show(built);
  }

  forth() {
    const built = this.after.pop();
    if (!built) return;
    this.before.push(this.built);
    this.#show(built);
  }

  /** @param {string} name */
  select(name) {
    this.selected = name;
    this.held.clear();
    this.render();
  }

  /** @param {string} brush */
  take(brush) {
    this.brush = brush;
    this.render();
  }

  /** @param {string} text */
  refuse(text) {
    const at = byId("refused");
    at.textContent = text;
    at.hidden = !text;
  }

  /** @param {string} text */
  say(text) {
    byId("say").textContent = text;
  }

  async save() {
    await this.looked; // what was typed last is on its way still
    const name = this.saved || fileName(this.draft.title ?? "");
    try {
      const { ref } = await posted("/build/keep", { draft: this.draft, name, again: Boolean(this.saved) });
      this.saved = ref.slice(2);
      history.replaceState(null, "", `/build?encounter=${encodeURIComponent(ref)}`);
      this.refuse("");
      this.say("Saved.");
      this.render();
      return ref;
    } catch (problem) {
      this.refuse(/** @type {Error} */ (problem).message);
      return "";
    }
  }

  /** Saved, and then fought as any other of one's own. */
  async play() {
    const ref = await this.save();
    if (!ref) return;
    const form = h("form", { method: "post", action: "/fights" }, h("input", { name: "encounter", value: ref, type: "hidden" }));
    document.body.append(form);
    form.submit();
  }

  export() {
    download(this.built.whole, this.saved || fileName(this.draft.title ?? ""));
  }

  /** For other programs. */
  async exportMap() {
    try {
      const { text, report } = await posted("/build/map", { draft: this.draft });
      byId("hint").textContent = report.join("; ");
      download(text, fileName(this.draft.title ?? "").replace(/toml$/, "uvtt"));
    } catch (problem) {
      this.refuse(/** @type {Error} */ (problem).message);
    }
  }

  /**
   * Somebody as they are now, for any fight of this game; here they come from there as well.
   * @param {import("./protocol").DraftCreature} one
   */
  async keepInLibrary(one) {
    const { parts } = this;
    const isOwn = parts.creatures.some(({ id, own }) => own && id === one.content);
    const id = isOwn ? one.content : plainName(one.name);
    const what = () => ({ draft: this.draft, who: this.#whom(one.name), id, again: isOwn });
    if (!(await this.#taken(() => posted("/build/library", what())))) return;
    this.parts = await asked(`/build/parts?ruleset=${encodeURIComponent(parts.ruleset)}`);
    this.render();
    this.say(`${one.name} is in your library as ${id}.`);
  }

  /** @param {File} file */
  async read(file) {
    const { text, picture = "", error } = await apart(file.name, await file.text());
    const built = () => posted("/build/bring", { draft: this.draft, name: file.name, text, picture });
    if (!(await this.#taken(built))) return;
    const report = [...this.built.report, ...(error ? [`its picture: ${error}`] : [])];
    if (report.length) byId("hint").textContent = `${file.name}: ${report.join("; ")}.`;
    if (this.draft.ruleset === this.parts.ruleset) return;
    this.parts = await asked(`/build/parts?ruleset=${encodeURIComponent(this.draft.ruleset)}`);
    this.render();
  }

  /** @param {DragEvent} event */
  #drop(event) {
    event.preventDefault();
    const file = event.type === "drop" && event.dataTransfer?.files[0];
    if (file) this.read(file);
  }

  /** @param {KeyboardEvent} event */
  #hear(event) {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, select, textarea");
    if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    if (event.shiftKey) this.forth();
    else this.back();
  }

  render() {
    this.isLate = this.isDrawing || (this.typed !== null && this.typed === document.activeElement);
    if (this.isLate) return; // nothing is drawn under somebody's fingers
    document.body.dataset.system = document.body.dataset.ruleset = this.parts.ruleset;
    byId("system").textContent = this.parts.system;
    keepingFocus(() => {
      renderTools(byId("tools"), this);
      renderPeople(byId("people"), this);
      renderBrushes(byId("brushes"), this);
      renderMap(byId("map"), this);
      renderAbout(byId("about"), this);
    });
    this.chance.of(this.draft, this.built.alone);
    document.body.dataset.built = String(this.before.length);
  }
}

/** @param {HTMLElement} root @param {Builder} builder */
function renderTools(root, builder) {
  const { draft, built } = builder;
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ does, more = {}) =>
    h("button", { class: "btn bare", type: "button", "data-key": text, onclick: does, ...more }, text);
  const title = h("input", {
    "data-key": "title",
    "aria-label": "Title",
    value: draft.title ?? "",
    maxlength: 100,
    onchange: (/** @type {any} */ event) => builder.change((was) => having(was, { title: event.target.value })),
  });
  const chosen = (/** @type {any} */ event) => event.currentTarget.files[0] && builder.read(event.currentTarget.files[0]);
  const file = h("input", { class: "vh", type: "file", accept: ".toml,.csv,.uvtt,.dd2vtt,.df2vtt", onchange: chosen });
  root.replaceChildren(
    title,
    button("Undo", () => builder.back(), { disabled: !builder.before.length }),
    button("Redo", () => builder.forth(), { disabled: !builder.after.length }),
    h("label", { class: "btn bare" }, "Open a file", file),
    button("Export", () => builder.export()),
    ...(builder.parts.unit === "tile" ? [button("Export the map", () => builder.exportMap())] : []),
    button("Save", () => builder.save(), { disabled: built.alone }),
    button("Play it", () => builder.play(), { class: "btn go", disabled: built.alone }),
  );
}

const { ruleset = "", encounter = "" } = document.body.dataset;
if (ruleset || encounter) {
  const from = encounter ? `encounter=${encodeURIComponent(encounter)}` : `ruleset=${ruleset}`;
  asked(`/build/draft?${from}`)
    .then(async (built) => {
      const parts = await asked(`/build/parts?ruleset=${encodeURIComponent(built.draft.ruleset)}`);
      new Builder(parts, built, encounter).open();
    })
    .catch((problem) => {
      const at = byId("refused");
      at.textContent = problem.message;
      at.hidden = false;
    });
}
