/** One's own seat: what one is called, in which colour, and how it is left or handed over. */

import { h, hidden, part } from "./dom.js";
import { mark } from "./people.js";
import { changesHands } from "./share.js";
import { LONGEST_NAME } from "./who_are_you.js";

/**
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

/** @param {Shown} view @param {Ctx} ctx */
export function ownSeat(view, ctx) {
  const { name } = view.me;
  const invited = ctx.sharing.invited.get(`seat ${name}`);
  const over = { class: "btn", type: "button", "data-key": "hand-over" };
  const back = { class: "btn bare", type: "button", "data-key": "give-back" };
  return part(
    "Your seat",
    called(view, ctx),
    h(
      "p",
      { class: "row" },
      h("button", { ...over, onclick: () => ctx.sharing.handOver(name, true) }, "Hand over to another device or person"),
      h("button", { ...back, onclick: giveBack(ctx) }, "Give the seat back"),
    ),
    invited && changesHands(invited, name),
    ctx.sharing.error && h("p", { class: "error", role: "alert" }, ctx.sharing.error),
  );
}

/**
 * Asked once more, for others may take it then.
 * @param {Ctx} ctx
 */
const giveBack =
  (ctx) =>
  (/** @type {Event & {currentTarget: HTMLElement}} */ { currentTarget: button }) => {
    if (button.dataset.sure) return void ctx.sharing.leave();
    button.dataset.sure = "yes";
    button.textContent = "Give it back: somebody else may sit down";
  };

/**
 * A name half typed: the menu is drawn anew with every news.
 * @type {string | null}
 */
let draft = null;

/** @param {Shown} view @param {Ctx} ctx */
function called({ me }, ctx) {
  const say = (/** @type {Event & {currentTarget: HTMLFormElement}} */ event) => {
    event.preventDefault();
    draft = null;
    const said = new FormData(event.currentTarget);
    ctx.send({ do: "call", name: String(said.get("name")), colour: String(said.get("colour") ?? "") });
  };
  return h(
    "form",
    { class: "called", onsubmit: say },
    h(
      "label",
      {},
      "You are called ",
      h("input", { name: "name", value: draft ?? me.person, maxlength: LONGEST_NAME, required: true, autocomplete: "nickname", "data-key": "called", oninput: (e) => (draft = e.currentTarget.value) }),
    ),
    h(
      "fieldset",
      { class: "hues" },
      h("legend", { class: "vh" }, "Your colour"),
      me.colours.map((colour) =>
        h(
          "label",
          { title: colour },
          h("input", { type: "radio", name: "colour", value: colour, checked: colour === me.colour, "data-key": `hue-${colour}` }),
          mark(colour),
          hidden(colour),
        ),
      ),
    ),
    h("button", { class: "btn", "data-key": "call" }, "Say so"),
  );
}
