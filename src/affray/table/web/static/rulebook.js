/** The search of the rule index: what does not hold every word that was typed is not shown. */

import { byId } from "./dom.js";

/** @typedef {{element: HTMLElement, text: string}} Entry */

const find = byId("find");
const sought = /** @type {HTMLInputElement} */ (byId("sought"));

/** @type {Entry[]} */
const entries = [...document.querySelectorAll("[data-rule]")].map((element) => ({
  element: /** @type {HTMLElement} */ (element),
  text: `${element.getAttribute("data-rule")} ${element.textContent}`.toLowerCase(),
}));
const chapters = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chapter")]);

function search() {
  const words = sought.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { element, text } of entries) {
    element.hidden = !words.every((word) => text.includes(word));
    count += Number(!element.hidden);
  }
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector("[data-rule]:not([hidden])");
  byId("found").textContent = words.length ? `${count} of ${entries.length}` : "";
}

find.hidden = false;
sought.addEventListener("input", search);
search(); // a browser brings back what was typed before
