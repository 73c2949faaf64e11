/** The table: one view in, four parts drawn, one answer out. */

import { byId, keepingFocus } from "./dom.js";
import { Net } from "./net.js";
import { keyOf, OddsBook } from "./odds.js";
import { arrange, isAsked } from "./arrange.js";
import { renderBack, takeBack } from "./back.js";
import { Details } from "./details.js";
import { renderBoard, updateTargets } from "./board.js";
import { renderCards } from "./cards.js";
import { listenToKeys } from "./keys.js";
import { renderLog } from "./log.js";
import { renderMenu } from "./menu.js";
import { oddsOf } from "./plans.js";
import { announced, renderQuestion } from "./question.js";
import { isWalk, walkOf } from "./reach.js";
import { renderStrip } from "./strip.js";
import { holdTap, isTapped, renderTap } from "./tap.js";
import { renderWorked, renderWorking } from "./working.js";
import { openRulesInPlace } from "./rules.js";
import { wantedNow } from "./wanted.js";

/**
 * @typedef {import("./protocol").Link} Link
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").View} View
 * @typedef {import("./page").Answered} Answered
 * @typedef {import("./page").Chosen} Chosen
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Shown} Shown
 */

const wide = matchMedia("(min-width: 68rem)");
const narrow = matchMedia("(max-width: 43.99rem)");
const menu = /** @type {HTMLDialogElement} */ (byId("menu"));
const { fight = "", ruleset = "", seat: chair = "" } = document.body.dataset;

let view = /** @type {Shown} */ (/** @type {unknown} */ (null)); // until the first one comes
let isBusy = false;
let resting = 0;
const net = new Net(fight, chair, show, tellState);
const odds = new OddsBook(net, onOdds, (hasSome) => wantedNow(view, hasSome));
const details = new Details(net, onDetails);

