/** The table: one view in, four parts drawn, one answer out. */

import { byId, keepingFocus, shown } from "./dom.js";
import { Net } from "./net.js";
import { drawEnded } from "./ending.js";
import { keyOf } from "./odds.js";
import { OddsBook } from "./odds_book.js";
import { arrange, isAsked } from "./arrange.js";
import { renderBack, takeBack } from "./back.js";
import { Details } from "./details.js";
import { toolsOfMaster } from "./brushes.js";
import { renderBoard, updateTargets } from "./board.js";
import { renderCards } from "./cards.js";
import { choosing } from "./choosing.js";
import { Opened } from "./opened.js";
import { fitMap, fitWorking } from "./panel.js";
import { pointAtMap, showPings } from "./pointing.js";
import { listenToKeys } from "./keys.js";
import { renderLog } from "./log.js";
import { tellMoment, tellNudge, wasNudged } from "./moment.js";
import { myself } from "./people.js";
import { oddsOf } from "./plans.js";
import { announced, renderQuestion } from "./question.js";
import { isWalk, walkOf } from "./reach.js";
import { roveOver } from "./roving.js";
import { Sharing } from "./sharing.js";
import { lookAt } from "./sight.js";
import { keepingMap, onceLetGo } from "./steady.js";
import { renderStrip } from "./strip.js";
import { onceEach, renderTap } from "./tap.js";
import { renderWorked, renderWorking } from "./working.js";
import { openRulesInPlace } from "./rules.js";
import { wantedNow } from "./wanted.js";
import { askName } from "./who_are_you.js";
import { drawWords, hearWords, toggleWords } from "./whispers.js";

/**
 * @typedef {import("./protocol").AsideSent} AsideSent
 * @typedef {import("./protocol").Offer} Offer
 * @typedef {import("./protocol").View} View
 * @typedef {import("./page").Answered} Answered
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Order} Order
 * @typedef {import("./page").Shown} Shown
 */

const wide = matchMedia("(min-width: 68rem)");
const narrow = matchMedia("(max-width: 43.99rem)");
const { fight = "", ruleset = "", seat: chair = "" } = document.body.dataset;

let view = /** @type {Shown} */ (/** @type {unknown} */ (null)); // until the first one comes
let isBusy = false;
let resting = 0;
const net = Object.assign(new Net(fight, chair, show, tellState), { onBeside });
const odds = new OddsBook(net, onOdds, () => wantedNow(view));
const details = new Details(net, onDetails);
const sharing = new Sharing(net, () => opened.draw());

/** @type {Ctx} */
const ctx = {
  odds,
  details,
  sharing,
  open: "",
  lit: "",
  confirming: "",
  aimed: [NaN, NaN],
  number: null,
  said: "",
  groups: new Map(),
  roster: new Map(),
  nudged: "",
  error: null,
  isWide: () => wide.matches,
  isNarrow: () => narrow.matches,
  isUnsaid: (offer) =>
    details.isAstray(offer) ||
    (isWalk(offer) && details.left(offer).some((left) => details.answer(offer, left) === null)),
  ...choosing(() => ctx, drawQuestion, drawBoard),
  send,
  nudge,
  look,
  peek,
  rest,
  toggle(offer) {
    const isOpen = ctx.open === keyOf(offer);
    // Beside the list the working never closes; below its plan it does.
    ctx.open = isOpen && !wide.matches ? "" : keyOf(offer);
    if (ctx.open && !ctx.isUnsaid(offer)) odds.again(offer, details.weighed(offer));
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
  redraw() {
    drawFrame();
    drawBoard();
    renderCards(byId("cards"), view);
  },
  setNumber(n) {
    ctx.number = n;
    ctx.confirming = "";
    drawQuestion();
  },
};

const complain = (/** @type {string} */ text) => {
  ctx.error = { text, rules: [] };
  drawQuestion();
};
const opened = new Opened(ctx, () => view, complain);

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
  const isNew = !before || askedIn(before) !== askedIn(next) || changed("over");
  if (isMoved && (isNew || !next.pending?.sealing)) {
    odds.forget();
    ctx.error = null; // it was said of a moment that has passed
  }
  if (isNew) startQuestion();
  drawFrame();
  if (isNew || isMoved) drawQuestion(isNew);
  if (isMoved || changed("board")) drawBoard();
  if (before?.compiled === false && next.compiled) odds.hurry();
  if (changed("creatures") || changed("board") || isNew) renderCards(byId("cards"), view);
  renderLog(byId("log"), view, ctx);
  if (isMoved) opened.draw();
  if (isNew) announce();
}

/**
 * What is asked, whoever else has sealed: that changes nothing of what one has begun to say.
 * @param {View} shown
 */
const askedIn = ({ pending }) => JSON.stringify({ ...pending, sealing: null });

/** @param {View["present"] | null} present @param {string} nudged */
function onBeside(present, nudged) {
  if (!view) return;
  if (present) view = { ...view, present };
  if (nudged) tellNudge(nudged, ctx);
  drawQuestion();
  renderCards(byId("cards"), view);
  opened.draw(); // Share and the menu say who is here
}

/** @param {string} seat */
async function nudge(seat) {
  const why = await net.nudge(seat);
  ctx.say(why || `${seat} was nudged.`);
  if (!why) wasNudged(seat);
  else ctx.error = { text: why, rules: [] };
  drawQuestion();
}

