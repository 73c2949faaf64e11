/** Letting people in: the switch to the network, one link with its picture, and who sits where. */

import { copied } from "./copying.js";
import { byId, h, hidden, part, plain, shown } from "./dom.js";
import { mark, presence } from "./people.js";

/**
 * @typedef {import("./protocol").Invited} Invited
 * @typedef {import("./protocol").SeatShown} SeatShown
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Shown} Shown
 * @typedef {import("./sharing").Sharing} Sharing
 */

/**
 * @param {string} text
 * @param {string} key
 * @param {() => unknown} onclick
 * @param {string} [about]  for those who hear it without what stands beside
 */
const button = (text, key, onclick, about = "") =>
  h("button", { class: "btn bare", type: "button", "data-key": key, onclick }, text, hidden(about));

/** @param {HTMLDialogElement} dialog @param {Shown} view @param {Sharing} sharing */
export function renderShare(dialog, view, sharing) {
  const close = { class: "btn bare", type: "button", id: "share-close", "data-key": "share-close" };
  dialog.replaceChildren(
    h(
      "header",
      {},
      h("h2", { id: "share-head" }, "Let them in"),
      h("button", { ...close, onclick: () => dialog.close() }, "Close"),
    ),
    ...shown([
      sharing.error && h("p", { class: "error", role: "alert" }, plain(sharing.error)),
      network(sharing),
      sharing.isReached && theLink(sharing),
      seats(view, sharing),
      sharing.isReached && watching(sharing),
      bySeat(view, sharing),
      own(sharing),
    ]),
  );
}

/**
 * The switch, with what it means; what was opened at the start has none.
 * @param {Sharing} sharing
 */
function network(sharing) {
  const found = sharing.network;
  if (!found || found.from_start) return null;
  const can = found.open || !found.problem;
  const flip = (/** @type {Event & {currentTarget: HTMLInputElement}} */ { currentTarget: box }) => {
    box.disabled = true; // until it is done
    sharing.open(box.checked);
  };
  return h(
    "section",
    { class: "switch" },
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        role: "switch",
        checked: found.open,
        disabled: !can,
        "data-key": "network",
        "aria-describedby": "network-means",
        onchange: flip,
      }),
      " Open to your network",
    ),
    found.note && h("p", { class: "note wrong", role: "status" }, plain(found.note)),
    h("p", { class: "note", id: "network-means" }, can ? MEANS[found.open ? "open" : "closed"] : sentence(found.problem)),
  );
}

const MEANS = {
  open: "Everybody in the same Wi-Fi can reach this table, and sits down with the link. What is sent is not encrypted. Switched off, all of them are out, and their seats wait for them.",
  closed:
    "Only this computer can reach the table now. Switched on, everybody in the same Wi-Fi can, and sits down with one link. Leave it off in a network of strangers: what is sent is not encrypted.",
};

