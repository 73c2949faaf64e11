/** The question: asked in words of the one it concerns; everybody else reads who is waited for. */

import { cite, h, plain, shown } from "./dom.js";
import { renderDice } from "./dice.js";
import { renderHand } from "./hand.js";
import { isAsked } from "./arrange.js";
import { recently } from "./log.js";
import { renderPlans } from "./plans.js";
import { renderNumber } from "./number.js";

/**
 * @typedef {import("./protocol").Pending} Pending
 * @typedef {import("./page").AskedView} AskedView
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

/** @param {HTMLElement} root @param {Shown} view @param {Ctx} ctx */
export function renderQuestion(root, view, ctx) {
  if (view.isShut) return draw(root, ctx, view, ["You no longer sit here"], calledBack(view));
  if (view.over)
    return draw(root, ctx, view, [h("b", {}, view.outcome_text || "It is over.")], afterwards(view, ctx));
  if (!isAsked(view)) {
    const note = h("p", { class: "note" }, "The computer is playing its seats.");
    return draw(root, ctx, view, ["A moment"], note);
  }
  const { pending } = view;
  if (!pending.mine) return draw(root, ctx, view, ["Waiting for ", h("b", {}, pending.name)], waiting(view));
  if (pending.kind === "dice") {
    const title = [h("b", {}, pending.name), `, roll ${pending.roll_prompt}`];
    return draw(root, ctx, view, title, renderDice(view, ctx));
  }
  const render = pending.number ? renderNumber : pending.dice ? renderHand : renderPlans;
  return draw(root, ctx, view, named(pending), render(view, ctx));
}

/**
 * The prompt, with the name of the one who is asked set apart.
 * @param {Pending} pending
 */
function named({ prompt, name }) {
  const [before, ...after] = prompt.split(name);
  return after.length ? [before, h("b", {}, name), after.join(name)] : [h("b", {}, name), `: ${prompt}`];
}

/**
 * @param {HTMLElement} root
 * @param {Ctx} ctx
 * @param {Shown} view
 * @param {Child[]} title
 * @param {Child} body
 */
function draw(root, ctx, view, title, body) {
  const { pending } = view;
  const mine = pending?.mine && !view.over;
  root.replaceChildren(
    ...shown([
      recently(view),
      h(
        "header",
        {},
        h("h2", { id: "asked", tabindex: -1, "data-key": "asked" }, title),
        mine && pending.secret && h("span", { class: "sealed" }, "only you see this"),
        mine &&
          pending.rules.length > 0 &&
          h(
            "span",
            { class: "cites" },
            pending.rules.map((id) => [cite(view.ruleset, id), " "]),
          ),
        mine && isAsked(view) && diceSwitch(view, ctx),
      ),
      ctx.error && errorLine(view, ctx),
      body,
    ]),
  );
}

/** @param {Shown} view @param {Ctx} ctx */
function errorLine(view, ctx) {
  const known = new Set(ctx.error?.rules ?? []);
  return h(
    "p",
    { class: "error", role: "alert" },
    plain(ctx.error?.text ?? ""),
    " ",
    [...known].map((id) => [cite(view.ruleset, id), " "]),
  );
}

/** @param {Shown} shown */
const calledBack = ({ why }) =>
  h(
    "p",
    { class: "note" },
    `The game master may have taken the seat back (${why}). `,
    "Ask for a new link to sit down again. The rest is as you saw it last.",
  );

/**
 * What a player is told whose creatures the game master has handed to the computer.
 * @param {Shown} view
 */
export function handedOver(view) {
  const names = view.creatures.filter((c) => c.mine && c.player !== "person").map((c) => c.name);
  return view.me.role === "gm" || !names.length ? "" : `The computer plays ${names.join(", ")} now.`;
}

/**
 * What is asked, for those who hear the page.
 * @param {Shown} view
 */
export function announced(view) {
  const { pending } = view;
  if (view.over) return view.outcome_text;
  if (!pending) return "";
  if (!pending.mine) return `${handedOver(view)} Waiting for ${pending.name}`.trim();
  if (pending.kind === "dice") return `${pending.name}, roll ${pending.roll_prompt}`;
  return `${pending.secret ? "Only you see this. " : ""}${pending.prompt} ${pending.offers.length} choices.`;
}

/** @param {AskedView} view */
function waiting(view) {
  const { pending } = view;
  const text = pending.secret
    ? "The answer is sealed until everybody has given one."
    : pending.kind === "dice"
      ? "The dice are being rolled by hand."
      : "You see the same map, cards and log. When something is asked of you, it stands here.";
  const handed = handedOver(view);
  return h("div", { class: "waiting" }, handed && h("p", {}, handed), h("p", { class: "note" }, text));
}

/**
 * Whose dice: the same switch the menu has, at hand where it matters.
 * @param {AskedView} view
 * @param {Ctx} ctx
 */
function diceSwitch(view, ctx) {
  const asked = view.creatures.find((c) => c.who === view.pending.who);
  if (!asked) return null;
  const choice = (/** @type {boolean} */ typed, /** @type {string} */ text) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: "whose-dice",
        checked: Boolean(asked.typed_dice) === typed,
        "data-key": `dice-${typed}`,
        onchange: () => ctx.send({ do: "seat", creature: asked.name, typed_dice: typed }),
      }),
      ` ${text}`,
    );
  return h(
    "fieldset",
    { class: "seg" },
    h("legend", {}, "Dice"),
    choice(true, "mine"),
    choice(false, "the computer’s"),
  );
}

/**
 * When it is over the game master decides what comes then.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function afterwards(view, ctx) {
  if (view.me.role !== "gm")
    return h(
      "p",
      { class: "note afterwards" },
      "The game master may let you rest, or fight again with what lasts.",
    );
  const can = view.can_then ?? [];
  const button = (
    /** @type {"rest" | "again"} */ what,
    /** @type {string} */ text,
    /** @type {boolean} */ isFirst,
  ) =>
    h(
      "button",
      {
        class: isFirst ? "btn go" : "btn",
        type: "button",
        "data-key": what,
        onclick: () => ctx.send({ do: "then", what }),
      },
      text,
    );
  return h(
    "div",
    {},
    view.party?.told && h("p", { class: "note", id: "party-told" }, plain(view.party.told)),
    h(
      "p",
      { class: "row afterwards" },
      can.includes("rest") && button("rest", can.includes("again") ? "Rest" : "Rest once more", true),
      can.includes("again") && button("again", "Fight again, with what lasts", false),
      h("a", { class: "btn bare", href: "/" }, "To the start page"),
    ),
  );
}
