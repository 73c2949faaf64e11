/** A rule's words where its id stands: read once from the rule index, shown in a small note. */

import { byId, h } from "./dom.js";

/** @type {Promise<Map<string, string>> | null} */
let book = null;

/** @param {string} ruleset */
async function read(ruleset) {
  const response = await fetch(`/rules/${ruleset}`);
  if (!response.ok) throw new Error(String(response.status));
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = new Map();
  for (const entry of page.querySelectorAll("[data-rule]")) {
    entry.querySelectorAll("small, .fig").forEach((aside) => aside.remove());
    const words = entry.querySelector("dd, h3")?.textContent ?? "";
    found.set(entry.getAttribute("data-rule"), words.replace(/\s+/g, " ").trim());
  }
  return found;
}

/**
 * Plain clicks open the note; with a modifier, or without the index, the link is a link.
 * @param {string} ruleset
 * @param {Map<string, string> | null} [known]  where there is no server to ask: all there is
 */
export function openRulesInPlace(ruleset, known = null) {
  if (known) book = Promise.resolve(known);
  const note = byId("rule-note");
  document.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-cite]") : null;
    const isOther = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!(link instanceof HTMLAnchorElement) || isOther || !note.showPopover) return;
    event.preventDefault();
    book ??= read(ruleset);
    let words;
    try {
      words = (await book).get(link.dataset.cite ?? "");
    } catch {
      book = null;
    }
    if (words) show(note, link, words, !known);
    else if (!known) window.open(link.href, "_blank", "noopener");
  });
}

/** @param {HTMLElement} note @param {HTMLAnchorElement} link @param {string} words @param {boolean} isMore */
function show(note, link, words, isMore) {
  const close = () => {
    note.hidePopover();
    link.focus();
  };
  note.replaceChildren(
    h("p", {}, h("b", { class: "fig" }, link.dataset.cite), " ", words),
    h(
      "p",
      { class: "row" },
      isMore && h("a", { href: link.href, target: "_blank", rel: "noopener" }, "rulings, code and scenarios"),
      h("button", { class: "btn bare small", type: "button", onclick: close }, "Close"),
    ),
  );
  note.showPopover();
  note.querySelector("button")?.focus();
}