/** @param {string} text */
const sentence = (text) => plain(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`);

/** @param {Sharing} sharing */
function theLink(sharing) {
  const found = sharing.invited.get("play");
  if (!found) return null;
  return h(
    "section",
    { class: "one-link" },
    picture(found, "the table"),
    h(
      "div",
      {},
      h("h3", { class: "head" }, "One link for everybody"),
      h("p", {}, "Whoever opens it picks a free hero and says their name. Whoever has a seat comes back to it."),
      field("the-link", "Link of the table", found.link),
      h("p", {}, button("End this link, make another", "renew-play", () => sharing.invite("play", true))),
    ),
  );
}

/** @param {Invited} invited @param {string} to */
const picture = ({ qr, link }, to) => h("img", { class: "qr", src: qr, alt: `QR code of ${link}, for ${to}` });

/** The link that was copied last and how: news may draw the dialog anew at any time. */
let last = { href: "", said: "" };

/**
 * A link one can mark and copy.
 * @param {string} id
 * @param {string} name
 * @param {string} href
 */
function field(id, name, href) {
  const about = hidden(` the ${name.slice(0, 1).toLowerCase()}${name.slice(1)}`);
  const copy = async () => {
    const input = () => /** @type {HTMLInputElement} */ (byId(id));
    last = { href, said: (await copied(href, input())) ? "Copied" : "Marked" };
    const pressed = /** @type {HTMLElement} */ (input().nextElementSibling);
    pressed.replaceChildren(last.said, about);
    pressed.focus();
  };
  const key = `copy-${id.replace(/^link-/, "")}`;
  return h(
    "p",
    { class: "copy" },
    h("input", {
      id,
      readonly: true,
      value: href,
      "aria-label": name,
      "data-key": id,
      onfocus: (e) => e.currentTarget.select(),
    }),
    h("button", { class: "btn", type: "button", "data-key": key, onclick: copy }, last.href === href ? last.said : "Copy", about),
  );
}

/** Who sits where; the game master hands a seat over, or takes it. */
function seats(/** @type {Shown} */ view, /** @type {Sharing} */ sharing) {
  const all = view.seats ?? [];
  if (!all.length) return part("Seats", h("p", { class: "note" }, "This fight has no other seats."));
  return part(
    "Seats",
    h(
      "ul",
      { class: "who" },
      all.map((one) => seat(one, sharing, presence(view, one.name))),
    ),
  );
}

/** @param {SeatShown} one @param {Sharing} sharing @param {string} away  where they are, if not here */
function seat({ name, taken, person, colour }, sharing, away) {
  const isHeld = taken || Boolean(person);
  const invited = sharing.invited.get(`seat ${name}`);
  return h(
    "li",
    {},
    h("b", {}, name),
    h(
      "span",
      { class: isHeld ? "" : "quiet" },
      person ? [mark(colour), ` ${person}`] : taken ? "taken" : "free: you play it",
      isHeld && away && ` (${away})`,
    ),
    isHeld && sharing.isReached && button("Hand over", `over-${name}`, () => sharing.handOver(name, false), ` ${name}`),
    isHeld && button("Take it", `take-${name}`, () => sharing.share(name), `: the seat of ${name}`),
    invited && changesHands(invited, name),
  );
}

/**
 * A seat's link for whoever is to sit there instead.
 * @param {Invited} invited
 * @param {string} name
 */
export const changesHands = (invited, name) =>
  h(
    "div",
    { class: "one-link over" },
    picture(invited, `the seat of ${name}`),
    h(
      "div",
      {},
      h("p", {}, `Whoever opens this first plays ${name} from then on; here the seat ends.`),
      field(`over-link-${name}`, `Link that hands over ${name}`, invited.link),
    ),
  );

/** @param {Sharing} sharing */
function watching(sharing) {
  const found = sharing.invited.get("watch");
  return part(
    "Looking on",
    h("p", { class: "note" }, "Sees what everybody may see, and does nothing."),
    found
      ? field("watch-link", "Link to look on", found.link)
      : h("p", {}, button("Make a link to look on", "watch", () => sharing.invite("watch"))),
  );
}

/**
 * One link per seat, for those who come from elsewhere; the server makes them when asked for.
 * @param {Shown} view
 * @param {Sharing} sharing
 */
function bySeat(view, sharing) {
  if (!view.seats?.length) return null;
  const toggle = (/** @type {Event & {currentTarget: HTMLDetailsElement}} */ { currentTarget: details }) =>
    details.open && !sharing.links.length && sharing.share();
  return h(
    "details",
    { class: "by-seat", open: sharing.links.length > 0, ontoggle: toggle },
    h("summary", { class: "head", "data-key": "links" }, "A link for each seat instead"),
    h(
      "p",
      { class: "note" },
      "Whoever opens one sits in that seat. It is as good as a key: give each to one person.",
    ),
    !sharing.isReached &&
      h("p", { class: "note", id: "only-here" }, "These work on this computer only, until the table is open to your network."),
    h(
      "ul",
      { class: "links" },
      sharing.links.map(({ name, link }) =>
        h(
          "li",
          {},
          h("b", {}, name),
          field(`link-${name}`, `Link for ${name}`, link),
          button("Call back", `revoke-${name}`, () => sharing.share(name), ` the links for ${name}`),
        ),
      ),
    ),
  );
}

/**
 * The game master's own link: made anew when it has come into the wrong hands.
 * @param {Sharing} sharing
 */
const own = (sharing) =>
  sharing.own
    ? h(
        "section",
        { id: "own" },
        h("p", { class: "note" }, "Your new link. The old one has ended, and whoever else held it is out."),
        field("link-Game master", "Link of the game master", sharing.own),
      )
    : h(
        "section",
        { class: "row", id: "own" },
        button("Renew my own link", "renew", () => sharing.renew()),
        h("span", { class: "note" }, "ends the game master\u2019s link everywhere but here"),
      );
