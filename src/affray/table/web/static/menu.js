/** The menu: links, seats, dice, changes by hand, and the theme. */

import { habits } from "./back.js";
import { byHand } from "./byhand.js";
import { h, hidden, shown } from "./dom.js";
import { links, part } from "./share.js";

/**
 * @typedef {import("./protocol").Creature} Creature
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const THEMES = [
  ["", "as the system"],
  ["light", "day"],
  ["dark", "night"],
];

/** @param {HTMLDialogElement} dialog @param {Shown} view @param {Ctx} ctx */
export function renderMenu(dialog, view, ctx) {
  const isGm = view.me.role === "gm";
  dialog.replaceChildren(
    h(
      "header",
      {},
      h("h2", { id: "menu-head" }, "Menu"),
      h(
        "button",
        {
          class: "btn bare",
          type: "button",
          id: "menu-close",
          "data-key": "menu-close",
          onclick: () => dialog.close(),
        },
        "Close",
      ),
    ),
    ...shown([
      h("p", { class: "quiet" }, `You sit here as ${view.me.name || view.me.role}.`),
      isGm && links(view, ctx),
      seats(view, ctx, isGm && dialog),
      habits(view, ctx),
      isGm && byHand(view, ctx),
      isGm && (view.can_then ?? []).length > 0 && then(view, ctx),
      theme(),
      keys(),
    ]),
  );
}

/**
 * Who plays whom; the game master's `dialog` lets them change that, and start over.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @param {HTMLDialogElement | false} dialog
 */
function seats(view, ctx, dialog) {
  const isGm = Boolean(dialog);
  const listed = view.creatures.filter((c) => isGm || c.mine);
  if (!listed.length) return null;
  const tempers = ["person", ...(view.temperaments ?? [])];
  const player = (/** @type {Creature} */ c) =>
    h(
      "select",
      {
        "aria-label": `Who plays ${c.name}`,
        "data-key": `player-${c.who}`,
        onchange: (e) => ctx.send({ do: "seat", creature: c.name, player: e.currentTarget.value }),
      },
      [...new Set([...tempers, c.player])].map((t) =>
        h("option", { value: t, selected: t === c.player }, t === "person" ? "a person" : `computer, ${t}`),
      ),
    );
  const dice = (/** @type {Creature} */ c) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: Boolean(c.typed_dice),
        "data-key": `typed-${c.who}`,
        onchange: (e) => ctx.send({ do: "seat", creature: c.name, typed_dice: e.currentTarget.checked }),
      }),
      " types real dice",
      hidden(`: ${c.name}`),
    );
  return part(
    "Seats and dice",
    h(
      "ul",
      { class: "seats" },
      listed.map((c) => h("li", {}, h("span", {}, c.name), isGm && player(c), dice(c))),
    ),
    dialog && startOver(dialog, ctx),
  );
}

/** Whether "start over" was said once; kept while news come, forgotten when the menu closes. */
let isSure = false;

/**
 * The computer may have moved before everybody had come; asked twice, for it takes all back.
 * @param {HTMLDialogElement} dialog
 * @param {Ctx} ctx
 */
function startOver(dialog, ctx) {
  const label = () => (isSure ? "All of it is taken back. Start over" : "Start the fight over");
  const press = (/** @type {Event & {currentTarget: HTMLElement}} */ { currentTarget: button }) => {
    if (isSure) ctx.send({ do: "undo", to: 0, fresh: true });
    isSure = !isSure;
    button.textContent = label();
    dialog.addEventListener("close", () => (isSure = false), { once: true });
  };
  const button = { class: "btn", type: "button", "data-key": "start-over", onclick: press };
  return h(
    "p",
    { class: "row" },
    h("button", button, label()),
    h("span", { class: "note" }, "with these seats, and other dice"),
  );
}

const THEN = { rest: "Rest", again: "Fight again, with what lasts" };

/** @param {Shown} view @param {Ctx} ctx */
const then = (view, ctx) =>
  part(
    "It is over",
    h(
      "p",
      { class: "row" },
      (view.can_then ?? []).map((what) =>
        h(
          "button",
          {
            class: "btn",
            type: "button",
            "data-key": `then-${what}`,
            onclick: () => ctx.send({ do: "then", what }),
          },
          THEN[what],
        ),
      ),
    ),
  );

function theme() {
  const now = document.documentElement.dataset.theme ?? "";
  const choose = (/** @type {string} */ value) => {
    if (value) document.documentElement.dataset.theme = value;
    else delete document.documentElement.dataset.theme;
    try {
      localStorage.setItem("affray-theme", value);
    } catch {
      // Kept for this page only.
    }
  };
  return part(
    "Theme",
    h(
      "fieldset",
      { class: "seg" },
      h("legend", { class: "vh" }, "Theme"),
      THEMES.map(([value, text]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "theme",
            checked: value === now,
            "data-key": `theme-${value}`,
            onchange: () => choose(value),
          }),
          ` ${text}`,
        ),
      ),
    ),
  );
}

const keys = () =>
  part(
    "Keys",
    h(
      "p",
      { class: "note" },
      h("kbd", {}, "1"),
      " to ",
      h("kbd", {}, "9"),
      " choose a plan, ",
      h("kbd", {}, "?"),
      " opens its working, ",
      h("kbd", {}, "u"),
      " takes the last decision back.",
    ),
  );
