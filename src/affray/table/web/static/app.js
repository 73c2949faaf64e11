/** The table: one view in, four parts drawn, one answer out. */

import { byId, keepingFocus } from "./dom.js";
import { Net } from "./net.js";
import { keyOf, OddsBook } from "./odds.js";
import { arrange } from "./arrange.js";
import { Details } from "./details.js";
import { renderBoard, updateTargets } from "./board.js";
import { renderCards } from "./cards.js";
import { renderLog } from "./log.js";
import { renderMenu } from "./menu.js";
import { oddsOf } from "./plans.js";
import { handedOver, renderQuestion } from "./question.js";
import { isWalk, walkOf } from "./reach.js";
import { renderStrip } from "./strip.js";
import { renderWorked, renderWorking } from "./working.js";
import { openRulesInPlace } from "./rules.js";
import { wantedNow } from "./wanted.js";

const wide = matchMedia("(min-width: 68rem)");
const narrow = matchMedia("(max-width: 43.99rem)");
const menu = /** @type {HTMLDialogElement} */ (byId("menu"));
const { fight = "", ruleset = "" } = document.body.dataset;

let view = /** @type {any} */ (null);
let isBusy = false;
let resting = 0;

const net = new Net(fight, show, tellState);
const odds = new OddsBook(net, onOdds, (hasSome) => wantedNow(view, hasSome));
const details = new Details(net, onDetails);

/** What the parts may know and do. */
const ctx = {
  odds,
  details,
  /** The plan whose working is open, and the one whose targets are lit. */
  open: "",
  lit: "",
  confirming: "",
  /** Where on the screen a point of the map was clicked last. */
  aimed: [NaN, NaN],
  number: /** @type {number | null} */ (null),
  groups: /** @type {Map<string, boolean>} */ (new Map()),
  error: /** @type {{text: string, rules: string[]} | null} */ (null),
  /** Links made for this page; their tokens are shown only once. @type {{name: string, link: string}[]} */
  links: [],
  isWide: () => wide.matches,
  isNarrow: () => narrow.matches,
  /** A walk nobody has said the end of, or dice that are no answer: there are no odds of it. */
  isUnsaid: (offer) =>
    details.isAstray(offer) ||
    (isWalk(offer) && details.left(offer).some((left) => details.answer(offer, left) === null)),
  isConfirming: (offer) => ctx.confirming === confirmation(offer),
  send,
  share,
  choose,
  confirmed,
  walk,
  look,
  peek,
  rest,
  toggle(offer) {
    const isOpen = ctx.open === keyOf(offer);
    // Beside the list the working never closes; below its plan it does.
    ctx.open = isOpen && !wide.matches ? "" : keyOf(offer);
    if (ctx.open) tryAgain(offer);
    ctx.lit = offer.name;
    drawQuestion();
    drawBoard();
  },
  openGroup(name, isOpen) {
    ctx.groups.set(name, isOpen);
    ctx.lit = name;
    drawQuestion();
    drawBoard();
  },
  say: (text) => void (byId("say").textContent = text),
  /** Dice were picked, or let go; what they come to is said, too. */
  pickedAnew(text) {
    ctx.confirming = "";
    drawQuestion();
    ctx.say(text);
  },
  setNumber(n) {
    ctx.number = n;
    ctx.confirming = "";
    drawQuestion();
  },
};

/** A new view: draw what has changed, and keep the reader's place. */
function show(next) {
  const before = view;
  view = next;
  const changed = (part) => JSON.stringify(before?.[part]) !== JSON.stringify(next[part]);
  const isMoved = before?.seq !== next.seq;
  if (isMoved) {
    odds.forget();
    ctx.error = null; // it was said of a moment that has passed
  }
  const isAsked = !before || changed("pending") || changed("over");
  if (isAsked) startQuestion();
  drawFrame();
  if (isAsked || isMoved) drawQuestion(isAsked);
  if (isMoved || changed("board")) drawBoard();
  if (before?.compiled === false && next.compiled) odds.hurry();
  if (changed("creatures") || isAsked) renderCards(byId("cards"), view);
  renderLog(byId("log"), view, ctx);
  if (menu.open) keepingFocus(() => renderMenu(menu, view, ctx));
  if (isAsked) announce();
}

function startQuestion() {
  details.forget();
  ctx.groups = new Map();
  ctx.confirming = "";
  ctx.number = null;
  openFirst();
}

/** Beside the list some working always stands; below it none until it is asked for. */
function openFirst() {
  const rows = view.pending?.offers?.length ? arrange(view).rows : [];
  const first = rows[0]?.kind === "group" ? rows[0].offers[0] : rows[0]?.offer;
  ctx.open = wide.matches && first ? keyOf(first) : "";
  ctx.lit = first?.name ?? "";
}

const isAskedOfMe = () => Boolean(view.pending?.mine) && !view.over;

