/** The menu: one's own seat, seats, dice, changes by hand, and the theme. */

import { looks } from "./looks.js";
import { habits } from "./back.js";
import { byHand } from "./byhand.js";
import { comingAndGoing } from "./coming.js";
import { h, hidden, part, shown } from "./dom.js";
import { areKeysOn, turnKeys } from "./keys.js";
import { moments } from "./moment.js";
import { rulings } from "./rulings.js";
import { ownSeat } from "./seat.js";
import { watched } from "./ending.js";

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
      !view.isShut && !view.over && h("a", { class: "btn", href: watched(view) }, "Watch it from the start"),
      view.me.role === "player" && !view.isShut && ownSeat(view, ctx),
      seats(view, ctx, isGm && dialog),
      habits(view, ctx),
      advice(view, ctx),
      moments(view, ctx),
      rulings(view, ctx),
      isGm && byHand(view, ctx),
      isGm && view.coming && comingAndGoing(view, ctx, dialog),
      isGm && (view.can_then ?? []).length > 0 && then(view, ctx),
      view.board && part("Tokens", looks(view, ctx)),
      theme(),
      keys(),
    ]),
  );
}

/**
 * "clever:1s" as one says it.
 * @param {string} player
 */
function playerText(player) {
  if (player === "person") return "a person";
  const [name, level] = player.split(":");
  const long = level?.endsWith("s") ? `${level.slice(0, -1)} s a decision` : `${level} tries a decision`;
  return level ? `computer, ${name}: ${long}` : `computer, ${name}`;
}

/**
 * Whether one may ask the table what to do.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
const advice = (view, ctx) =>
  part(
    "Advice",
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: view.table.advice,
        disabled: view.me.role !== "gm",
        "data-key": "gives-advice",
        onchange: (e) => ctx.send({ do: "advice", on: e.currentTarget.checked }),
      }),
      " whoever is asked may ask what the computer would do",
    ),
  );

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
        h("option", { value: t, selected: t === c.player }, playerText(t)),
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
      listed.map((c) => h("li", {}, h("span", {}, c.name), isGm && player(c), dice(c), isGm && hides(c, ctx))),
    ),
    dialog && startOver(dialog, ctx),
  );
}

/**
 * What nobody plays but the game master can be kept out of the others' sight.
 * @param {Creature} c
 * @param {Ctx} ctx
 */
function hides(c, ctx) {
  if (c.seat) return null;
  const hide = (/** @type {boolean} */ on) => ctx.send({ do: "hide", creature: c.name, hidden: on });
  return h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      checked: c.hidden,
      "data-key": `hidden-${c.who}`,
      onchange: (e) => hide(e.currentTarget.checked),
    }),
    " hidden from the players",
    hidden(`: ${c.name}`),
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

/** The keys, and whether single ones do anything. */
const keys = () =>
  part(
    "Keys",
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: areKeysOn(),
        "data-key": "single-keys",
        onchange: (e) => turnKeys(e.currentTarget.checked),
      }),
      " single keys choose and act",
    ),
    h("ul", { class: "keys note" }, KEYS.map(keyLine)),
  );

/** @type {[string[], string][]} */
const KEYS = [
  [["1", "9"], "choose a plan"],
  [["?"], "opens its working"],
  [["u"], "takes the last decision back"],
  [["p"], "points at the map for all to see, where the mouse is; so does holding it down"],
  [["m"], "the ruler"],
  [["Tab"], "goes from plan to plan, also with single keys off"],
  [["→", "←"], "go into a plan and out again, ↑ and ↓ to the next one"],
];

/** @param {[string[], string]} line */
const keyLine = ([names, does]) =>
  h(
    "li",
    {},
    names.map((key, k) => [k > 0 && (key === "9" ? " to " : " and "), h("kbd", {}, key)]),
    ` ${does}`,
  );
