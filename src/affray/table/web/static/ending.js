/** When it is over: who fell and how, luck by its exact chance, the story, and what may come then. */

import { copied } from "./copying.js";
import { byId, h, plain } from "./dom.js";
import { percent } from "./odds.js";

/**
 * @typedef {import("./protocol").Ending} Ending
 * @typedef {import("./protocol").Lucky} Lucky
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Shown} Shown
 */

/** @param {Shown} view @param {Ctx} ctx */
export function renderEnding(view, ctx) {
  const story = view.ending && told(view.ending, ctx);
  return h("div", { class: "ending" }, view.ending && howLong(view.ending), afterwards(view, ctx), story, review(view, ctx));
}

/** @type {typeof import("./review.js") | null} */
let reviewing = null;

/**
 * Nobody reviews a fight that goes on: what draws it comes with the end.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function review(view, ctx) {
  if (reviewing) return reviewing.renderReview(view, ctx);
  const place = h("div", {});
  void draw(place, view, ctx);
  return place;
}

/** @param {HTMLElement} place @param {Shown} view @param {Ctx} ctx */
async function draw(place, view, ctx) {
  try {
    reviewing = await import("./review.js");
    place.replaceWith(reviewing.renderReview(view, ctx) || "");
  } catch {
    place.remove(); // the line is cut: the next view asks again
  }
}

/** Of which end one has read, or closed the line. */
let isRead = false;

/**
 * Wherever on the page somebody is, a line says that it is over and leads to the ending.
 * @param {Shown} view
 */
export function drawEnded(view) {
  const line = byId("ended");
  if (!view.over) isRead = false;
  line.hidden = !view.over || isRead;
  const read = () => {
    isRead = true;
    line.hidden = true;
  };
  if (line.hidden) return void line.replaceChildren();
  line.replaceChildren(h("b", {}, view.outcome_text || "It is over."), " ", h("a", { href: "#start", onclick: read }, "How it ended"));
}

/** @param {Ending} ending */
function howLong({ rounds, minutes }) {
  const took = [rounds && counted(rounds, "round"), minutes && counted(minutes, "minute")].filter(Boolean);
  return took.length > 0 && h("p", { class: "note" }, `${took.join(", ")}.`);
}

/** @param {Ending} ending @param {Ctx} ctx */
function told({ fallen, best_blow: blow, luckiest, unluckiest, story }, ctx) {
  return [
    h(
      "div",
      {},
      fallen.length > 0 && [
        h("h3", {}, "Out of the fight"),
        h(
          "ul",
          { class: "fallen" },
          fallen.map((fall) => h("li", {}, plain(fall.text))),
        ),
      ],
      (blow || luckiest || unluckiest) &&
        h(
          "dl",
          { class: "best" },
          blow && [h("dt", {}, "Best blow"), h("dd", {}, plain(blow.text))],
          luck("Luckiest roll", luckiest, "or better"),
          luck("Unluckiest roll", unluckiest, "or worse"),
        ),
    ),
    storyBox(story, ctx),
  ];
}

/** @param {number} n @param {string} what */
const counted = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/** @param {string} title @param {Lucky | null} lucky @param {string} orMore */
const luck = (title, lucky, orMore) =>
  lucky && [
    h("dt", {}, title),
    h(
      "dd",
      {},
      `${plain(lucky.text)}, in round ${lucky.round}. `,
      h("span", { class: "p" }, `That ${orMore}: `, h("b", {}, percent(lucky.percent)), ` (${lucky.p})`),
    ),
  ];

/**
 * To be read, and to be taken along.
 * @param {string[]} story
 * @param {Ctx} ctx
 */
function storyBox(story, ctx) {
  const text = story.map(plain).join(" ");
  const here = h("p", { class: "told" }, text);
  const copy = async (/** @type {Event & {currentTarget: HTMLElement}} */ { currentTarget: button }) => {
    const said = (await copied(text, here)) ? "Copied" : "Marked: copy it by hand";
    button.textContent = said;
    ctx.say(`${said}.`);
  };
  return h(
    "section",
    { class: "story-of-it", "aria-labelledby": "the-story" },
    h("h3", { id: "the-story" }, "The story"),
    here,
    h("button", { class: "btn", type: "button", "data-key": "copy-story", onclick: copy }, "Copy the story"),
  );
}

/**
 * The game master decides what comes then; only what can is offered.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
function afterwards(view, ctx) {
  if (view.me.role !== "gm")
    return [
      h("p", { class: "note afterwards" }, "What comes now is for the game master to say."),
      h("p", { class: "row afterwards" }, watchAgain(view)),
    ];
  const can = view.can_then ?? [];
  const button = (/** @type {string} */ key, /** @type {string} */ text, /** @type {Order} */ order) =>
    h("button", { class: "btn", type: "button", "data-key": key, onclick: () => ctx.send(order) }, text);
  return [
    view.party?.told && h("p", { class: "note", id: "party-told" }, plain(view.party.told)),
    h(
      "p",
      { class: "row afterwards" },
      can.includes("rest") &&
        button("rest", can.includes("again") ? "Rest" : "Rest once more", { do: "then", what: "rest" }),
      can.includes("again") &&
        button("again", "This fight again, with what lasts", { do: "then", what: "again" }),
      view.ending && fromTheStart(ctx),
      watchAgain(view),
      h("a", { class: "btn bare", href: "/" }, "To the start page"),
    ),
  ];
}

/**
 * Where this seat watches a fight from its start.
 * @param {Shown} view
 */
export const watched = ({ id }) => `/fights/${id}/watch?seat=${document.body.dataset.seat ?? ""}`;

/**
 * Not of a fight that is only told any more: its moments are not known.
 * @param {Shown} view
 */
const watchAgain = (view) =>
  view.ending && h("a", { class: "btn", id: "watch-again", href: watched(view) }, "Watch it again");

/**
 * Asked twice, for it takes the whole fight back.
 * @param {Ctx} ctx
 */
function fromTheStart(ctx) {
  let isSure = false;
  const press = (/** @type {Event & {currentTarget: HTMLElement}} */ { currentTarget: button }) => {
    if (isSure) ctx.send({ do: "undo", to: 0, fresh: true });
    isSure = true;
    button.textContent = "All of it is taken back. Begin anew";
  };
  return h("button", { class: "btn", type: "button", "data-key": "from-the-start", onclick: press }, "Again from the start");
}
