/** What is done with the whole draft: its title, back and forth, and where it goes. */

import { h } from "./dom.js";
import { having } from "./draft.js";

/** @typedef {import("./build").Builder} Builder */

/** @param {HTMLElement} root @param {Builder} builder */
export function renderTools(root, builder) {
  const { draft, built } = builder;
  const button = (/** @type {string} */ text, /** @type {() => unknown} */ does, more = {}) =>
    h("button", { class: "btn bare", type: "button", "data-key": text, onclick: does, ...more }, text);
  const title = h("input", {
    "data-key": "title",
    "aria-label": "Title",
    value: draft.title ?? "",
    maxlength: 100,
    onchange: (/** @type {any} */ event) => builder.change((was) => having(was, { title: event.target.value })),
  });
  const chosen = (/** @type {any} */ event) => event.currentTarget.files[0] && builder.read(event.currentTarget.files[0]);
  const file = h("input", { class: "vh", type: "file", accept: ".toml,.csv,.tsv,.uvtt,.dd2vtt,.df2vtt", onchange: chosen });
  root.replaceChildren(
    title,
    button("Undo", () => builder.back(), { disabled: !builder.queue.before.length }),
    button("Redo", () => builder.forth(), { disabled: !builder.queue.after.length }),
    h("label", { class: "btn bare" }, "Open a file", file),
    button("Export", () => builder.export()),
    ...(builder.parts.unit === "tile" ? [button("Export the map", () => builder.exportMap())] : []),
    button("Save", () => builder.save(), { disabled: built.alone }),
    button("Play it", () => builder.play(), { class: "btn go", disabled: built.alone }),
  );
}
