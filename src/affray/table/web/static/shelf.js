/** The shelf: one's own fights and the samples, found by a word, a game, a folder, or lately played. */

import { byId } from "./dom.js";

const KEPT = "affray-recent";
const MOST = 8;

/** @returns {string[]} what was played here lately, the last first */
function recent() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

/** @param {string} ref */
function played(ref) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([ref, ...recent().filter((one) => one !== ref)].slice(0, MOST)));
  } catch {
    // Not kept, then.
  }
}

/** @param {HTMLElement} row @param {string} which @param {string[]} lately */
function isOf(row, which, lately) {
  const { ref = "" } = row.dataset;
  if (which === "recent") return lately.includes(ref);
  if (which === "own") return /^[~.]\//.test(ref);
  return !which || row.closest("[data-system]")?.getAttribute("data-system") === which;
}

/** Shows what is sought, and its headings; all of it where nothing is. */
function look() {
  const words = /** @type {HTMLInputElement} */ (byId("sought")).value.toLowerCase().split(/\s+/).filter(Boolean);
  const which = /** @type {HTMLSelectElement} */ (byId("which")).value;
  const isSeeking = words.length > 0 || which !== "";
  const lately = recent();
  let count = 0;
  for (const row of document.querySelectorAll("li.fight")) {
    if (!(row instanceof HTMLElement)) continue;
    const text = (row.dataset.words ?? "").toLowerCase();
    const isShown = words.every((word) => text.includes(word)) && isOf(row, which, lately);
    row.hidden = !isShown;
    count += Number(isShown);
  }
  for (const group of document.querySelectorAll(".folder, details.own, li.system")) {
    if (!(group instanceof HTMLElement)) continue;
    group.hidden = isSeeking && !group.querySelector("li.fight:not([hidden])");
    if (isSeeking && group instanceof HTMLDetailsElement && !group.hidden) group.open = true;
  }
  byId("of-yours").hidden = isSeeking && !document.querySelector("#of-yours li.fight:not([hidden])");
  byId("found").textContent = isSeeking ? `${count || "no"} ${count === 1 ? "fight" : "fights"}` : "";
}

/** @returns {() => void} what looks again, once there are others */
export function openShelf() {
  byId("shelf").hidden = false;
  byId("sought").addEventListener("input", look);
  byId("which").addEventListener("change", look);
  document.addEventListener("submit", (event) => {
    const row = event.target instanceof Element && event.target.closest("li.fight");
    if (row instanceof HTMLElement) played(row.dataset.ref ?? "");
  });
  return look;
}
