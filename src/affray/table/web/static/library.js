/** My library: what one has changed of a game's content, kept a file each, for any fight of it. */

import { asked, download, idFor, posted } from "./asked.js";
import { byId, h, keepingFocus, plain, shown } from "./dom.js";
import { fieldRow } from "./fields.js";

/**
 * @typedef {import("./protocol").Shelves} Shelves
 * @typedef {import("./protocol").KindOfThing} Kind
 * @typedef {import("./protocol").OwnThing} Own
 * @typedef {import("./protocol").BookThing} Thing
 */

const { ruleset = "" } = document.body.dataset;

/** What a file says of a thing beside its numbers. */
const ABOUT = new Set(["id", "name", "text", "source", "emblem"]);

/** @param {any} event @returns {string} */
const valueOf = (event) => event.currentTarget.value;

class Library {
  /** @param {Shelves} shelves */
  constructor(shelves) {
    this.shelves = shelves;
    this.kind = shelves.kinds.find(({ own }) => own.length)?.kind ?? shelves.kinds[0]?.kind ?? "";
    this.seeking = "";
    /**
     * What is being changed; what of the book it began as, and the id it was kept under.
     * @type {Record<string, unknown>}
     */
    this.table = {};
    this.from = "";
    this.kept = "";
    this.begin(this.of(this.kind).book[0]);
  }

  /** @param {string} kind @returns {Kind} */
  of(kind) {
    return /** @type {Kind} */ (this.shelves.kinds.find((one) => one.kind === kind));
  }

  /**
   * From something of the book one makes one's own.
   * @param {Thing | undefined} thing
   */
  begin(thing) {
    const { id = "", source: _, ...rest } = thing?.table ?? {};
    this.table = { ...rest, name: `My ${plain(String(rest.name ?? id))}` };
    this.from = String(id);
    this.kept = "";
  }

  /** @param {string} kind @param {Own} thing */
  change(kind, thing) {
    this.kind = kind;
    this.table = { ...thing.table, name: thing.name };
    this.kept = thing.id;
    this.from = "";
    this.render();
    byId("making-head").scrollIntoView({ block: "nearest" });
  }

  /** @param {string} text */
  refuse(text) {
    byId("refused").textContent = text;
    byId("refused").hidden = !text;
  }

  /** @param {() => Promise<Shelves>} ask @param {string} said */
  async take(ask, said) {
    try {
      this.shelves = await ask();
      this.refuse("");
      byId("say").textContent = said;
      this.render();
      return true;
    } catch (problem) {
      this.refuse(/** @type {Error} */ (problem).message);
      return false;
    }
  }

  async keep() {
    const { own, book } = this.of(this.kind);
    const id = this.kept || idFor(String(this.table.name ?? ""), this.kind, [...own, ...book].map((one) => one.id));
    if (!id) return this.refuse("It needs a name, under Called.");
    const { id: _, ...rest } = this.table;
    const what = { ruleset, kind: this.kind, table: { id, ...rest }, again: Boolean(this.kept) };
    if (await this.take(() => posted("/library/keep", what), `${this.table.name} is kept.`)) {
      this.kept = id;
      this.render();
    }
  }

  /** @param {Iterable<File>} files @returns {Promise<void>} */
  async bring(files) {
    const [file, ...others] = files;
    if (!file) return;
    const text = await file.text();
    const isIn = await this.take(() => posted("/library/bring", { ruleset, name: file.name, text }), `${file.name} is in your library.`);
    if (isIn) await this.bring(others);
  }

  /** @param {string} kind @param {Own} thing */
  async send(kind, thing) {
    try {
      const query = new URLSearchParams({ ruleset, kind, id: thing.id });
      const { text } = await asked(`/library/file?${query}`);
      download(text, `${thing.id}.toml`);
    } catch (problem) {
      this.refuse(/** @type {Error} */ (problem).message);
    }
  }

  /** @param {string} kind @param {Own} thing */
  remove(kind, thing) {
    if (this.kept === thing.id) this.kept = "";
    const what = { ruleset, kind, id: thing.id };
    return this.take(() => posted("/library/remove", what), `${thing.name} is taken out.`);
  }

  render() {
    keepingFocus(() => {
      renderMine(byId("mine"), this);
      renderMaking(byId("making"), this);
    });
    document.body.dataset.shown = String(this.shelves.kinds.reduce((sum, { own }) => sum + own.length, 0));
  }
}

/** @param {HTMLElement} root @param {Library} library */
function renderMine(root, library) {
  const wanted = library.seeking.toLowerCase();
  const seek = (/** @type {any} */ event) => {
    library.seeking = valueOf(event);
    library.render();
  };
  const all = library.shelves.kinds.flatMap(({ own }) => own);
  const kinds = library.shelves.kinds.map(({ kind, own }) => {
    const found = own.filter(({ name, id }) => `${name} ${id} ${kind}`.toLowerCase().includes(wanted));
    return found.length > 0 && [h("h3", {}, plain(kind)), h("ul", { class: "things" }, found.map((thing) => mine(kind, thing, library)))];
  });
  root.replaceChildren(
    ...shown([
      h("h2", { class: "head", id: "mine-head" }, "What you have"),
      all.length > 6 && h("label", {}, "Search ", h("input", { type: "search", "data-key": "seek", value: library.seeking, oninput: seek })),
      all.length ? kinds : h("p", { class: "note" }, "Nothing yet. Change something of the book and keep it, keep a creature in the builder, or drop a file here."),
      all.length > 0 && h("p", { class: "note" }, "A fight names them as it names what is in the book: in the builder, or in an encounter's file by id."),
    ]),
  );
}

