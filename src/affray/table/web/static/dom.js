/** Building the page: one helper for HTML, one for SVG; data only ever becomes text. */

/** What a child may be that is not to be shown: `isOn && h(...)` leaves false behind. */
const NOTHING = new Set(/** @type {any[]} */ ([null, undefined, false, ""]));
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, unknown>} props  on* are listeners; true, false and null do as they say
 * @param {unknown[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {any} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    .../** @type {(string | Node)[]} */ (children.flat(Infinity)).filter((c) => !NOTHING.has(c)),
  );
  return element;
}

/** @returns {HTMLElement} */
export const h = (tag, props = {}, ...children) =>
  /** @type {HTMLElement} */ (fill(document.createElement(tag), props, children));

/** @returns {SVGElement} */
export const s = (tag, props = {}, ...children) =>
  /** @type {SVGElement} */ (fill(document.createElementNS(SVG, tag), props, children));

/** @param {string} id @returns {HTMLElement} */
export const byId = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
};

/** Text that only a screen reader says. */
export const hidden = (text) => h("span", { class: "vh" }, text);

/** A rule id as a link; rules.js opens it in place, a new tab without it. */
export const cite = (ruleset, id) =>
  h(
    "a",
    {
      href: `/rules/${ruleset}?fight=${document.body.dataset.fight ?? ""}#${id}`,
      target: "_blank",
      rel: "noopener",
      "data-cite": id,
    },
    id,
  );

/** Rule ids in the margin, or nothing. */
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

/** Names like "healing-potion" as people read them; "north-east" keeps its hyphen. */
export const plain = (text) =>
  String(text)
    .split(VERBATIM)
    .map((part, k) => (k % 2 ? part : part.replace(HYPHEN, " ")))
    .join("")
    .replace(" ...", " …");

/**
 * Redraw without losing the reader's place: the element with the same data-key gets the focus
 * back. Where it is gone, `otherwise` may say where to go.
 */
export function keepingFocus(redraw, otherwise) {
  const before = document.activeElement;
  const key = before instanceof Element ? before.getAttribute("data-key") : null;
  redraw();
  if (!before || before === document.body || document.activeElement === before) return;
  // What was taken out and put back has lost the focus, too.
  if (before.isConnected && before instanceof HTMLElement) return void before.focus({ preventScroll: true });
  const same = key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
  if (same instanceof HTMLElement || same instanceof SVGElement) same.focus({ preventScroll: true });
  else otherwise?.();
}
