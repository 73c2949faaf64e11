/** Whoever sits down says what they are called. */

import { byId, h } from "./dom.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

export const LONGEST_NAME = 24;

let isSkipped = false;

/**
 * Whoever sits down by a link of one seat is asked what they are called, and may leave it.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function askName(view, ctx) {
  const root = byId("who-are-you");
  const { role, person, name } = view.me;
  const isAsked = role === "player" && !person && !isSkipped && !view.over && !view.isShut;
  if (root.hidden === !isAsked && root.hasChildNodes() === isAsked) return; // what is typed stays
  root.hidden = !isAsked;
  if (!isAsked) return void root.replaceChildren();
  const say = (/** @type {Event & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    ctx.send({ do: "call", name: String(new FormData(event.currentTarget).get("name")), colour: "" });
  };
  const skip = () => {
    isSkipped = true;
    askName(view, ctx);
  };
  root.replaceChildren(
    h(
      "form",
      { class: "row", onsubmit: say },
      h(
        "label",
        {},
        `You play ${name}. What are you called? `,
        h("input", { name: "name", maxlength: LONGEST_NAME, required: true, autocomplete: "nickname", enterkeyhint: "done", "data-key": "my-name" }),
      ),
      h("button", { class: "btn", "data-key": "say-name" }, "Say so"),
      h("button", { class: "btn bare", type: "button", "data-key": "skip-name", onclick: skip }, "Skip"),
    ),
  );
}