/** @param {string} kind @param {Own} thing @param {Library} library */
function mine(kind, thing, library) {
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ does) =>
    h("button", { class: "btn bare small", type: "button", "data-key": `${text} ${kind} ${thing.id}`, onclick: does }, text, h("span", { class: "vh" }, ` ${thing.name}`));
  return h(
    "li",
    {},
    h("span", {}, thing.name, " ", h("small", { class: "quiet" }, thing.id)),
    h(
      "p",
      { class: "row" },
      !thing.problem && button("Change", () => library.change(kind, thing)),
      !thing.problem && button("Export", () => library.send(kind, thing)),
      button("Take out", () => library.remove(kind, thing)),
    ),
    thing.problem && h("p", { class: "note wrong" }, thing.problem),
  );
}

/** @param {HTMLElement} root @param {Library} library */
function renderMaking(root, library) {
  const { table, shelves, kind, kept } = library;
  const { book } = library.of(kind);
  const chosen = (/** @type {any} */ event) => {
    library.kind = valueOf(event);
    library.begin(library.of(library.kind).book[0]);
    library.render();
  };
  const based = (/** @type {any} */ event) => {
    library.begin(book.find(({ id }) => id === valueOf(event)));
    library.render();
  };
  const kinds = h("select", { "data-key": "kind", onchange: chosen }, shelves.kinds.map((one) => h("option", { value: one.kind }, plain(one.kind))));
  kinds.value = kind;
  const from = h("select", { "data-key": "from", onchange: based }, book.map(({ id, name }) => h("option", { value: id }, name)));
  from.value = library.from;
  root.replaceChildren(
    ...shown([
      h("h2", { class: "head", id: "making-head" }, kept ? `Change ${table.name}` : "Change something of the book"),
      h(
        "div",
        { class: "making" },
        !kept && h("label", {}, "What", kinds),
        !kept && h("label", {}, "Like", from),
        written(library, "name", "Called", 60),
        written(library, "text", "In a sentence", 400),
        numbers(library),
        h(
          "p",
          { class: "row" },
          h("button", { class: "btn go", type: "button", "data-key": "keep", onclick: () => library.keep() }, kept ? "Keep it so" : "Keep in my library"),
          kept && h("button", { class: "btn bare", type: "button", "data-key": "another", onclick: () => another(library) }, "Another one"),
        ),
      ),
    ]),
  );
}

/** @param {Library} library */
function another(library) {
  library.begin(library.of(library.kind).book[0]);
  library.render();
}

/** @param {Library} library @param {string} key @param {string} label @param {number} maxlength */
function written(library, key, label, maxlength) {
  const set = (/** @type {any} */ event) => {
    const { [key]: _, ...rest } = library.table;
    library.table = valueOf(event).trim() ? { ...rest, [key]: valueOf(event).trim() } : rest;
  };
  return h("label", {}, label, h("input", { "data-key": key, value: String(library.table[key] ?? ""), maxlength, onchange: set }));
}

/** @param {Library} library */
function numbers(library) {
  const { fields } = library.of(library.kind);
  const set = (/** @type {string} */ name) => (/** @type {unknown} */ value, part = "") => {
    const { [name]: before, ...rest } = library.table;
    const whole = part ? { .../** @type {object} */ (before), [part]: value } : value;
    library.table = value === undefined ? rest : { ...library.table, [name]: whole };
    // Not while one types: a button that is drawn anew under a finger is not pressed.
    if (value === undefined || before === undefined) library.render();
  };
  const said = Object.keys(library.table).filter((name) => !ABOUT.has(name));
  const rows = said.map((name) => fieldRow(name, fields.find((one) => one.name === name), library.table[name], set(name)));
  const left = fields.filter(({ name }) => !(name in library.table));
  const add = (/** @type {any} */ event) => {
    const about = fields.find(({ name }) => name === valueOf(event));
    if (about) set(about.name)(about.parts.length ? {} : about.several ? [] : (about.options[0] ?? 0));
  };
  return [
    h("ul", { class: "numbers" }, rows),
    h("select", { "data-key": "another-number", "aria-label": "Another number to say", onchange: add }, h("option", { value: "" }, "say another number …"), left.map(({ name }) => h("option", { value: name }, name.replaceAll("_", " ")))),
  ];
}

/** @param {Library} library */
function takeFiles(library) {
  byId("file").addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.currentTarget);
    library.bring([...(input.files ?? [])]).then(() => (input.value = ""));
  });
  // Anywhere on the page: a file that misses would be opened instead, and the page lost.
  for (const name of ["dragover", "dragleave", "drop"])
    addEventListener(name, (event) => {
      event.preventDefault();
      byId("start").classList.toggle("over", name === "dragover");
      if (name === "drop") library.bring([.../** @type {DragEvent} */ (event).dataTransfer?.files ?? []]);
    });
}

if (ruleset)
  asked(`/library/shelves?ruleset=${encodeURIComponent(ruleset)}`)
    .then((shelves) => {
      const library = new Library(shelves);
      takeFiles(library);
      library.render();
    })
    .catch((problem) => {
      byId("refused").textContent = problem.message;
      byId("refused").hidden = false;
    });
