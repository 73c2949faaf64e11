/** Keys: a digit chooses a plan, ? opens its working, u takes the last decision back. */

/**
 * @param {() => boolean} isHeard  whether keys mean anything now
 * @param {() => void} undo
 */
export function listenToKeys(isHeard, undo) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isHeard()) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
    if (/^[1-9]$/.test(event.key)) choose(event);
    else if (event.key === "u") undo();
    else if (event.key === "?") toggleHow();
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
