/** The log: one sentence a line, newest first; its dice fold out, its rules are links. */

import { markOf } from "./people.js";
import { cite, cites, h, hidden, plain } from "./dom.js";
import { renderScreened, renderThrow } from "./throw.js";

/**
 * @typedef {import("./protocol").Line} Line
 * @typedef {import("./protocol").Roll} Roll
 * @typedef {import("./protocol").RollSide} RollSide
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

/** @typedef {{entry: Line | null, rolls: Line[]}} Folded  a sentence and the rolls that led to it */

const MOST_RECENT = 4;

/** @type {{key: string, element: HTMLElement}[]} newest last */
const shown = [];
/** @type {HTMLElement | null} */
let list = null;

/** @param {HTMLElement} root @param {Shown} view @param {Ctx} ctx */
export function renderLog(root, view, ctx) {
  if (!list) build(root, view, ctx);
  renderScreened(view, ctx);
  const lines = fold(view.log);
  root.classList.toggle(
    "fixed",
    view.log.every((entry) => entry.undo === null),
  );
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

/** @param {HTMLElement} root @param {Shown} view @param {Ctx} ctx */
function build(root, view, ctx) {
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
    renderThrow(view, ctx),
    h("div", { class: "lines-box", role: "log", "aria-labelledby": "log-head", tabindex: 0 }, list),
  );
}

/**
 * Rolls belong to the sentence they lead to; a heading under which nothing stands is left out.
 * @param {Line[]} entries
 * @returns {Folded[]}
 */
export function fold(entries) {
  /** @type {Folded[]} */
  const lines = [];
  /** @type {Line[]} */
  let rolls = [];
  for (const entry of entries) {
    if (entry.roll) {
      rolls.push(entry);
      continue;
    }
    if (entry.beside && rolls.length) {
      lines.push({ entry: null, rolls }); // what was taken back did not come of them
      rolls = [];
    }
    if (entry.heading && !rolls.length && isEmpty(lines.at(-1), entry)) lines.pop();
    lines.push({ entry, rolls });
    rolls = [];
  }
  if (rolls.length) lines.push({ entry: null, rolls });
  return lines;
}

/**
 * A phase in which nothing happened before the next thing began.
 * @param {Folded | undefined} last
 * @param {Line} next
 */
const isEmpty = (last, next) =>
  last?.entry?.heading === "phase" && !last.rolls.length && ["phase", "round"].includes(next.heading);

/** @param {Folded} folded @param {Shown} view @param {Ctx} ctx */
function draw({ entry, rolls }, view, ctx) {
  const undo = undoButton(
    [...rolls, entry].find((e) => e && e.undo !== null),
    view,
    ctx,
  );
  const line = (entry ?? rolls[0]).n;
  if (entry?.heading && !rolls.length)
    return h("li", { class: entry.heading, "data-line": line }, plain(entry.text).replace(/\.$/, ""), undo);
  return h(
    "li",
    { class: entry?.story ? "line story" : entry?.beside ? "line beside" : "line", "data-line": line },
    entry?.story && h("span", { class: "for-story" }, "For the story"),
    entry && h("p", { class: "said" }, markOf(view, entry.who), words(entry, ctx)),
    isWorked(entry, rolls) &&
      h(
        "details",
        {},
        h("summary", {}, summary(rolls) || "the working"),
        rolls.map((r) => [rollLine(r, view), parts(r, view)]),
        entry && parts(entry, view),
      ),
    entry && cites(view.ruleset, entry.rules),
    undo,
  );
}

/**
 * A sentence; where a fight is watched again it leads to its moment.
 * @param {Line} entry
 * @param {Ctx} ctx
 */
function words({ n, text }, ctx) {
  const { jump } = ctx;
  if (!jump) return plain(text);
  const key = { "data-key": `line|${n}` };
  return h("button", { class: "to-line", type: "button", ...key, onclick: () => jump(n) }, plain(text));
}

/** @param {Line | null} entry @param {Line[]} rolls */
const isWorked = (entry, rolls) => rolls.length > 0 || Boolean(entry?.working.length);

/**
 * What a line's numbers are made of, each with its cause and its rules.
 * @param {Line} line
 * @param {Shown} view
 */
function parts(line, view) {
  if (!line.working.length) return null;
  return h(
    "ul",
    { class: "parts" },
    line.working.map(({ label, amount, rules }) =>
      h("li", {}, plain(label), " ", h("b", {}, amountText(amount)), " ", cited(rules, view)),
    ),
  );
}

/** @param {number} amount */
const amountText = (amount) => (amount < 0 ? `−${-amount}` : String(amount));

/** @param {string[]} rules @param {Shown} view */
const cited = (rules, view) => rules.map((id) => [cite(view.ruleset, id), " "]);

/**
 * Those whose fate leads: nobody's for the game master, whose are all.
 * @param {Shown} view
 */
const ownNames = ({ creatures, me }) =>
  me.role === "gm" ? [] : creatures.filter((c) => c.mine).map((c) => c.name);

/**
 * Whether a line is about somebody one plays: they did it, or it was done to them.
 * @param {Line} line
 * @param {string[]} own
 */
const isAbout = (line, own) => own.some((name) => line.who === name || ` ${line.text}`.includes(` ${name}`));

/**
 * Of what was told, first the harm done to those one plays, then how somebody went out of the fight,
 * then what came of what one did; what room is left has the last of the rest.
 * @param {Line[]} told
 * @param {Shown} view
 */
