/** A fight watched again: the table's own board, cards and log, moment by moment. */

import { byId, h, keepingFocus, plain } from "./dom.js";
import { renderBoard } from "./board.js";
import { renderCards } from "./cards.js";
import { Film, fromServer } from "./film.js";
import { areKeysOn, recallKeys } from "./keys.js";
import { fold, renderLog, summary } from "./log.js";
import { openRulesInPlace } from "./rules.js";
import { renderStrip } from "./strip.js";

/**
 * @typedef {import("./protocol").Line} Line
 * @typedef {import("./protocol").Moments} Moments
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const LEAST = 1100; // milliseconds a moment is shown at the usual speed
const A_LETTER = 22;
const MOST = 6000;
const MOST_TOLD = 6;

const wide = matchMedia("(min-width: 68rem)");
const narrow = matchMedia("(max-width: 43.99rem)");
const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
const ahead = h("input", { type: "checkbox", id: "ahead", onchange: showAhead });
const held = document.getElementById("the-film");
/** @type {{blocks: Moments[], rules: Record<string, string>} | null} what a file brings with it */
const alone = held ? JSON.parse(held.textContent ?? "") : null;
const film = new Film(alone ? async (block) => alone.blocks[block] : fromServer(document.body.dataset));

let now = 0;
/** The moment that is wanted: another may be, before its block has come. */
let wanted = 0;
let timer = 0;
let isPlaying = false;
/** @type {Shown} */
let view;

/** What the parts of the table may know and do here: they show, and a line leads to its moment. */
const ctx = /** @type {Ctx} */ (
  /** @type {unknown} */ ({
    open: "",
    lit: "",
    isWide: () => wide.matches,
    isNarrow: () => narrow.matches,
    jump: (/** @type {number} */ line) => {
      pause();
      go(film.momentOf(line));
    },
  })
);

/**
 * Show a moment, once it is there.
 * @param {number} moment
 */
async function go(moment) {
  const to = (wanted = Math.max(0, Math.min(moment, Math.max(0, film.moments - 1))));
  if (!film.has(to)) {
    try {
      await film.reach(to);
    } catch (error) {
      pause();
      return tell(error instanceof Error && error.message ? error.message : "The server did not answer.");
    }
    if (to !== wanted) return; // somebody has gone on meanwhile
  }
  film.reach(to);
  tell("");
  now = to;
  draw();
}

/** @param {string} problem */
function tell(problem) {
  const line = byId("connection");
  line.textContent = problem;
  line.hidden = !problem;
}

const isLast = () => now >= film.moments - 1;

function draw() {
  const state = film.states[now];
  const log = ahead.checked ? film.until(film.moments) : film.until(now);
  const me = { role: "watcher", name: "", person: "", colour: "", colours: [], creatures: [], undo: null, others: [] };
  view = /** @type {Shown} */ (
    /** @type {unknown} */ ({ ...state, ...film.about, seq: now, me, log, pending: null, present: {} })
  );
  renderStrip(byId("strip"), view);
  byId("round").textContent = view.round && byId("strip").hidden ? `round ${view.round}` : "";
  keepingFocus(() => {
    renderBoard(byId("map"), view, ctx);
    renderCards(byId("cards"), view);
  });
  renderLog(byId("log"), view, ctx);
  if (!ahead.isConnected) furnishLog();
  drawTold(film.told[now]);
  markLines();
  drawReel();
}

/** A leap must not have a screen reader read hundreds of lines: each moment is said by itself. */
function furnishLog() {
  const label = h("label", { class: "check" }, ahead, h("span", {}, "what comes, too"));
  byId("log").querySelector(".log-head")?.append(label);
  byId("log").querySelector(".lines-box")?.setAttribute("aria-live", "off");
}

/**
 * What happened in this moment, as it was told.
 * @param {Line[]} lines
 */
function drawTold(lines) {
  const told = fold(lines).flatMap(({ entry }) => (entry && !entry.heading ? [plain(entry.text)] : []));
  const [first = "", ...rest] = view.over && view.outcome_text ? [plain(view.outcome_text), ...told] : told;
  byId("asked").textContent = first || (now ? between(lines) : "How it began");
  const shown = rest.length > MOST_TOLD ? [...rest.slice(0, MOST_TOLD - 1), "… and more in the log"] : rest;
  byId("told-now").replaceChildren(...shown.map((text) => h("li", {}, text)));
  byId("say").textContent = [first, ...rest].join(" ");
}

/**
 * A moment in which nothing was told but a heading or dice, or somebody only chose.
 * @param {Line[]} lines
 */
