/** Words between two people: what was said, to whom, and a line to answer. */

import { byId, h, shown } from "./dom.js";

/**
 * @typedef {import("./protocol").AsideSent} AsideSent
 * @typedef {import("./net").Net} Net
 * @typedef {import("./page").Shown} Shown
 */

const MOST = 30;

/** @type {Map<string, AsideSent>} */
const words = new Map();
/** Whom one is writing to, and what so far: news must not take it away. */
const draft = { to: "", text: "", error: "" };
let isOpen = false;

/**
 * @param {AsideSent[]} asides
 * @param {Shown} view
 * @param {Net} net
 * @param {(text: string) => void} say
 */
export function hearWords(asides, view, net, say) {
  const fresh = asides.filter((one) => !words.has(one.id));
  for (const one of fresh) words.set(one.id, one);
  const toMe = fresh.filter((one) => one.by !== view.me.name);
  if (!toMe.length) return void (fresh.length && drawWords(view, net));
  isOpen = true;
  const last = toMe[toMe.length - 1];
  draft.to = String(view.me.others.find((one) => one.name === last.by)?.seat ?? draft.to);
  drawWords(view, net);
  say(`${last.by}, to you alone: ${last.text}`);
}

/** @param {Shown} view @param {Net} net */
export function toggleWords(view, net) {
  isOpen = !isOpen;
  drawWords(view, net);
  if (isOpen) byId("words").querySelector("input")?.focus();
}

/** @param {Shown} view @param {Net} net */
export function drawWords(view, net) {
  const root = byId("words");
  byId("whisper").hidden = !view.me.others.length || Boolean(view.isShut);
  byId("whisper").setAttribute("aria-expanded", String(isOpen));
  root.hidden = !isOpen || Boolean(view.isShut);
  if (root.hidden || root.contains(document.activeElement) && !words.size) return;
  const had = document.activeElement?.getAttribute("data-key");
  root.replaceChildren(
    ...shown([
      words.size > 0 && h("ol", { class: "said-aside" }, [...words.values()].slice(-MOST).map((one) => line(one, view))),
      form(view, net),
    ]),
  );
  const same = had && root.querySelector(`[data-key="${had}"]`);
  if (same instanceof HTMLElement) same.focus();
}

/** @param {AsideSent} one @param {Shown} view */
const line = ({ by, to, text }, view) =>
  h("li", {}, h("b", {}, by === view.me.name ? `To ${to}` : by), ` ${text}`);

/** @param {Shown} view @param {Net} net */
function form(view, net) {
  const { others } = view.me;
  if (!others.some((one) => String(one.seat) === draft.to)) draft.to = String(others[0]?.seat ?? "");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!draft.text.trim()) return;
    draft.error = await net.aside({ do: "whisper", to: Number(draft.to), text: draft.text });
    if (!draft.error) draft.text = "";
    drawWords(view, net);
  };
  return h(
    "form",
    { class: "row", onsubmit: send },
    h(
      "label",
      {},
      "A word to ",
      h(
        "select",
        { "data-key": "word-to", onchange: (e) => (draft.to = e.currentTarget.value) },
        others.map(({ seat, name }) => h("option", { value: seat, selected: String(seat) === draft.to }, name)),
      ),
    ),
    h("input", {
      "aria-label": "What only the two of you read",
      "data-key": "word-text",
      maxlength: 500,
      autocomplete: "off",
      value: draft.text,
      oninput: (e) => (draft.text = e.currentTarget.value),
    }),
    h("button", { class: "btn go", type: "submit" }, "Say it"),
    h(
      "button",
      { class: "btn bare", type: "button", onclick: () => toggleWords(view, net) },
      "Close",
    ),
    h("p", { class: "note", role: draft.error ? "alert" : null }, draft.error || "Only the two of you read it; it is not kept."),
  );
}