export function dearest(told, view) {
  const own = ownNames(view);
  const lost = (view.board?.tokens ?? []).filter((one) => one.is_out).map((one) => one.name);
  const ends = new Set(
    lost.map((name) => {
      const of = told.filter(({ text }) => text.startsWith(`${name} `));
      return of.filter(({ headline }) => headline).pop() ?? of.pop(); // what fell from its hand is told last
    }),
  );
  const ranked = [
    told.filter((line) => line.harms && own.includes(line.who)),
    told.filter((line) => ends.has(line)),
    told.filter((line) => line.headline && isAbout(line, own)),
    told,
  ];
  /** @type {Set<Line>} */
  const kept = new Set();
  for (const lines of ranked) {
    const more = lines.filter((line) => !kept.has(line));
    for (const line of more.slice(Math.max(0, more.length - (MOST_RECENT - kept.size)))) kept.add(line);
  }
  const lines = told.filter((line) => kept.has(line));
  const [mine, others] = [true, false].map((is) => lines.filter((line) => (own.length > 0 && isAbout(line, own)) === is));
  return [...mine, ...others];
}

/**
 * A line of harm with the one before it, which says by whom: "Goblin 2 hits ... Regdar takes 5 damage."
 * @param {Line} line
 * @param {Line[]} told
 * @param {Line[]} kept
 */
export function withCause(line, told, kept) {
  const before = told[told.indexOf(line) - 1];
  const isCause = line.harms && before?.headline && !before.harms && before.who !== line.who;
  return isCause && !kept.includes(before) ? `${before.text} ${line.text}` : line.text;
}

/**
 * What happened since this seat answered, in order, for those whose log is out of view.
 * @param {Shown} view
 */
export function recently(view) {
  const told = view.log.filter(({ n, roll, heading }) => n >= view.since && !roll && !heading);
  if (!told.length) return null;
  const kept = dearest(told, view);
  const own = ownNames(view);
  return h(
    "section",
    { class: "recent", "aria-label": "What just happened" },
    h(
      "ol",
      {},
      kept.map((line) => h("li", { class: isAbout(line, own) ? "mine" : null }, plain(withCause(line, told, kept)))),
    ),
    h("a", { class: "small", href: "#log" }, "The whole log"),
  );
}

/**
 * What the dice came to; by whom, where they are not all one's own.
 * @param {Line[]} rolls
 */
export function summary(rolls) {
  const all = rolls.flatMap(({ rolled }) => (rolled ? [rolled] : []));
  const names = new Set(all.map((r) => r.who));
  if (names.size < 2) return all.map(short).join("; ");
  const of = (/** @type {string} */ name) => all.filter((r) => r.who === name).map(short);
  return [...names].map((name) => `${name} ${of(name).join(", ")}`).join("; ");
}

/** @param {Line | null | undefined} entry @param {Shown} view @param {Ctx} ctx */
function undoButton(entry, view, ctx) {
  if (view.me.role !== "gm" || !entry || entry.undo === null) return null;
  const go = () => ctx.send({ do: "undo", to: entry.undo, fresh: false });
  return h(
    "button",
    { class: "btn undo", type: "button", onclick: go },
    "Undo to here",
    hidden(`: ${entry.text}`),
  );
}

/**
 * What a roll came to: "4 against 5".
 * @param {Roll} roll
 */
export function short(roll) {
  const { dice, against, kind, result } = roll;
  if (kind === "dice") return `${dice.pool} (${facesOf(dice).join(" ")})`;
  const first = String(dice.total ?? (kind === "roll" ? result : dice.pool));
  const other = typeof against === "object" && against ? (against.total ?? against.pool) : against;
  const margin = kind === "margin" ? `: ${signed(Number(result))}` : "";
  return other === null ? first : `${first} against ${other}${margin}`;
}

/** @param {RollSide} side */
const facesOf = ({ hands }) => hands.flatMap(({ faces }) => faces);

/** @param {number} n */
const signed = (n) => (n < 0 ? String(n) : `+${n}`);

/**
 * What came of a roll, where its totals do not say it.
 * @param {Roll} roll
 */
export function resultText({ kind, result, dice }) {
  if (typeof result === "boolean") return result ? ": yes" : ": no";
  if (kind === "margin") return `: ${signed(Number(result))}`;
  return result === null || dice.total !== null ? "" : ` = ${result}`;
}

/**
 * The roll in full, every face in its own frame; a double frame for dice that were typed.
 * @param {Line} line
 * @param {Shown} view
 */
function rollLine(line, view) {
  const roll = /** @type {Roll} */ (line.rolled);
  const { against } = roll;
  const side = (/** @type {RollSide} */ of) => sideLine(of, roll, line.typed);
  return h(
    "p",
    { class: "dice" },
    `${roll.who} rolls ${roll.what}: `,
    side(roll.dice),
    against !== null && [" against ", typeof against === "object" ? side(against) : String(against)],
    resultText(roll),
    line.typed && " (typed)",
    " ",
    cited(line.rules, view),
  );
}

/**
 * One side's dice; whose they are is said of those that another has rolled.
 * @param {RollSide} side
 * @param {Roll} roll
 * @param {boolean} isTyped
 * @returns {Child}
 */
function sideLine(side, roll, isTyped) {
  const face = (/** @type {number} */ n) => h("span", { class: isTyped ? "d typed-in" : "d" }, n);
  const own = side === roll.dice ? roll.who : side.hands[0]?.owner;
  const hands = side.hands.map(({ owner, faces }) => [faces.map(face), owner !== own && ` (${owner}’s) `]);
  return [side.pool, " ", hands, side.total !== null && ` = ${side.total}`];
}
