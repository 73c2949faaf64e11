/** Building the page: one helper for HTML, one for SVG; data only ever becomes text. */

/** @typedef {import("./page").Child} Child */
/** @template E @typedef {import("./page").Props<E>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * What is left of children when those are taken out that are not to be shown.
 * @param {Child[]} children
 */
export const shown = (children) =>
  /** @type {(string | Node | number)[]} */ (/** @type {unknown[]} */ (children).flat(Infinity))
    .filter((child) => child !== null && child !== undefined && typeof child !== "boolean" && child !== "")
    .map((child) => (typeof child === "number" ? String(child) : child));

/**
 * @template {Element} E
 * @param {E} element
 * @param {Props<E>} props  on* are listeners; true, false and null do as they say
 * @param {Child[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {any} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...shown(children));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props<HTMLElementTagNameMap[T]>} props
 * @param {Child[]} children
 */
export const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props<SVGElementTagNameMap[T]>} props
 * @param {Child[]} children
 */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
};

/**
 * The heading a part of the page has from the start.
 * @param {HTMLElement} root
 */
export function heading(root) {
  const found = root.querySelector("h2");
  if (!found) throw new Error(`#${root.id} has no heading`);
  return found;
}

/**
 * Text that only a screen reader says.
 * @param {string} text
 */
export const hidden = (text) => h("span", { class: "vh" }, text);

/**
 * A rule id as a link; rules.js opens it in place, a new tab without it. Without a server it is
 * only opened in place.
 * @param {string} ruleset
 * @param {string} id
 */
export function cite(ruleset, id) {
  const { fight } = document.body.dataset;
  const page = fight === undefined ? "#rule-note" : `/rules/${ruleset}/${id}?fight=${fight}`;
  return h("a", { href: page, target: fight && "_blank", rel: "noopener", "data-cite": id }, id);
}

/**
 * Rule ids in the margin, or nothing.
 * @param {string} ruleset
 * @param {string[]} ids
 */
export const cites = (ruleset, ids) =>
  ids && ids.length
    ? h(
        "p",
        { class: "cite" },
        ids.map((id) => [cite(ruleset, id), " "]),
      )
    : null;

/** What is shown letter by letter: what holds a slash, and what stands in quotes. */
const VERBATIM = /(\S*\/\S*|"[^"]*"|(?<!\w)'[^']*'(?!\w))/;
const HYPHEN = /(?<=[a-z])(?<!\b(?:north|south))-(?=[a-z])/g;

/**
 * Names like "healing-potion" as people read them; "north-east" keeps its hyphen.
 * @param {string} text
 */
export const plain = (text) =>
  String(text)
    .split(VERBATIM)
    .map((part, k) => (k % 2 ? part : part.replace(HYPHEN, " ")))
    .join("")
    .replace(" ...", "\u00a0…"); // never alone on a line

/**
 * What is selected in a field, to be selected in the one that takes its place: who is about to
 * type over it would type beside it. Numbers do not tell; theirs is all that is there.
 * @param {Element | null} before
 * @returns {(after: Element) => void}
 */
function selection(before) {
  if (!(before instanceof HTMLInputElement || before instanceof HTMLTextAreaElement)) return () => {};
  const { selectionStart: from, selectionEnd: to, value } = before;
  return (after) => {
    if (!(after instanceof HTMLInputElement || after instanceof HTMLTextAreaElement)) return;
    if (from === null || to === null || (to > from && to - from === value.length)) after.select();
    else after.setSelectionRange(from, to);
  };
}

/**
 * Redraw without losing the reader's place: the element with the same data-key gets the focus
 * back. Where it is gone, `otherwise` may say where to go.
 * @param {() => void} redraw
 * @param {() => void} [otherwise]
 */
export function keepingFocus(redraw, otherwise) {
  const before = document.activeElement;
  const key = before instanceof Element ? before.getAttribute("data-key") : null;
  const select = selection(before);
  redraw();
  if (!before || before === document.body || document.activeElement === before) return;
  // What was taken out and put back has lost the focus, too.
  if (before.isConnected && before instanceof HTMLElement) return void before.focus({ preventScroll: true });
  const same = key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (!(same instanceof HTMLElement || same instanceof SVGElement)) return void otherwise?.();
  same.focus({ preventScroll: true });
  select(same);
}

/**
 * A part of a dialog under its heading.
 * @param {string} title
 * @param {...Child} inner
 */
export const part = (title, ...inner) => h("section", {}, h("h3", { class: "head" }, title), inner);