function drawFrame() {
  renderStrip(byId("strip"), view);
  byId("round").textContent = view.round && byId("strip").hidden ? `round ${view.round}` : "";
  byId("seat").textContent = view.me.name ?? "";
  byId("compiling").hidden = view.compiled !== false;
  byId("share").hidden = view.me.role !== "gm" || !view.seats?.length;
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !(view.me.undo ?? view.seq > 1);
  const name = view.pending?.name;
  // For style sheets, and for programs that drive the page: what it shows, and as of when.
  const quiet = view.isShut ? "shut" : "busy";
  const asked = !view.pending ? quiet : view.pending.mine ? view.pending.kind : "waiting";
  Object.assign(document.body.dataset, { seq: view.seq, state: view.over ? "over" : asked });
  byId("to-question").textContent = isAskedOfMe() ? "You are asked" : "Question";
  document.title = `${view.over ? "Over" : name ? `${name} is asked` : "Playing"} · ${view.title} · Affray`;
}

/** @param {boolean} isNew  a new question takes the focus if the one before had it */
function drawQuestion(isNew = false) {
  const root = byId("start");
  const had = root.contains(document.activeElement) || byId("map").contains(document.activeElement);
  keepingFocus(() => renderQuestion(root, view, ctx));
  odds.review(); // what is not drawn any more is not waited for
  const first = root.querySelector("[data-first]");
  const typing = document.activeElement instanceof HTMLInputElement && !root.contains(document.activeElement);
  if (isNew && first instanceof HTMLElement && !typing && !menu.open)
    first.focus({ preventScroll: !wide.matches });
  else if (isNew && had) byId("asked").focus({ preventScroll: true });
}

function drawBoard() {
  keepingFocus(
    () => renderBoard(byId("map"), view, ctx),
    () => byId("asked").focus({ preventScroll: true }),
  );
}

/** Odds have come: fill them in where they stand, so that nothing under the finger is replaced. */
function onOdds(key) {
  const offer = view.pending?.offers?.find((o) => keyOf(o) === key);
  if (!offer) return void ((view.pending?.number || view.pending?.dice) && drawQuestion());
  document.querySelector(`[data-odds="${CSS.escape(key)}"]`)?.replaceWith(oddsOf(offer, ctx));
  const worked = document.querySelector(`[data-worked="${CSS.escape(key)}"]`);
  if (worked) keepingFocus(() => worked.replaceWith(renderWorked(offer, view, ctx)));
  updateTargets(byId("map"), offer, ctx);
}

function announce() {
  const { pending } = view;
  const text = view.over
    ? view.outcome_text
    : !pending
      ? ""
      : !pending.mine
        ? `${handedOver(view)} Waiting for ${pending.name}`
        : pending.kind === "dice"
          ? `${pending.name}, roll ${pending.roll_prompt}`
          : `${pending.secret ? "Only you see this. " : ""}${pending.prompt} ${pending.offers.length} choices.`;
  byId("say").textContent = isAskedOfMe() ? `You are asked. ${text}` : text;
}

/** Odds that were not worked out in time are asked for anew by whoever wants to know. */
function tryAgain(offer) {
  const late = ctx.isUnsaid(offer) ? null : odds.of(offer, details.chosen(offer));
  if (!late?.tooMany) return;
  for (const [key, found] of odds.known) if (found === late) odds.known.delete(key);
}

/** Show a plan's working beside the list and touch nothing else, least of all what is clicked. */
function peek(offer) {
  if (!view.pending?.offers?.includes(offer)) return; // the pointer rested on what has been played
  const key = keyOf(offer);
  const root = byId("start");
  const old = root.querySelector(".working");
  if (!wide.matches || ctx.open === key || old?.contains(document.activeElement)) return;
  const row = root.querySelector(`.plan[data-plan="${CSS.escape(key)}"]`);
  ctx.open = key;
  old?.remove();
  for (const how of root.querySelectorAll(".how"))
    how.setAttribute("aria-expanded", String(how.parentElement === row));
  (row ?? root.querySelector(".answers"))?.append(renderWorking(offer, view, ctx));
}

/** The pointer rests on a plan without a row: after a moment its working is shown. */
function rest(offer) {
  clearTimeout(resting);
  if (offer) resting = window.setTimeout(() => peek(offer), 160);
}

/** The plan in hand: its targets are the ones lit on the map. */
function look(offer) {
  const walk = walkOf(view, ctx);
  peek(offer);
  if (ctx.lit === offer.name && walkOf(view, ctx) === walk) return;
  ctx.lit = offer.name;
  drawBoard();
}

/** A detail of a plan was changed before it is chosen. */
function onDetails(offer) {
  ctx.confirming = "";
  drawQuestion();
  if (isWalk(offer)) drawBoard();
  else updateTargets(byId("map"), offer, ctx);
}

function choose(offer) {
  if (ctx.isUnsaid(offer)) return sayMore(offer);
  const given = details.chosen(offer);
  confirmed(offer, { do: "plan", name: offer.name, target: offer.target ?? null, with: given });
}

