/** The menu: seats, dice, changes by hand, and the theme. */

import { h, hidden, plain } from "./dom.js";
import { links, part } from "./share.js";

const THEMES = [
  ["", "as the system"],
  ["light", "day"],
  ["dark", "night"],
];

/** @param {HTMLDialogElement} dialog */
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
    ...[
      h("p", { class: "quiet" }, `You sit here as ${view.me.name || view.me.role}.`),
      isGm && links(view, ctx),
      seats(view, ctx, isGm),
      isGm && byHand(view, ctx),
      isGm && view.can_then?.length > 0 && then(view, ctx),
      theme(),
      keys(),
    ].filter(Boolean),
  );
}

function seats(view, ctx, isGm) {
  const shown = view.creatures.filter((c) => isGm || c.mine);
  if (!shown.length) return null;
  const tempers = ["person", ...(view.temperaments ?? [])];
  const player = (c) =>
    h(
      "select",
      {
        "aria-label": `Who plays ${c.name}`,
        "data-key": `player-${c.who}`,
        onchange: (e) => ctx.send({ do: "seat", creature: c.name, player: e.target.value }),
      },
      [...new Set([...tempers, c.player])].map((t) =>
        h("option", { value: t, selected: t === c.player }, t === "person" ? "a person" : `computer, ${t}`),
      ),
    );
  const dice = (c) =>
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: Boolean(c.typed_dice),
        "data-key": `typed-${c.who}`,
        onchange: (e) => ctx.send({ do: "seat", creature: c.name, typed_dice: e.target.checked }),
      }),
      " types real dice",
      hidden(`: ${c.name}`),
    );
  return part(
    "Seats and dice",
    h(
      "ul",
      { class: "seats" },
      shown.map((c) => h("li", {}, h("span", {}, c.name), isGm && player(c), dice(c))),
    ),
  );
}

const BY_HAND = "The log tells every change by hand, and it can be taken back.";

/** Kept from one drawing to the next: news from the table must not wipe what is being typed. */
let hand = /** @type {HTMLElement | null} */ (null);

/** A change by hand; the server checks it and the log tells it. */
function byHand(view, ctx) {
  hand ??= newHand(view, ctx);
  return hand;
}

function newHand(view, ctx) {
  const send = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    const value = /^-?\d+$/.test(given.value.trim()) ? Number(given.value) : given.value.trim();
    const answer = await ctx.send({ do: "edit", creature: given.creature, field: given.field, value });
    const note = document.getElementById("by-hand-note");
    if (note) note.textContent = answer.ok ? "Changed." : plain(answer.error);
  };
  const field = (text, input) => h("label", {}, `${text} `, input);
  const whom = h(
    "select",
    { name: "creature", "data-key": "edit-who" },
    view.creatures.map((c) => h("option", {}, c.name)),
  );
  const typed = { required: true, autocomplete: "off" };
  return part(
    "Change by hand",
    h(
      "form",
      { class: "by-hand", onsubmit: send },
      field("creature", whom),
      field("field", h("input", { name: "field", list: "fields", ...typed, "data-key": "edit-field" })),
      field("becomes", h("input", { name: "value", ...typed, "data-key": "edit-value" })),
      h("button", { class: "btn", "data-key": "edit-send" }, "Change"),
    ),
    h(
      "datalist",
      { id: "fields" },
      (view.edit_fields ?? []).map((f) => h("option", { value: f })),
    ),
    h("p", { class: "note", id: "by-hand-note", role: "status" }, BY_HAND),
  );
}

const THEN = { rest: "Rest", again: "Fight again, with what lasts" };

const then = (view, ctx) =>
  part(
    "It is over",
    h(
      "p",
      { class: "row" },
      view.can_then.map((what) =>
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
  const choose = (value) => {
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
