/** Was it the dice or the choices? The chance to win from the beginning to the end, as a curve. */

import { h, keepingFocus, plain, s } from "./dom.js";
import { whole } from "./odds.js";

/**
 * @typedef {import("./protocol").ReviewSent} Review
 * @typedef {import("./protocol").CurvePoint} CurvePoint
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const [WIDE, TALL] = [600, 150];
const KEPT = "affray-review";

/**
 * Who has found out once and comes back to the page need not press again.
 * @param {string} [fight]  to be remembered
 */
function asked(fight) {
  try {
    if (fight) sessionStorage.setItem(KEPT, fight);
    return sessionStorage.getItem(KEPT);
  } catch {
    return null; // no storage here: one presses again
  }
}

/**
 * What was asked for of which fight, how far it is, and which point is read.
 * @type {{of: string, found: Review | null, error: string, at: number, gone: AbortController} | null}
 */
let asking = null;

/** @param {Shown} view */
const fightOf = (view) => JSON.stringify([view.id, view.ending?.rounds, view.outcome_text, view.ending?.story]);

/**
 * A button, and once it is pressed what is known so far.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function renderReview(view, ctx) {
  if (!view.ending) return null;
  if (asking && asking.of !== fightOf(view)) {
    asking.gone.abort();
    asking = null;
  }
  if (!asking && asked() === fightOf(view)) queueMicrotask(() => begin(view, ctx)); // once it is on the page
  return section(view, ctx);
}

/** @param {Shown} view @param {Ctx} ctx */
function begin(view, ctx) {
  if (asking) return;
  asking = { of: fightOf(view), found: null, error: "", at: 0, gone: new AbortController() };
  asked(asking.of);
  redraw(view, ctx);
  ask(view, ctx, 0);
}

/** @param {Shown} view @param {Ctx} ctx */
function section(view, ctx) {
  const press = () => {
    begin(view, ctx);
    document.getElementById("review-head")?.focus({ preventScroll: true }); // the button is gone
  };
  const button = { class: "btn", type: "button", "data-key": "review", onclick: press };
  return h(
    "section",
    { class: asking ? "review open" : "review", id: "review", "aria-labelledby": "review-head" },
    h("h3", { id: "review-head", tabindex: -1, "data-key": "review-head" }, "Was it the dice or the choices?"),
    asking ? told(view, ctx) : h("button", button, "Find out"),
  );
}

/** @param {Shown} view @param {Ctx} ctx */
const redraw = (view, ctx) =>
  keepingFocus(() => document.getElementById("review")?.replaceWith(section(view, ctx)));

/**
 * One part after the other, until there is no more to be had or somebody has left.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @param {number} part
 * @returns {Promise<void>}
 */
async function ask(view, ctx, part) {
  const mine = asking;
  if (!mine) return;
  const said = await fetched(ctx, part, mine.gone.signal);
  if (mine.gone.signal.aborted || !document.getElementById("review")) return;
  if ("error" in said) mine.error = said.error;
  else if ("too_many" in said) mine.error = "This takes too long to work out.";
  else mine.found = said;
  if ("curve" in said && said.next === null) ctx.say(verdict(said));
  redraw(view, ctx);
  if ("curve" in said && said.next !== null) await ask(view, ctx, said.next);
}

/**
 * @param {Ctx} ctx
 * @param {number} part
 * @param {AbortSignal} signal
 * @returns {Promise<Review | import("./protocol").TooMany | {error: string}>}
 */
async function fetched(ctx, part, signal) {
  try {
    return await (await ctx.odds.net.ask(`review?part=${part}`, { signal })).json();
  } catch {
    return { error: "It could not be fetched." };
  }
}

/** @param {Review} found */
const verdict = ({ verdict: said }) => `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;

/** @param {number} points */
const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)}`;

/** @param {Shown} view @param {Ctx} ctx @returns {Child} */
function told(view, ctx) {
  const { found, error } = asking ?? {};
  if (error) return h("p", { class: "note", role: "status" }, plain(error));
  if (!found || found.part === 0) return h("p", { class: "note", role: "status" }, "Playing it out from every moment …");
  const far = Math.round((100 * (found.part + 1)) / found.parts);
  return [
    h("p", { class: "verdict" }, found.next === null ? verdict(found) : `${far} % worked out …`),
    curve(found, view, ctx),
    sums(found),
    moments(found, view, ctx),
    h(
      "p",
      { class: "note" },
      `Chance of the ${found.side} to win if all had played on as ${found.played_on_by} computers; sampled, with its 95 % interval.`,
      !found.compiled && " The rules are not compiled: few fights were tried.",
    ),
  ];
}

/** @param {Review} found */
const sums = (found) =>
  h(
    "dl",
    { class: "sums" },
    h("div", {}, h("dt", {}, "Dice"), h("dd", {}, pointsText(found.luck))),
    Object.entries(found.choices_of).map(([side, points]) =>
      h("div", {}, h("dt", {}, `Choices of the ${plain(side)}`), h("dd", {}, pointsText(points))),
    ),
  );

/** @param {{points: number, error: number}} of */
const pointsText = ({ points, error }) => `${signed(points)} points ± ${error.toFixed(1)}`;