/** What would be regretted is asked for twice. */
function confirmed(offer, command) {
  const warning = details.warning(offer);
  if (!warning || ctx.isConfirming(offer)) return void send(command);
  ctx.confirming = confirmation(offer);
  drawQuestion();
  byId("say").textContent = `${warning} Choose it once more to do it all the same.`;
}

/** What was asked about: another warning is another question. */
const confirmation = (offer) => `${keyOf(offer)}|${details.warning(offer)}`;

/** A point of the map was clicked. */
function walk(offer, to) {
  details.set(offer, to);
  ctx.confirming = "";
  ctx.lit = offer.name;
  if (wide.matches) ctx.open = keyOf(offer);
  choose(offer);
}

/** A plan was chosen that wants a point or other dice: open its fields, and begin with the first. */
function sayMore(offer) {
  ctx.open = keyOf(offer);
  ctx.lit = offer.name;
  drawQuestion();
  drawBoard();
  const wanted = details.isAstray(offer) ? ".working .astray input" : ".working input[type=number]";
  const field = byId("start").querySelector(wanted);
  if (field instanceof HTMLElement) field.focus();
}

/** @returns {Promise<{ok: boolean, error: string, rules: string[]}>} */
async function send(command) {
  if (isBusy) return { ok: false, error: "One thing at a time.", rules: [] };
  isBusy = true;
  byId("start").setAttribute("aria-busy", "true");
  const hadError = Boolean(ctx.error);
  ctx.error = null;
  odds.forget(); // of a moment that is about to pass
  const answer = await net.command(command);
  isBusy = false;
  byId("start").removeAttribute("aria-busy");
  if (!answer.ok && !view.isShut) ctx.error = { text: answer.error, rules: answer.rules };
  if (!answer.ok || hadError) drawQuestion();
  if (!answer.ok) drawBoard();
  return answer;
}

/** Make links for every seat, or a new one for a seat whose old ones shall end. */
async function share(seat = "") {
  try {
    const made = await net.links(seat);
    const names = new Set(made.seats.map((one) => one.name));
    if (made.error) ctx.error = { text: made.error, rules: [] };
    ctx.links = [...ctx.links.filter((one) => !names.has(one.name)), ...made.seats];
  } catch {
    tellState("lost");
  }
  keepingFocus(
    () => renderMenu(menu, view, ctx),
    () => byId("menu-close").focus(),
  );
}

function openMenu() {
  if (!view) return;
  renderMenu(menu, view, ctx);
  menu.showModal();
}

/** The links to this seat were called back: what was seen stays, and nothing can be done with it. */
function leaveSeat(why) {
  const creatures = view.creatures.map((c) => ({ ...c, mine: false, acting: false }));
  const me = { ...view.me, undo: false };
  view = { ...view, me, creatures, pending: null, over: false, isShut: true, why };
  menu.close();
  startQuestion();
  drawFrame();
  drawQuestion(true);
  drawBoard();
  renderCards(byId("cards"), view);
  ctx.say(byId("asked").textContent);
}

function tellState(state, why = "") {
  if (state === "shut" && view && !view.isShut) leaveSeat(why);
  const line = byId("connection");
  const text = {
    live: "",
    lost: "Reconnecting …",
    looking: "Live news are held up; looking again every few seconds.",
    shut: view ? "" : why || "This seat is not yours.",
  }[state];
  line.textContent = text;
  line.hidden = !text;
}

const undo = () => send({ do: "undo", to: null, fresh: false });

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || menu.open || !view) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
  if (/^[1-9]$/.test(event.key)) {
    const button = document.querySelector(`#start [data-digit="${event.key}"]`);
    if (button instanceof HTMLElement) {
      event.preventDefault();
      button.click();
    }
  } else if (event.key === "u") undo();
  else if (event.key === "?") toggleHow();
}

/** The working of the plan that has the focus, else of the first. */
function toggleHow() {
  const row = document.activeElement?.closest(".plan") ?? document.querySelector("#start .plan");
  const how = row?.querySelector(".how");
  if (how instanceof HTMLElement) how.click();
}

byId("undo").addEventListener("click", undo);
byId("open-menu").addEventListener("click", openMenu);
byId("share").addEventListener("click", () => {
  openMenu();
  if (!ctx.links.length) share();
});
menu.addEventListener("click", (event) => event.target === menu && menu.close());
document.addEventListener("keydown", onKey);
/** A map in feet is drawn for the room it has; on a phone its height is its own doing. */
let drawnFor = "";
new ResizeObserver(([{ contentRect: room }]) => {
  const size = `${Math.round(room.width)} ${wide.matches ? Math.round(room.height / 8) : ""}`;
  if (["ft", "zone"].includes(view?.board?.unit) && drawnFor && size !== drawnFor) drawBoard();
  drawnFor = size;
}).observe(byId("map"));

for (const size of [wide, narrow])
  size.addEventListener("change", () => {
    if (!view) return;
    if (!ctx.open) openFirst();
    drawQuestion();
    drawBoard();
  });
openRulesInPlace(ruleset);
net.start();
