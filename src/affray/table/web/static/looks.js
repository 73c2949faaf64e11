/** How tokens look: emblems or letters for whoever reads, and each emblem for the game master. */

import { byId, h, hidden } from "./dom.js";
import { pictureButton } from "./pictures.js";
import { useLetters, usesLetters } from "./token.js";

/**
 * @typedef {import("./protocol").Token} Token
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

let isOpen = false; // drawn anew with every news, it stays as it was left

/**
 * The menu's part about tokens.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function looks(view, ctx) {
  const tokens = view.board?.tokens ?? [];
  const emblems = [...document.querySelectorAll("#emblem-names option")].map((o) => o.getAttribute("value") ?? "");
  if (!tokens.length) return [];
  return [
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: usesLetters(),
        "data-key": "letters",
        onchange: (event) => {
          useLetters(event.currentTarget.checked);
          ctx.redraw();
        },
      }),
      " Letters instead of emblems and pictures, on this screen",
    ),
    emblems.length > 0 &&
      h(
        "details",
        { class: "looks", open: isOpen, ontoggle: (event) => void (isOpen = event.currentTarget.open) },
        h("summary", {}, "An emblem or a picture for each"),
        tokens.map((token) => each(token, emblems, ctx)),
        h("p", { class: "note", role: "status", id: "picture-why" }),
      ),
    h(
      "p",
      { class: "note" },
      "Emblems: ",
      h("a", { href: "https://game-icons.net", rel: "noopener", target: "_blank" }, "game-icons.net"),
      ", by Lorc, Delapouite and contributors, ",
      h("a", { href: "https://creativecommons.org/licenses/by/3.0/", rel: "noopener", target: "_blank" }, "CC BY 3.0"),
      ".",
    ),
  ];
}

/**
 * One creature's emblem, or a picture of one's own in its place.
 * @param {Token} token
 * @param {string[]} emblems
 * @param {Ctx} ctx
 */
function each({ name, who, emblem, picture }, emblems, ctx) {
  const choose = (/** @type {string} */ one) => ctx.send({ do: "look", creature: name, emblem: one });
  const off = () => ctx.send({ do: "take-off", creature: name });
  const told = (/** @type {string} */ why) => void (byId("picture-why").textContent = why);
  return h(
    "div",
    { class: "picture-of" },
    h(
      "label",
      {},
      `${name} `,
      h(
        "select",
        { "data-key": `look-${who}`, onchange: (event) => choose(event.currentTarget.value) },
        emblems.map((one) => h("option", { value: one, selected: one === emblem }, one.replaceAll("-", " "))),
      ),
    ),
    pictureButton(name, `picture-${who}`, told),
    picture &&
      h(
        "button",
        { class: "btn bare", type: "button", "data-key": `picture-off-${who}`, onclick: off },
        "Take it off",
        hidden(`: ${name}`),
      ),
  );
}
