/** Keys: a digit chooses a plan, ? opens its working, u takes the last decision back. */

const KEPT = "affray-keys";
const OFF = "off";

/** Whether single keys do something; who speaks to the machine, or slips, turns them off. */
export const areKeysOn = () => document.documentElement.dataset.keys !== OFF;

/** @param {boolean} on */
export function turnKeys(on) {
  if (on) delete document.documentElement.dataset.keys;
  else document.documentElement.dataset.keys = OFF;
  try {
    localStorage.setItem(KEPT, on ? "" : OFF);
  } catch {
    // Kept for this page only.
  }
}

/** What was said of them before on this machine. */
export function recallKeys() {
  try {
    if (localStorage.getItem(KEPT) === OFF) document.documentElement.dataset.keys = OFF;
  } catch {
    // Nothing is remembered here.
  }
}

/**
 * @param {() => boolean} isHeard  whether keys mean anything now
 * @param {Record<string, () => void>} acts  what single letters do
 */
export function listenToKeys(isHeard, acts) {
  recallKeys();
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !areKeysOn() || !isHeard()) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (/^[1-9]$/.test(event.key)) choose(event);
    else if (event.key === "?") toggleHow();
    else if (Object.hasOwn(acts, event.key)) acts[event.key]();
  });
}

/** @param {KeyboardEvent} event */
function choose(event) {
  const button = document.querySelector(`#start [data-digit="${event.key}"]`);
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  button.click();
}

/** The working of the plan that has the focus, else of the first. */
function toggleHow() {
  const row = document.activeElement?.closest(".plan") ?? document.querySelector("#start .plan");
  const how = row?.querySelector(".how");
  if (how instanceof HTMLElement) how.click();
}
