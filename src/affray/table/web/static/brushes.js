/** The game master's tools for the map: what draws with them is fetched when one is first taken in hand. */

import { CUT } from "./opened.js";

/**
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Shown} Shown
 */

/**
 * @param {() => Shown} view
 * @param {(order: Order) => Promise<unknown>} send
 * @param {(why: string) => void} tell
 */
export function toolsOfMaster(view, send, tell) {
  /** @type {{draw: () => unknown}[]} */
  const tools = [];
  const buttons = [...document.querySelectorAll("#fog-on, #lay-on")];
  let isFetching = false;
  const fetched = async (/** @type {Event} */ { currentTarget: button }) => {
    if (isFetching) return;
    isFetching = true;
    const found = await import("./masters.js").catch(() => tell(CUT));
    isFetching = false;
    if (!found) return;
    for (const one of buttons) one.removeEventListener("click", fetched);
    tools.push(...found.tools(view, send));
    if (button instanceof HTMLElement) button.click();
  };
  for (const one of buttons) one.addEventListener("click", fetched);
  return tools;
}
