/** A tray for any free roll: thrown by the server for all to see, and a line of the log. */

import { h, hidden, keepingFocus } from "./dom.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const MOST_LISTED = 5;
let isOpen = false; // a reader of the log has its room until somebody wants to throw

/** @param {Shown} view @param {Ctx} ctx */
export function renderThrow(view, ctx) {
  if (view.me.role === "watcher") return ""; // who looks on throws nothing
  const dice = h("input", {
    id: "throw-dice",
    placeholder: "2d6+1",
    size: 8,
    maxlength: 60,
    autocomplete: "off",
  });
  const screen = h("input", { id: "throw-hidden", type: "checkbox" });
  const why = h("p", { class: "note", role: "alert" });
  const send = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (!dice.value.trim()) return;
    const answer = await ctx.send({ do: "throw", dice: dice.value, hidden: screen.checked });
    why.textContent = answer?.error ?? ""; // where one looks, not at the question far above
  };
  /** @type {HTMLDetailsElement} */
  const tray = h(
    "details",
    { class: "tray-for-all", open: isOpen, ontoggle: () => (isOpen = tray.open) },
    h("summary", { class: "small quiet", id: "throw-open" }, "Throw any dice"),
    h(
      "form",
      { class: "throw", onsubmit: send },
      h("label", { class: "vh", for: "throw-dice" }, "Which dice"),
      dice,
      h("button", { class: "btn", id: "throw" }, "Throw"),
      view.me.role === "gm" && h("label", { class: "small" }, screen, " behind the screen"),
      why,
    ),
    h("ul", { id: "screened", class: "screened small" }),
  );
  return tray;
}

/**
 * What was thrown behind the screen, until it is shown.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function renderScreened(view, ctx) {
  const list = document.getElementById("screened");
  if (!list) return;
  const one = (/** @type {{n: number, text: string}} */ { n, text }) => {
    const show = { class: "btn bare", type: "button", "data-key": `show-${n}`, onclick: () => ctx.send({ do: "show", throw: n }) };
    return h("li", {}, `behind the screen: ${text} `, h("button", show, "Show", hidden(` ${text} to all`)));
  };
  const latest = (view.screened ?? []).slice(-MOST_LISTED);
  keepingFocus(() => list.replaceChildren(...latest.map(one)));
}
