/** The working: everything behind a plan's number, and what the plan leaves open. */

import { cites, h, plain, s } from "./dom.js";
import { keyOf, percent, toNumber } from "./odds.js";

const MOST_OUTCOMES = 10;
const LONGEST_FRACTION = 21;

export function renderWorking(offer, view, ctx) {
  const odds = ctx.odds.of(offer, ctx.chosen(offer));
  return h(
    "div",
    {
      class: "working",
      id: "working",
      "data-working": keyOf(offer),
      tabindex: 0,
      role: "region",
      "aria-label": `${plain(offer.label)}, worked out`,
    },
    h("h3", {}, plain(offer.label), h("span", { class: "quiet" }, ", worked out")),
    choices(offer, ctx),
    odds ? worked(odds, view) : h("p", { class: "note" }, "Walking every line of play …"),
  );
}

function worked(odds, view) {
  if (odds.tooMany) return h("p", { class: "note" }, "Too many lines to walk exactly.");
  if (odds.error) return h("p", { class: "note" }, plain(odds.error));
  return [outcomes(odds), stages(odds, view), means(odds), assumptions(odds)];
}

/** What a person may change before choosing. */
function choices(offer, ctx) {
  const left = offer.answers_left ?? [];
  if (!left.length) return null;
  const chosen = ctx.chosen(offer);
  const one = ({ question, prompt, options, usual }) => {
    const id = `with-${question}`;
    const now = chosen[question] ?? usual ?? "";
    return h(
      "p",
      {},
      h("label", { for: id, title: prompt }, plain(question)),
      h(
        "select",
        { id, "data-key": id, onchange: (e) => ctx.change(offer, question, e.target.value) },
        (usual === null || usual === undefined) && h("option", { value: "" }, "ask me"),
        options.map((o) =>
          h(
            "option",
            { value: o, selected: String(o) === String(now) },
            plain(o),
            String(o) === String(usual) ? " (usual)" : "",
          ),
        ),
      ),
    );
  };
  return h("fieldset", { class: "choices" }, h("legend", {}, "Details"), left.map(one));
}

function outcomes({ outcomes: all }) {
  const row = (o) =>
    h(
      "li",
      {},
      h("span", {}, o.text),
      h("span", { class: "p" }, fraction(o.p)),
      h("b", { class: "p" }, percent(o.percent)),
      bar(o.percent),
    );
  const rest = all.slice(MOST_OUTCOMES);
  return [
    h("ol", { class: "outcomes" }, all.slice(0, MOST_OUTCOMES).map(row)),
    rest.length > 0 &&
      h(
        "details",
        {},
        h("summary", {}, `${rest.length} more`),
        h("ol", { class: "outcomes" }, rest.map(row)),
      ),
  ];
}

const bar = (value) =>
  s(
    "svg",
    { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { width: Math.max(0.4, value).toFixed(2), height: 4 }),
  );

/** Exact as long as it can be read. */
function fraction(p) {
  const text = String(p);
  if (text === "1/1" || text === "1") return "certain";
  return text.length <= LONGEST_FRACTION ? text : "";
}

function stages({ stages: all }, view) {
  if (!all.length) return null;
  const step = (stage) => {
    const reached = toNumber(stage.reached);
    const comes = reached < 1 ? `It comes to this roll in ${percent(100 * reached)} of cases.` : "";
    return h(
      "li",
      {},
      h("p", { class: "dice" }, h("b", {}, `${stage.who} rolls ${stage.what}. `), stage.dice ?? stage.text),
      h("p", { class: "p" }, stage.succeeds ? fraction(stage.succeeds) : ""),
      comes && h("p", { class: "rule" }, comes),
      cites(view.ruleset, stage.rules),
    );
  };
  return [h("h4", {}, "The dice"), h("ol", { class: "steps" }, all.map(step))];
}

function means({ expected }) {
  const parts = Object.entries(expected).flatMap(([who, fields]) =>
    Object.entries(fields).map(([field, change]) => {
      const value = change.value ?? toNumber(change.mean ?? change);
      return `${who}: ${plain(field)} ${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`;
    }),
  );
  return parts.length > 0 && [h("h4", {}, "On average"), h("p", { class: "note fig" }, parts.join("; "))];
}

function assumptions({ assumed }) {
  const parts = Object.entries(assumed);
  return (
    parts.length > 0 && [
      h("h4", {}, "Taken for granted"),
      h(
        "ul",
        { class: "assumed" },
        parts.map(([what, how]) => h("li", {}, `${plain(what)}: `, h("i", {}, plain(how)))),
      ),
    ]
  );
}