function startQuestion() {
  details.forget();
  ctx.roster = new Map();
  ctx.nudged = "";
  ctx.groups = new Map();
  ctx.confirming = "";
  ctx.number = null;
  ctx.said = "";
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
  byId("seat").replaceChildren(...shown(myself(view.me)));
  byId("compiling").hidden = view.compiled !== false;
  byId("share").hidden = view.me.role !== "gm" || !view.seats?.length;
  renderBack(view, ctx);
  drawWords(view, net);
  askName(view, ctx);
  for (const tool of ofMaster) tool.draw();
  byId("map-tools").hidden = !view.board;
  // For style sheets, and for programs that drive the page: what it shows, and as of when.
  const asked = !view.pending ? (view.isShut ? "shut" : "busy") : view.pending.mine ? view.pending.kind : "waiting";
  Object.assign(document.body.dataset, { seq: view.seq, role: view.me.role, state: view.over ? "over" : asked });
  byId("to-question").textContent = view.over ? "It is over" : isAskedOfMe() ? "You are asked" : "Question";
  drawEnded(view);
  tellMoment(view);
}

/** @param {boolean} isNew  a new question takes the focus if the one before had it */
function drawQuestion(isNew = false) {
  const root = byId("start");
  const had = root.contains(document.activeElement) || byId("map").contains(document.activeElement);
  const draw = () => keepingFocus(() => renderQuestion(root, view, ctx));
  onceLetGo(root, view.seq, isNew ? draw : () => keepingMap(draw), isNew);
  renderTap(view, ctx);
  odds.review(); // what is not drawn any more is not waited for
  const first = root.querySelector("[data-first]");
  const typing = document.activeElement instanceof HTMLInputElement && !root.contains(document.activeElement);
  if (isNew && first instanceof HTMLElement && !typing && !opened.isOpen)
    first.focus({ preventScroll: !wide.matches });
  else if (isNew && had) byId("asked").focus({ preventScroll: true });
  // Who has just answered at the end of a long list reads what comes from its beginning.
  if (isNew && (had || isBusy) && !wide.matches && root.getBoundingClientRect().top < 0) root.scrollIntoView();
}

function drawBoard() {
  const root = byId("map");
  const draw = () => renderBoard(root, view, ctx);
  onceLetGo(root, view.seq, () => keepingFocus(draw, () => byId("asked").focus({ preventScroll: true })));
}

/**
 * Odds have come: fill them in where they stand, so that nothing under the finger is replaced.
 * @param {string} key
 */
function onOdds(key) {
  const offer = view.pending?.offers?.find((o) => keyOf(o) === key);
  if (!offer) return void ((view.pending?.number || view.pending?.dice) && drawQuestion());
  keepingMap(() => {
    document.querySelector(`[data-odds="${CSS.escape(key)}"]`)?.replaceWith(oddsOf(offer, ctx));
    const worked = document.querySelector(`[data-worked="${CSS.escape(key)}"]`);
    if (worked) keepingFocus(() => worked.replaceWith(renderWorked(offer, view, ctx)));
  });
  updateTargets(byId("map"), offer, ctx);
  renderTap(view, ctx);
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
  lookAt(offer);
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
  if (!answer.ok && !view.isShut) ctx.error = { ...answer, text: answer.error };
  if (!answer.ok || hadError) drawQuestion();
  if (!answer.ok) drawBoard();
  return answer;
}

/**
 * The links to this seat were called back: what was seen stays, and nothing can be done with it.
 * @param {string} why
 */
function leaveSeat(why) {
  const creatures = view.creatures.map((c) => ({ ...c, mine: false, acting: false }));
  const me = { ...view.me, undo: null };
  view = { ...view, me, creatures, pending: null, over: false, isShut: true, why };
  opened.close();
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
  if (state === "live" && ctx.error?.isPassing) {
    ctx.error = null;
    drawQuestion();
  }
  const line = byId("connection");
  const text = {
    live: "",
    lost: "Reconnecting …",
    looking: "Live news are held up; looking again every few seconds.",
    shut: view ? "" : why || "This seat is not yours.",
  }[state];
  Object.assign(line, { textContent: text, hidden: !text });
}

const undo = () => takeBack(view, ctx);
const opens = { undo, "open-menu": () => opened.openMenu(), share: () => opened.openShare() };
for (const [id, act] of Object.entries(opens)) byId(id).addEventListener("click", act);
onceEach(() => view.seq);
const acts = pointAtMap(net, () => view, ctx.say);
const ofMaster = toolsOfMaster(() => view, send, complain);
net.onAsides = (/** @type {AsideSent[]} */ asides) => {
  if (!view) return;
  showPings(asides.filter(({ kind }) => kind === "ping"), view, ctx.say);
  hearWords(asides.filter(({ kind }) => kind === "whisper"), view, net, ctx.say);
};
byId("whisper").addEventListener("click", () => view && toggleWords(view, net));
listenToKeys(() => Boolean(view) && !opened.isOpen, { u: undo, ...acts });
roveOver(byId("start"));
fitWorking(byId("start"), () => wide.matches);
fitMap(byId("map"), () => wide.matches, () => view?.board?.unit ?? "", drawBoard);

for (const size of [wide, narrow])
  size.addEventListener("change", () => {
    if (!view) return;
    if (!ctx.open) openFirst();
    drawQuestion();
    drawBoard();
  });
openRulesInPlace(ruleset);
net.start();
