/** Links to the seats, for the game master to give out. */

import { byId, h, hidden } from "./dom.js";

/**
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const ON_ALL = "affray table --host 0.0.0.0";

/**
 * A part of the menu under its heading.
 * @param {string} title
 * @param {...Child} inner
 */
export const part = (title, ...inner) => h("section", {}, h("h3", { class: "head" }, title), inner);

/**
 * One link per seat; whoever opens it sits there. The server makes them when they are asked for.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function links(view, ctx) {
  const held = new Map((view.seats ?? []).map((seat) => [seat.name, seat.taken]));
  if (!held.size)
    return part("Links to share", h("p", { class: "note" }, "This fight has no other seats."), own(ctx));
  if (!ctx.links.length) {
    const names = [...held].filter(([, taken]) => taken).map(([name]) => name);
    return part(
      "Links to share",
      h(
        "p",
        { class: "note" },
        names.length
          ? `Taken: ${names.join(", ")}. You play the others yourself.`
          : "Nobody else sits here yet; you play every seat yourself.",
      ),
      h(
        "p",
        {},
        h(
          "button",
          { class: "btn", type: "button", "data-key": "links", onclick: () => ctx.share() },
          "Make a link for every seat",
        ),
      ),
      own(ctx),
    );
  }
  return part(
    "Links to share",
    h(
      "p",
      { class: "note" },
      "Whoever opens a link sits in that seat and plays it from then on. A link is as good as a key: give each to one person.",
    ),
    ctx.links.some(({ link: href }) => isLocal(href)) && onlyHere(),
    h(
      "ul",
      { class: "links" },
      ctx.links.map((one) => link(one, held.get(one.name), ctx)),
    ),
    own(ctx),
  );
}

/**
 * The game master's own link: made anew when it has come into the wrong hands.
 * @param {Ctx} ctx
 */
const own = (ctx) =>
  ctx.own
    ? h(
        "div",
        { id: "own" },
        h("p", { class: "note" }, "Your new link. The old one has ended, and whoever else held it is out."),
        h("ul", { class: "links" }, link({ name: "Game master", link: ctx.own }, false, ctx, false)),
      )
    : h(
        "p",
        { class: "row", id: "own" },
        h(
          "button",
          { class: "btn bare", type: "button", "data-key": "renew", onclick: () => ctx.renew() },
          "Renew my own link",
        ),
        h("span", { class: "note" }, "ends the game master\u2019s link everywhere but here"),
      );

/**
 * Whether a link leads whoever follows it to their own machine.
 * @param {string} href
 */
const isLocal = (href) => /^(localhost|127\..*|\[::1\])$/.test(new URL(href).hostname);

const onlyHere = () =>
  h(
    "p",
    { class: "note", id: "only-here" },
    "These links work on this computer only. For phones, start the table with ",
    h("code", {}, ON_ALL),
    " and make new ones; the fight goes on where it stands.",
  );

/**
 * Without a clipboard (plain http has none) the old way: mark the text and have it copied.
 * @param {string} href
 * @param {HTMLInputElement} input
 */
async function copied(href, input) {
  try {
    await navigator.clipboard.writeText(href);
    return true;
  } catch {
    input.select();
    return document.execCommand("copy");
  }
}

/**
 * @param {{name: string, link: string}} given
 * @param {boolean | undefined} isTaken
 * @param {Ctx} ctx
 * @param {boolean} [canCallBack]
 */
function link({ name, link: href }, isTaken, ctx, canCallBack = true) {
  const id = `link-${name}`;
  const copy = async (/** @type {Event & {currentTarget: HTMLElement}} */ { currentTarget: button }) => {
    const done = await copied(href, /** @type {HTMLInputElement} */ (byId(id)));
    button.replaceChildren(done ? "Copied" : "Marked", about);
    button.focus();
  };
  const about = hidden(` the link for ${name}`);
  return h(
    "li",
    {},
    h("label", { for: id }, name, isTaken && h("small", { class: "quiet" }, ", taken")),
    h("input", { id, readonly: true, value: href, "data-key": id, onfocus: (e) => e.currentTarget.select() }),
    h("button", { class: "btn", type: "button", "data-key": `copy-${name}`, onclick: copy }, "Copy", about),
    canCallBack &&
      h(
        "button",
        {
          class: "btn bare",
          type: "button",
          "data-key": `revoke-${name}`,
          title: "End the links given out before, and play the seat yourself again",
          onclick: () => ctx.share(name),
        },
        "Call back",
        hidden(` the links for ${name}`),
      ),
  );
}
