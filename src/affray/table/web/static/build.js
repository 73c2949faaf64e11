/** Building a fight: a draft the server has looked at, and every change to it looked at again. */

import { asked, download, fileStem, idFor, posted, textOf } from "./asked.js";
import { byId, h, keepingFocus } from "./dom.js";
import { renderAbout } from "./build_about.js";
import { Chance } from "./build_chance.js";
import { renderBrushes, renderMap } from "./build_map.js";
import { renderPeople } from "./build_people.js";
import { Queue } from "./build_queue.js";
import { renderTools } from "./build_tools.js";
import { withCreature, withFields, withPart } from "./draft.js";
import { keepGround, pictureOf } from "./pictures.js";

/**
 * @typedef {import("./protocol").Built} Built
 * @typedef {import("./protocol").BuildingParts} BuildingParts
 * @typedef {import("./page").Draft} Draft
 * @typedef {import("./page").Held} Held
 * @typedef {{ name: string, text: string, picture: string, part: import("./protocol").MapPart }} LargeMap
 */

/**
 * A name a file can have.
 * @param {string} title
 */
function fileName(title) {
  return `${fileStem(title) || "my-fight"}.toml`;
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
    /** What there is to build with, of each game that was opened. */
    this.games = new Map([[parts.ruleset, parts]]);
    this.queue = new Queue(built);
    /** The file it was saved to, if it is one of one's own. */
    this.saved = ref.startsWith("~/") ? ref.slice(2) : "";
    /** Who is being changed, by the name they had when so many new names had been given. */
    this.chosen = { name: built.creatures[0]?.name ?? "", since: 0 };
    /** How many new names had been given when the page was drawn last. */
    this.drawn = 0;
    /** Numbers of whoever is chosen that fit only together with others. @type {Map<string, Held>} */
    this.held = new Map();
    this.brush = "";
    this.seeking = "";
    /** @type {EventTarget | null} */
    this.typed = null;
    /** While a stroke over the map is not at its end. */
    this.isDrawing = false;
    this.isLate = false;
    /** A map that was brought and is larger than the game's. @type {LargeMap | null} */
    this.large = null;
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
    if (this.isLate) this.queue.last.then(() => this.isLate && this.render());
  }

  get built() {
    return this.queue.built;
  }

  /** @returns {Draft} */
  get draft() {
    return /** @type {Draft} */ (this.built.draft);
  }

  get parts() {
    return /** @type {BuildingParts} */ (this.games.get(this.draft.ruleset));
  }

  get selected() {
    const now = this.queue.called(this.chosen.name, this.chosen.since);
    return this.built.creatures.some(({ name }) => name === now) ? now : "";
  }

  get kind() {
    return this.parts.ground.find(({ kind }) => kind === this.brush) ?? null;
  }

  /**
   * The draft as it would be; what the rules forbid is told, and nothing has changed. Names are as
   * they were drawn: what was typed before the page has a new one is meant for whoever has it.
   * @param {(draft: Draft, whom: (name: string) => string) => Draft} edit
   */
  change(edit) {
    const whom = this.#whom();
    return this.#taken(() => posted("/build/look", { draft: edit(this.draft, whom) }));
  }

  /**
   * A change to somebody, by the name they are drawn with.
   * @param {string} name
   * @param {(draft: Draft, name: string) => Draft} edit
   */
  changeOne(name, edit) {
    return this.change((was, whom) => edit(was, whom(name)));
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
    const whom = this.#whom();
    /** @type {Held["edit"]} */
    const alone = (was, now) => (part ? withPart(was, now, field, part, value) : withFields(was, now, { [field]: value }));
    const look = (/** @type {Held["edit"][]} */ edits) =>
      posted("/build/look", { draft: edits.reduce((draft, edit) => edit(draft, whom(name)), this.draft) });
    const isTaken = await this.#taken(async () => {
      this.held.delete(key);
      const others = whom(name) === this.selected ? [...this.held.values()].map(({ edit }) => edit) : [];
      if (!others.length) return look([alone]);
      const together = await look([...others, alone]).catch(() => null);
      if (together) this.held.clear();
      return together ?? look([alone]);
    });
    if (isTaken || value === undefined || whom(name) !== this.selected) return;
    this.held.set(key, { field, part, value, edit: alone });
    this.refuse(`${byId("refused").textContent} It is held, and tried again with the next number you change.`);
    this.render();
  }

  /** @param {string} name @param {string} to */
  rename(name, to) {
    const whom = this.#whom();
    const renamed = () => /** @type {[string, string]} */ ([whom(name), to]);
    return this.#taken(() => posted("/build/look", { draft: withCreature(this.draft, whom(name), { name: to }) }), renamed);
  }

  /** Whom a name means that was drawn now, when its change is made; nobody who is gone is changed. */
  #whom() {
    const { drawn } = this;
    return (/** @type {string} */ name) => {
      const now = this.queue.called(name, drawn);
      if (this.draft.creature.some((one) => one.name === now)) return now;
      throw new Error(`${now} is not in this fight any more.`);
    };
  }

  /** @param {{ content: string, side: string } | { like: string }} what */
  async more(what) {
    const whom = this.#whom();
    const now = () => ("like" in what ? { like: whom(what.like) } : what);
    if (await this.#taken(() => posted("/build/more", { draft: this.draft, ...now() }))) {
      this.#choose(this.built.creatures.at(-1)?.name ?? "");
      this.say(`${this.selected} comes. ${this.built.creatures.length} of ${this.parts.most}.`);
    }
  }

  /**
   * @param {() => Promise<Built>} ask
   * @param {() => [string, string]} [renamed]
   */
  #taken(ask, renamed) {
    return this.queue.next(async () => {
      try {
        const called = renamed?.();
        const built = await ask();
        await this.#know(/** @type {Draft} */ (built.draft).ruleset);
        this.queue.take(built, called);
        this.#show();
        return true;
      } catch (problem) {
        this.refuse(/** @type {Error} */ (problem).message);
        this.render(); // the fields show what stands, not what was refused
        return false;
      }
    });
  }

  /** @param {string} ruleset @param {boolean} [isAgain] */
  async #know(ruleset, isAgain = false) {
    if (isAgain || !this.games.has(ruleset))
      this.games.set(ruleset, await asked(`/build/parts?ruleset=${encodeURIComponent(ruleset)}`));
  }

  #show() {
    this.refuse("");
    this.render();
  }

  /**
   * After what is on its way: the last thing somebody did goes, and if that was refused it is gone.
   * @param {() => boolean} step
   */
  #turn(step) {
    const isUnanswered = this.queue.unanswered > 0;
    return this.queue.next((wasTaken) => {
      if (isUnanswered && !wasTaken) return true;
      this.held.clear();
      if (step()) this.#show();
      return true;
    });
  }

  back() {
    return this.#turn(() => this.queue.back());
  }

  forth() {
    return this.#turn(() => this.queue.forth());
  }

  /** @param {string} name  as it is drawn */
  select(name) {
    this.#choose(this.queue.called(name, this.drawn));
  }

  /** @param {string} name */
  #choose(name) {
    this.chosen = { name, since: this.queue.names.length };
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
    if (!(await this.queue.settled())) return ""; // what was typed last was refused, and that is told
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

  async export() {
    if (!(await this.queue.settled())) return;
    download(this.built.whole, this.saved || fileName(this.draft.title ?? ""));
  }

  /** For other programs. */
  async exportMap() {
    if (!(await this.queue.settled())) return;
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
   * @param {import("./protocol").DraftCard} one
   */
  async keepInLibrary(one) {
    const { ruleset, creatures } = this.parts;
    const whom = this.#whom();
    const isOwn = creatures.some(({ id, own }) => own && id === one.content);
    const id = () => (isOwn ? one.content : idFor(whom(one.name), "creature", creatures.map(({ id: taken }) => taken)));
    const what = () => ({ draft: this.draft, who: whom(one.name), id: id(), again: isOwn });
    const kept = async () => {
      const built = await posted("/build/library", what());
      await this.#know(ruleset, true);
      return built;
    };
    if (!(await this.#taken(kept))) return;
    this.say(`${whom(one.name)} is in your library as ${id()}.`);
  }

  /** @param {File} file */
  async read(file) {
    const { text, picture = "", error } = await apart(file.name, await textOf(file));
    await this.bring({ name: file.name, text, picture }, [0, 0], error);
  }

  /**
   * A file, or of a large map the part that begins there.
   * @param {{ name: string, text: string, picture: string }} file
   * @param {number[]} begins
   */
  async bring({ name, text, picture }, begins, error = "") {
    const built = () => posted("/build/bring", { draft: this.draft, name, text, picture, begins });
    if (!(await this.#taken(built))) return;
    const { report, part } = this.built;
    this.large = part && { name, text, picture, part };
    this.render();
    const told = [...report, ...(error ? [`its picture: ${error.replace(/\.$/, "")}`] : [])];
    if (told.length) byId("hint").textContent = `${name}: ${told.join("; ")}.`;
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
    this.drawn = this.queue.names.length;
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
    document.body.dataset.built = String(this.queue.before.length);
  }
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