function between(lines) {
  const heading = lines.filter((line) => line.heading).at(-1);
  const dice = summary(lines.filter((line) => line.roll));
  return heading ? plain(heading.text) : dice ? `Dice: ${dice}` : "Somebody chooses";
}

/** Which lines are of this moment, and which are yet to come. */
function markLines() {
  const mine = new Set(film.told[now].map(({ n }) => n));
  const passed = film.until(now).at(-1)?.n ?? -1;
  /** @type {HTMLElement | null} */
  let here = null;
  for (const line of byId("log").querySelectorAll("li[data-line]")) {
    if (!(line instanceof HTMLElement)) continue;
    const n = Number(line.dataset.line);
    line.classList.toggle("ahead", n > passed);
    line.classList.toggle("now", mine.has(n));
    if (mine.has(n)) here ??= line;
  }
  const box = byId("log").querySelector(".lines-box");
  if (!here || !(box instanceof HTMLElement) || box.scrollHeight <= box.clientHeight) return;
  const top = here.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - here.offsetHeight) box.scrollTop = top - 8;
}

function drawReel() {
  const place = `${now + 1} of ${film.moments}`;
  scrub.max = String(film.moments - 1);
  scrub.value = String(now);
  scrub.setAttribute("aria-valuetext", `${place}${view.round ? `, round ${view.round}` : ""}`);
  byId("where").textContent = place;
  for (const [id, isOff] of /** @type {[string, boolean][]} */ ([
    ["to-start", now === 0],
    ["back", now === 0],
    ["on", isLast()],
    ["to-end", isLast()],
  ]))
    byId(id).setAttribute("aria-disabled", String(isOff)); // it keeps the focus, which disabled would lose
  byId("play-word").textContent = isPlaying ? "Pause" : isLast() ? "From the start" : "Play";
  const fork = document.getElementById("fork-at");
  if (fork instanceof HTMLInputElement) fork.value = String(now);
  const forks = document.getElementById("fork-go");
  if (forks instanceof HTMLButtonElement) forks.disabled = view.over;
  // For programs that drive the page: what it shows.
  Object.assign(document.body.dataset, { seq: now, state: isPlaying ? "playing" : "paused" });
}

/** How long a moment is shown: who reads more has more time. */
function length() {
  const letters = film.told[now].reduce((sum, { text, roll }) => sum + (roll ? 0 : text.length), 0);
  return Math.min(MOST, LEAST + A_LETTER * letters) / Number(speed.value);
}

function pause() {
  isPlaying = false;
  clearTimeout(timer);
  if (view) drawReel();
}

async function play() {
  isPlaying = true;
  if (isLast()) await go(0);
  else drawReel();
  await wait();
}

async function wait() {
  clearTimeout(timer);
  if (!isPlaying) return;
  if (isLast()) return pause();
  timer = window.setTimeout(async () => {
    await go(now + 1);
    wait();
  }, length());
}

const toggle = () => (isPlaying ? pause() : play());

/** @param {number} by */
const step = (by) => () => {
  pause();
  go(now + by);
};

const acts = { back: step(-1), on: step(1), "to-start": step(-Infinity), "to-end": step(Infinity), play: toggle };
for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
scrub.addEventListener("input", () => {
  const moment = Number(scrub.value); // to hold it draws where it is now
  pause();
  go(moment);
});
speed.addEventListener("change", wait);
/** Lines of what is yet to come: to jump there, for who does not mind knowing. */
async function showAhead() {
  if (ahead.checked) await film.all();
  draw();
}

recallKeys();
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !areKeysOn() || !view) return;
  const on = event.target instanceof Element ? event.target : null;
  if (on?.closest("input, select, textarea")) return;
  const does = { ArrowLeft: acts.back, ArrowRight: acts.on, " ": toggle }[event.key];
  const isPressed = event.key === " " && on?.closest("button, a, summary"); // it is theirs
  if (!does || isPressed) return;
  event.preventDefault();
  does();
});

document.getElementById("by")?.addEventListener("change", ({ currentTarget: by }) => {
  if (by instanceof HTMLSelectElement) by.form?.submit();
});
document.getElementById("look-so")?.setAttribute("hidden", ""); // choosing is enough

/** A map in feet or of places is drawn for the room it has. */
let drawnFor = "";
new ResizeObserver(([{ contentRect: room }]) => {
  const size = `${Math.round(room.width)} ${wide.matches ? Math.round(room.height / 8) : ""}`;
  if (view && drawnFor && size !== drawnFor) renderBoard(byId("map"), view, ctx);
  drawnFor = size;
}).observe(byId("map"));
for (const size of [wide, narrow]) size.addEventListener("change", () => view && draw());

openRulesInPlace(document.body.dataset.ruleset ?? "", alone && new Map(Object.entries(alone.rules)));
go(0);
