/** The question: asked in words of the one it concerns; everybody else reads who is waited for. */

import { renderAdvice } from "./advice.js";
import { cite, h, plain, shown } from "./dom.js";
import { renderDice } from "./dice.js";
import { renderEnding } from "./ending.js";
import { renderHand } from "./hand.js";
import { isAsked } from "./arrange.js";
import { recently } from "./log.js";
import { waitedFor } from "./people.js";
import { renderPlans } from "./plans.js";
import { renderNumber } from "./number.js";
import { drawNudge, renderAnsweredFor, renderWaited, waitingFor } from "./moment.js";
import { listed, progress, renderSealing } from "./sealing.js";

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
    return draw(root, ctx, view, [h("b", {}, view.outcome_text || "It is over.")], renderEnding(view, ctx));
  if (!isAsked(view)) {
    const note = h("p", { class: "note" }, "The computer is playing its seats.");
    return draw(root, ctx, view, ["A moment"], note);
  }
  const { pending } = view;
  if (!pending.mine && isThinking(pending)) {
    const verb = pending.thinking.length > 1 ? " are thinking" : " is thinking";
    return draw(root, ctx, view, [h("b", {}, listed(pending.thinking)), verb], thinking(view, ctx));
  }
  if (!pending.mine) {
    const title = isSealed(pending) ? "Sealed. Waiting for " : "Waiting for ";
    const whom = pending.sealing ? [h("b", {}, waitingFor(view))] : waitedFor(view);
    return draw(root, ctx, view, [title, ...whom], waiting(view, ctx));
  }
  if (pending.kind === "dice") {
    const title = [h("b", {}, pending.name), `, roll ${pending.roll_prompt}`];
    return draw(root, ctx, view, title, renderDice(view, ctx));
  }
  const render = pending.number ? renderNumber : pending.dice ? renderHand : renderPlans;
  return draw(root, ctx, view, named(pending), render(view, ctx));
}

/**
 * @param {Pending} pending
 */
const isSealed = ({ sealing }) => Boolean(sealing?.mine.length && sealing.mine.every((one) => one.sealed));

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
  drawNudge(ctx);
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
      renderAnsweredFor(view, ctx),
      renderSealing(view, ctx),
      pending?.astray.map((said) => h("p", { class: "note", role: "status" }, plain(said))),
      body,
      renderAdvice(view, ctx),
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
    known.size > 0 && h("span", { class: "cites" }, [...known].map((id) => [cite(view.ruleset, id), " "])),
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
 * @param {Shown} view
 */
function handedOver(view) {
  const names = view.creatures.filter((c) => c.mine && c.player !== "person").map((c) => c.name);
  return view.me.role === "gm" || !names.length ? "" : `The computer plays ${names.join(", ")} now.`;
}

/**
 * @param {Shown} view
 */
export function announced(view) {
  const { pending } = view;
  if (view.over) return view.outcome_text;
  if (!pending) return "";
  const far = pending.sealing ? progress(pending.sealing) : "";
  if (!pending.mine) return sentenceCase(`${handedOver(view)} ${far || pending.prompt}`.trim());
  if (pending.kind === "dice") return `${pending.name}, roll ${pending.roll_prompt}`;
  return `${pending.secret ? "Only you see this. " : ""}${pending.prompt} ${pending.offers.length} choices.`;
}

/** @param {string} text */
const sentenceCase = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * @param {Pending} pending
 */
const isThinking = ({ thinking: who, sealing }) => who.length > 0 && !sealing?.waiting.length;

/** @param {AskedView} view @param {Ctx} ctx */
const thinking = (view, ctx) => [
  h(
    "p",
    { class: "note" },
    "The computer tries its plans by playing them out. Nobody waits for anything else.",
    view.compiled === false && " The rules are not compiled yet, so it tries few and plays weaker.",
  ),
  renderWaited(view, ctx),
];

/**
 * @param {AskedView} view
 */
export function waitingText(view) {
  const { pending } = view;
  if (isOut(view)) {
    const sealed = pending.secret ? ", and what is sealed is shown to you with the others" : "";
    return `Your part in this fight is over. You see all that happens; the log tells it${sealed}.`;
  }
  if (pending.secret) {
    return isSealed(pending)
      ? "What is sealed is shown when the last is in; until then you may change yours."
      : `Nothing is asked of you here.${whyNot(view)} What is sealed is shown when the last is in.`;
  }
  if (pending.kind === "dice") return "The dice are being rolled by hand.";
  return view.me.role === "watcher"
    ? "You look on: you see what everybody may see."
    : "You see the same map, cards and log. When something is asked of you, it stands here.";
}

/** @param {AskedView} view @param {Ctx} ctx */
function waiting(view, ctx) {
  const handed = handedOver(view);
  const before = beforeMe(view);
  return h(
    "div",
    { class: "waiting" },
    handed && h("p", {}, handed),
    before && h("p", { class: "before" }, before),
    h("p", { class: "note" }, waitingText(view)),
    renderWaited(view, ctx),
  );
}

/**
 * What is known of why: the states of those one plays.
 * @param {Shown} view
 */
export const whyNot = ({ creatures, me }) =>
  me.role === "gm"
    ? ""
    : creatures
        .filter((c) => c.mine && c.card.states.length)
        .map((c) => ` ${c.name}: ${c.card.states.map(plain).join(", ")}.`)
        .join("");

/**
 * @param {Shown} view
 */
function isOut({ creatures, board, me }) {
  const tokens = new Map((board?.tokens ?? []).map((t) => [t.who, t]));
  const mine = creatures.filter((c) => c.mine);
  return me.role !== "gm" && mine.length > 0 && mine.every((c) => tokens.get(c.who)?.is_out);
}

/**
 * How many turns there are before one's own; nothing where there is no order, or it is being said
 * who acts now.
 * @param {Shown} view
 */
function beforeMe({ order, creatures, board }) {
  if (!order?.some((turn) => turn.now)) return "";
  const out = new Set((board?.tokens ?? []).filter((t) => t.is_out).map((t) => t.who));
  const mine = new Set(creatures.filter((c) => c.mine).map((c) => c.who));
  const left = order.filter((turn) => !turn.done && !out.has(turn.who));
  const k = left.findIndex((turn) => mine.has(turn.who) && !turn.now);
  if (k < 1) return "";
  return k === 1 ? "You are next." : `${k} turns before yours.`;
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
