/** How deadly is it? A line a fight on the start page; opened, it narrows while one looks. */

import { h, plain } from "./dom.js";
import { whole } from "./odds.js";

/**
 * @typedef {import("./protocol").ForecastSent} Forecast
 * @typedef {import("./protocol").Outlooked} Outlook
 * @typedef {import("./protocol").Percent} Percent
 */

/**
 * Those that can be seen and have no line yet: one is asked for after the other.
 * @type {Set<HTMLDetailsElement>}
 */
const waiting = new Set();
let isAsking = false;

/** @returns {Promise<void>} */
async function askNext() {
  const [box] = waiting;
  if (isAsking || !box) return;
  isAsking = true;
  waiting.delete(box);
  await line(box);
  isAsking = false;
  await askNext();
}

/** @param {ParentNode} root */
export function forecastFights(root) {
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!(target instanceof HTMLDetailsElement)) continue;
      if (isIntersecting && !target.querySelector(".line")?.textContent) waiting.add(target);
      else waiting.delete(target);
    }
    askNext();
  });
  for (const box of root.querySelectorAll("details[data-forecast]")) {
    if (!(box instanceof HTMLDetailsElement)) continue;
    box.hidden = false;
    box.addEventListener("toggle", () => (box.open ? narrow(box) : leave(box)));
    choice(box)?.addEventListener("change", () => changed(box));
    seen.observe(box);
  }
}

/**
 * What is on its way for a fight, and how to call it off.
 * @type {Map<Element, AbortController>}
 */
const flying = new Map();

/** @param {HTMLDetailsElement} box */
function leave(box) {
  flying.get(box)?.abort();
  flying.delete(box);
}

/**
 * Others fight: what was known is not of them.
 * @param {HTMLDetailsElement} box
 */
async function changed(box) {
  leave(box);
  await line(box);
  if (box.open) await narrow(box);
}

/**
 * Who fights, where that can be chosen.
 * @param {HTMLElement} box
 */
const choice = (box) => /** @type {HTMLSelectElement | null | undefined} */ (box.closest("li")?.querySelector("[name=party]"));

/**
 * What is known, or with `isMore` after some more of it was worked out.
 * @param {HTMLDetailsElement} box
 * @param {boolean} isMore
 * @returns {Promise<Forecast | null>}
 */
async function fetched(box, isMore) {
  const party = choice(box)?.value ?? "";
  const query = new URLSearchParams({ encounter: box.dataset.forecast ?? "", party, more: String(isMore) });
  try {
    const headers = { accept: "application/json" };
    const response = await fetch(`/forecast?${query}`, { headers, signal: flying.get(box)?.signal });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * The usual temperament is played at once, if it was not before.
 * @param {HTMLDetailsElement} box
 */
async function line(box) {
  let found = await fetched(box, false);
  if (found && !found.usual) found = await fetched(box, true);
  if (found) draw(box, found);
}

/**
 * As long as it is open there is more of it.
 * @param {HTMLDetailsElement} box
 * @returns {Promise<void>}
 */
async function narrow(box) {
  if (flying.has(box)) return;
  const gone = new AbortController();
  flying.set(box, gone);
  await more(box, gone.signal);
  if (!gone.signal.aborted) flying.delete(box);
}

/** @param {HTMLDetailsElement} box @param {AbortSignal} signal @returns {Promise<void>} */
async function more(box, signal) {
  const found = await fetched(box, true);
  if (signal.aborted) return;
  if (found) draw(box, found);
  if (found?.more && !document.hidden) await more(box, signal);
}

/** @param {Percent} share */
export const spanText = ({ p, low, high }) => `${whole(p, low === high)} (${Math.floor(low)} to ${Math.ceil(high)})`;

/** @param {HTMLDetailsElement} box @param {Forecast} found */
function draw(box, found) {
  const { usual, well, minutes, side } = found;
  const text = box.querySelector(".line");
  const body = box.querySelector("div");
  if (!usual || !text || !body) return;
  const long = minutes ? `, about ${minutes} min` : "";
  const best = well ? `, ${well.player} ${spanText(well.win)}` : "";
  const rounds = `${usual.rounds} ${usual.rounds === 1 ? "round" : "rounds"}`;
  text.textContent = `${plain(side)} win: ${usual.player} ${spanText(usual.win)}${best}; ${rounds}${long}`;
  body.replaceChildren(table(found, usual, well), note(found, usual, well));
}

/** @param {Forecast} found @param {Outlook} usual @param {Outlook | null} well */
function table(found, usual, well) {
  const ways = [usual, ...(well ? [well] : [])];
  const row = (/** @type {string} */ name, /** @type {(of: Outlook) => string} */ cell) =>
    h("tr", {}, h("th", { scope: "row" }, name), ways.map((way) => h("td", {}, cell(way))));
  return h(
    "table",
    {},
    h("thead", {}, h("tr", {}, h("td", {}), ways.map((way) => h("th", { scope: "col" }, `played ${way.player}`)))),
    h(
      "tbody",
      {},
      row(`${plain(found.side)} win`, (way) => spanText(way.win)),
      usual.falls.map((fall, k) => row(`${fall.name} falls`, (way) => spanText((way.falls[k] ?? fall).share))),
      row("rounds", (way) => `${way.rounds}, nine in ten within ${way.rounds_at_most}`),
    ),
  );
}

/** @param {Forecast} found @param {Outlook} usual @param {Outlook | null} well */
const note = (found, usual, well) =>
  h(
    "p",
    { class: "note" },
    `Sampled: ${usual.fights.toLocaleString("en")} fights ${usual.player}, ${well ? well.fights : 0} in which the ${plain(found.side)} think. `,
    "In brackets the 95 % interval. Minutes at 20 seconds a decision.",
    found.more && " More while you look …",
  );