/**
 * The turning point, what the dice moved most, and what choices cost most; each leads to its point.
 * @param {Review} found
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function moments(found, view, ctx) {
  const turn = found.turning_point === null ? undefined : found.curve[found.turning_point];
  const row = (/** @type {number} */ n, /** @type {string} */ text, /** @type {string} */ moved) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "in-list", type: "button", "data-key": `moment-${n}`, onclick: () => read(n, view, ctx) },
        plain(text),
      ),
      h("b", {}, moved),
    );
  return [
    turn && h("h4", {}, `The turning point, round ${turn.round}`),
    turn && h("ul", {}, row(turn.n, turn.text, signed(turn.swing))),
    found.swings.length > 0 && h("h4", {}, "Largest swings"),
    h("ul", {}, found.swings.map((one) => row(one.n, one.text, `${signed(one.points)} ± ${one.error.toFixed(1)}`))),
    found.costliest.length > 0 && h("h4", {}, "Costliest decisions, and what would have been better"),
    h(
      "ul",
      {},
      found.costliest.map((one) =>
        row(one.n, `${one.text}; better: ${one.better}`, `${one.cost.toFixed(1)} ± ${one.cost_error.toFixed(1)}`),
      ),
    ),
  ];
}

/** @param {number} k @param {Review} found */
const xOf = (k, { curve: points }) => (WIDE * k) / Math.max(1, points.length - 1);

/** @param {number} win */
const yOf = (win) => TALL - (TALL * Math.min(100, Math.max(0, win))) / 100;

/**
 * The curve with its interval; a slider below it reads a point, and so does the pointer.
 * @param {Review} found
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function curve(found, view, ctx) {
  const points = found.curve;
  const at = Math.min(asking?.at ?? 0, points.length - 1);
  const place = (/** @type {number} */ k, /** @type {number} */ win) => `${xOf(k, found).toFixed(1)} ${yOf(win).toFixed(1)}`;
  const upper = points.map((point, k) => place(k, point.win + point.error));
  const lower = points.reduceRight((/** @type {string[]} */ back, point, k) => [...back, place(k, point.win - point.error)], []);
  const under = (/** @type {PointerEvent | MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * (points.length - 1));
  };
  return h(
    "figure",
    { class: "curve" },
    s(
      "svg",
      {
        viewBox: `0 0 ${WIDE} ${TALL}`,
        preserveAspectRatio: "none",
        "aria-hidden": "true",
        onpointermove: (e) => read(under(e), view, ctx),
        onclick: (e) => toLog(points[under(e)]),
      },
      s("path", { class: "band", d: `M${[...upper, ...lower].join("L")}Z` }),
      s("line", { class: "even", x1: 0, x2: WIDE, y1: TALL / 2, y2: TALL / 2 }),
      s("path", { class: "win", d: `M${points.map((point, k) => place(k, point.win)).join("L")}` }),
      found.turning_point !== null &&
        s("line", { class: "turn", x1: xOf(found.turning_point, found), x2: xOf(found.turning_point, found), y1: 0, y2: TALL }),
      s("line", { class: "here", x1: xOf(at, found), x2: xOf(at, found), y1: 0, y2: TALL }),
    ),
    h("input", {
      type: "range",
      min: 0,
      max: points.length - 1,
      value: at,
      "data-key": "review-at",
      "aria-label": "Moment of the fight",
      "aria-valuetext": pointText(points[at], found.side),
      oninput: (e) => read(Number(e.currentTarget.value), view, ctx),
    }),
    h(
      "figcaption",
      {},
      h("span", { id: "review-point" }, pointText(points[at], found.side)),
      " ",
      h("button", { class: "btn bare small", type: "button", "data-key": "review-log", onclick: () => toLog(points[asking?.at ?? 0]) }, "In the log"),
    ),
  );
}

/**
 * @param {CurvePoint} point
 * @param {string} side  whose chance it is
 */
export const pointText = ({ round, text, win, error, swing }, side) =>
  `Round ${round}: ${plain(text)}. The ${plain(side)} then wins with ${whole(win, !error)} ± ${Math.ceil(error)}${swing ? `, ${signed(swing)}` : ""}.`;

/**
 * Read a point: the line moves there, and what happened is told below. Nothing else is drawn.
 * @param {number} n
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function read(n, view, ctx) {
  const found = asking?.found;
  const point = found?.curve[n];
  const here = document.querySelector("#review .here");
  const slider = document.querySelector("#review input");
  if (!asking || !found || !point || !here || !(slider instanceof HTMLInputElement)) return redraw(view, ctx);
  asking.at = n;
  for (const end of ["x1", "x2"]) here.setAttribute(end, String(xOf(n, found)));
  slider.value = String(n);
  slider.setAttribute("aria-valuetext", pointText(point, found.side));
  const text = document.getElementById("review-point");
  if (text) text.textContent = pointText(point, found.side);
}

/**
 * Where the log tells of a moment; the log is on the page, so nothing is fetched.
 * @param {CurvePoint | undefined} point
 */
function toLog(point) {
  const lines = [...document.querySelectorAll("#log [data-line]")];
  const later = lines.filter((line) => Number(line.getAttribute("data-line")) >= (point?.line ?? 0));
  const found = later.at(-1); // the newest stands first
  if (!(found instanceof HTMLElement)) return;
  found.scrollIntoView({ block: "center" });
  found.setAttribute("tabindex", "-1");
  found.focus({ preventScroll: true });
}