/** @type {Ctx} */
const ctx = {
  odds,
  details,
  open: "",
  lit: "",
  confirming: "",
  aimed: [NaN, NaN],
  number: null,
  groups: new Map(),
  error: null,
  links: [],
  own: "",
  isWide: () => wide.matches,
  isNarrow: () => narrow.matches,
  isUnsaid: (offer) =>
    details.isAstray(offer) ||
    (isWalk(offer) && details.left(offer).some((left) => details.answer(offer, left) === null)),
  isConfirming: (offer) => ctx.confirming === confirmation(offer),
  send,
  share,
  renew,
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
    if (ctx.open && !ctx.isUnsaid(offer)) odds.again(offer, details.chosen(offer));
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

/**
 * A new view: draw what has changed, and keep the reader's place.
 * @param {View} next
 */
function show(next) {
  const before = view;
  view = next;
  const changed = (/** @type {keyof View} */ part) =>
    JSON.stringify(before?.[part]) !== JSON.stringify(next[part]);
  const isMoved = before?.seq !== next.seq;
  if (isMoved) {
    odds.forget();
    ctx.error = null; // it was said of a moment that has passed
  }
  const isNew = !before || changed("pending") || changed("over");
  if (isNew) startQuestion();
  drawFrame();
  if (isNew || isMoved) drawQuestion(isNew);
  if (isMoved || changed("board")) drawBoard();
  if (before?.compiled === false && next.compiled) odds.hurry();
  if (changed("creatures") || isNew) renderCards(byId("cards"), view);
  renderLog(byId("log"), view, ctx);
  if (menu.open) keepingFocus(() => renderMenu(menu, view, ctx));
  if (isNew) announce();
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
  const rows = isAsked(view) ? arrange(view).rows : [];
  const first = rows[0]?.kind === "group" ? rows[0].offers[0] : rows[0]?.offer;
  ctx.open = wide.matches && first ? keyOf(first) : "";
  ctx.lit = first?.name ?? "";
}

const isAskedOfMe = () => Boolean(view.pending?.mine) && !view.over;
function drawFrame() {
  renderStrip(byId("strip"), view);
  byId("round").textContent = view.round && byId("strip").hidden ? `round ${view.round}` : "";
  byId("seat").textContent = view.me.name;
  byId("compiling").hidden = view.compiled !== false;
  byId("share").hidden = view.me.role !== "gm" || !view.seats?.length;
  renderBack(view, ctx);
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
  renderTap(ctx);
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

/**
 * Odds have come: fill them in where they stand, so that nothing under the finger is replaced.
 * @param {string} key
 */
function onOdds(key) {
  const offer = view.pending?.offers?.find((o) => keyOf(o) === key);
  if (!offer) return void ((view.pending?.number || view.pending?.dice) && drawQuestion());
  document.querySelector(`[data-odds="${CSS.escape(key)}"]`)?.replaceWith(oddsOf(offer, ctx));
  const worked = document.querySelector(`[data-worked="${CSS.escape(key)}"]`);
  if (worked) keepingFocus(() => worked.replaceWith(renderWorked(offer, view, ctx)));
  updateTargets(byId("map"), offer, ctx);
}

function announce() {
  const text = announced(view);
  byId("say").textContent = isAskedOfMe() ? `You are asked. ${text}` : text;
}

/**
 * Show a plan's working beside the list and touch nothing else, least of all what is clicked.
 * @param {Offer} offer
 */
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

/**
 * The pointer rests on a plan without a row: after a moment its working is shown.
 * @param {Offer | null} offer
 */
function rest(offer) {
  clearTimeout(resting);
  if (offer) resting = window.setTimeout(() => peek(offer), 160);
}

/**
 * The plan in hand: its targets are the ones lit on the map.
 * @param {Offer} offer
 */
function look(offer) {
  const before = walkOf(view, ctx);
  peek(offer);
  if (ctx.lit === offer.name && walkOf(view, ctx) === before) return;
  ctx.lit = offer.name;
  drawBoard();
}

/**
 * A detail of a plan was changed before it is chosen.
 * @param {Offer} offer
 */
function onDetails(offer) {
  ctx.confirming = "";
  drawQuestion();
  if (isWalk(offer)) drawBoard();
  else updateTargets(byId("map"), offer, ctx);
}

/** @param {Offer} offer */
function choose(offer) {
  if (ctx.isUnsaid(offer)) return sayMore(offer);
  const given = details.chosen(offer);
  confirmed(offer, { do: "plan", name: offer.name, target: offer.target ?? null, with: given });
}

/**
 * What would be regretted is asked for twice, and so is everything that is tapped.
 * @param {Offer} offer
 * @param {Order} command
 */
function confirmed(offer, command) {
  const warning = details.warning(offer);
  if (ctx.isConfirming(offer) || (!warning && !isTapped())) return void send(command);
  ctx.confirming = confirmation(offer);
  holdTap(offer, command);
  drawQuestion();
  ctx.say(warning ? `${warning} Choose it once more to do it all the same.` : "Tap it once more to do it.");
}

/**
 * What was asked about: another warning is another question.
 * @param {Offer} offer
 */
const confirmation = (offer) => `${keyOf(offer)}|${details.warning(offer)}`;

/**
 * A point of the map was clicked.
 * @param {Offer} offer
 * @param {Chosen} to
 */
function walk(offer, to) {
  details.set(offer, to);
  ctx.confirming = "";
  ctx.lit = offer.name;
  if (wide.matches) ctx.open = keyOf(offer);
  choose(offer);
}

/**
 * A plan was chosen that wants a point or other dice: open its fields, and begin with the first.
 * @param {Offer} offer
 */
function sayMore(offer) {
  ctx.open = keyOf(offer);
  ctx.lit = offer.name;
  drawQuestion();
  drawBoard();
  const wanted = details.isAstray(offer) ? ".working .astray input" : ".working input[type=number]";
  const field = byId("start").querySelector(wanted);
  if (field instanceof HTMLElement) field.focus();
}

/** @param {Order} command @returns {Promise<Answered>} */
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

/**
 * Make links for every seat, or a new one for a seat whose old ones shall end.
 * @param {string} [seat]
 */
async function share(seat = "") {
  try {
    const made = await net.links(seat);
    const names = new Set(made.seats.map((/** @type {Link} */ one) => one.name));
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

/** Make the game master's own link anew: the old one ends, everywhere but here. */
async function renew() {
  try {
    const made = await net.renew();
    ctx.own = made.seats[0]?.link ?? "";
    if (made.error) ctx.error = { text: made.error, rules: [] };
  } catch {
    tellState("lost");
  }
  keepingFocus(() => renderMenu(menu, view, ctx));
}

function openMenu() {
  if (!view) return;
  renderMenu(menu, view, ctx);
  menu.showModal();
}

/**
 * The links to this seat were called back: what was seen stays, and nothing can be done with it.
 * @param {string} why
 */
function leaveSeat(why) {
  const creatures = view.creatures.map((c) => ({ ...c, mine: false, acting: false }));
  const me = { ...view.me, undo: null };
  view = { ...view, me, creatures, pending: null, over: false, isShut: true, why };
  menu.close();
  startQuestion();
  drawFrame();
  drawQuestion(true);
  drawBoard();
  renderCards(byId("cards"), view);
  ctx.say(byId("asked").textContent ?? "");
}

/** @param {"live" | "lost" | "looking" | "shut"} state @param {string} [why] */
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

const undo = () => takeBack(view, ctx);
byId("undo").addEventListener("click", undo);
byId("open-menu").addEventListener("click", openMenu);
byId("share").addEventListener("click", () => {
  openMenu();
  if (!ctx.links.length) share();
});
menu.addEventListener("click", (event) => event.target === menu && menu.close());
listenToKeys(() => Boolean(view) && !menu.open, undo);
/** A map in feet is drawn for the room it has; on a phone its height is its own doing. */
let drawnFor = "";
new ResizeObserver(([{ contentRect: room }]) => {
  const size = `${Math.round(room.width)} ${wide.matches ? Math.round(room.height / 8) : ""}`;
  if (["ft", "zone"].includes(view?.board?.unit ?? "") && drawnFor && size !== drawnFor) drawBoard();
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
