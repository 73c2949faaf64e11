/** The log: one sentence a line, newest first; its dice fold out, its rules are links. */

import { cite, cites, h, hidden, plain } from "./dom.js";

const MOST_RECENT = 4;

/** @type {{key: string, element: HTMLElement}[]} newest last */
let shown = [];
/** @type {HTMLElement | null} */
let list = null;

/** @param {HTMLElement} root */
export function renderLog(root, view, ctx) {
  if (!list) build(root, view);
  const lines = fold(view.log);
  root.classList.toggle("fixed", !view.log.some((entry) => entry.undo !== null && entry.undo !== undefined));
  const keys = lines.map((line) => JSON.stringify(line));
  let same = 0;
  while (same < keys.length && same < shown.length && shown[same].key === keys[same]) same += 1;
  // Only what is new is put in: a screen reader would read a redrawn log from the start.
  for (const old of shown.splice(same)) old.element.remove();
  for (let k = same; k < lines.length; k += 1) {
    const element = draw(lines[k], view, ctx);
    shown.push({ key: keys[k], element });
    list?.prepend(element);
  }
}

function build(root, view) {
  list = h("ol", { class: "lines" });
  const pick = h(
    "button",
    {
      class: "btn bare small picker",
      type: "button",
      "aria-pressed": "false",
      onclick: (e) => {
        const on = root.classList.toggle("picks");
        e.currentTarget.setAttribute("aria-pressed", String(on));
      },
    },
    "Undo to a line",
  );
  root.replaceChildren(
    h(
      "div",
      { class: "log-head" },
      h("h2", { class: "head", id: "log-head" }, "Log ", h("span", { class: "small" }, "newest first")),
      view.me.role === "gm" && pick,
    ),
    h("div", { class: "lines-box", role: "log", "aria-labelledby": "log-head", tabindex: 0 }, list),
  );
}

/** Rolls belong to the sentence they lead to; a heading under which nothing stands is left out. */
function fold(entries) {
  const lines = [];
  let rolls = [];
  for (const entry of entries) {
    if (entry.roll) {
      rolls.push(entry);
      continue;
    }
    if (entry.heading && !rolls.length && isEmpty(lines.at(-1), entry)) lines.pop();
    lines.push({ entry, rolls });
    rolls = [];
  }
  if (rolls.length) lines.push({ entry: null, rolls });
  return lines;
}

/** A phase in which nothing happened before the next thing began. */
const isEmpty = (last, next) =>
  last?.entry?.heading === "phase" && !last.rolls.length && ["phase", "round"].includes(next.heading);

function draw({ entry, rolls }, view, ctx) {
  const undo = undoButton(
    [...rolls, entry].find((e) => e && e.undo !== null && e.undo !== undefined),
    view,
    ctx,
  );
  if (entry?.heading && !rolls.length)
    return h("li", { class: entry.heading }, plain(entry.text).replace(/\.$/, ""), undo);
  return h(
    "li",
    { class: entry?.story ? "line story" : "line" },
    entry?.story && h("span", { class: "for-story" }, "For the story"),
    entry && h("p", { class: "said" }, plain(entry.text)),
    rolls.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, summary(rolls)),
        rolls.map((r) => dice(r, view)),
      ),
    entry && cites(view.ruleset, entry.rules),
    undo,
  );
}

/** The last sentences since this seat answered, in order, for those whose log is out of view. */
export function recently(view) {
  const told = view.log.filter(({ n, roll, heading }) => n >= view.since && !roll && !heading);
  if (!told.length) return null;
  return h(
    "section",
    { class: "recent", "aria-label": "What just happened" },
    h(
      "ol",
      {},
      told.slice(-MOST_RECENT).map((entry) => h("li", {}, plain(entry.text))),
    ),
    h("a", { class: "small", href: "#log" }, "The whole log"),
  );
}

/** What the dice came to; by whom, where they are not all one's own. */
function summary(rolls) {
  const names = new Set(rolls.map((r) => r.who));
  if (names.size < 2) return rolls.map(short).join("; ");
  const of = (name) => rolls.filter((r) => r.who === name).map(short);
  return [...names].map((name) => `${name} ${of(name).join(", ")}`).join("; ");
}

function undoButton(entry, view, ctx) {
  if (view.me.role !== "gm" || !entry || entry.undo === null || entry.undo === undefined) return null;
  const go = () => ctx.send({ do: "undo", to: entry.undo, fresh: false });
  return h(
    "button",
    { class: "btn undo", type: "button", onclick: go },
    "Undo to here",
    hidden(`: ${entry.text}`),
  );
}

/** What a roll came to: "4 against 5". */
function short({ text }) {
  const dice = text.slice(text.indexOf(": ") + 2).replace(/: (yes|no)$/, "");
  return dice.replace(
    /[^;]*?\(([^)]*)\) = (-?\d+)/g,
    (all, faces, total) => `${/^ against/.test(all) ? " against " : ""}${total}`,
  );
}

/** The roll in full, every face in its own frame; a double frame for dice that were typed. */
function dice({ text, typed, rules }, view) {
  const parts = text.split(/\(([\d ]+)\)/);
  const faces = (list) => list.split(" ").map((n) => h("span", { class: typed ? "d typed-in" : "d" }, n));
  return h(
    "p",
    { class: "dice" },
    parts.map((part, k) => (k % 2 ? faces(part) : part)),
    typed && " (typed)",
    " ",
    (rules ?? []).map((id) => [cite(view.ruleset, id), " "]),
  );
}
