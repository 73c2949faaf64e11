/** Whose moment it is: the tab's title and icon, a soft sound, a vibration; and who is at the table. */

import { byId, h, part } from "./dom.js";
import { personIn, presence, seatWith } from "./people.js";
import { listed } from "./sealing.js";

/**
 * @typedef {import("./page").Child} Child
 * @typedef {import("./page").Ctx} Ctx
 * @typedef {import("./page").Shown} Shown
 */

const KEPT = "affray-moment";
const [QUIET, ASKED] = ["/static/mark.svg", "/static/mark-asked.svg"];

/** What one wants to be told by: nothing, until one says so. It is remembered by this browser. */
const wants = { sound: false, vibration: false };
try {
  Object.assign(wants, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
} catch {
  // no storage here, or something else in it
}

/** @type {AudioContext | null} */
let audio = null;

/**
 * @param {number} [pitch]
 */
function chime(pitch = 1) {
  if (!wants.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [k, hertz] of [523.25 * pitch, 659.25 * pitch].entries()) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.0001, now + k * 0.16);
    loudness.gain.exponentialRampToValueAtTime(0.08, now + k * 0.16 + 0.03);
    loudness.gain.exponentialRampToValueAtTime(0.0001, now + k * 0.16 + 0.5);
    tone.connect(loudness).connect(audio.destination);
    tone.start(now + k * 0.16);
    tone.stop(now + k * 0.16 + 0.55);
  }
}

/** Phones that do not vibrate leave it. */
const buzz = () => void (wants.vibration && navigator.vibrate?.(80));

/**
 * @param {Shown} view
 */
export function waitingFor(view) {
  const { pending } = view;
  if (pending?.sealing?.waiting.length) return listed(pending.sealing.waiting);
  if (pending?.thinking.length) return listed(pending.thinking);
  const person = view.creatures.find((c) => c.who === pending?.who)?.person;
  return person ? `${person} (${pending?.name})` : (pending?.name ?? "");
}

/** @param {Shown} view */
const isAskedOfMe = (view) => Boolean(view.pending?.mine) && !view.over && !view.isShut;

/**
 * @param {Shown} view
 */
function titled(view) {
  const name = waitingFor(view);
  const says = view.over ? "Over" : isAskedOfMe(view) ? "You are asked" : name ? `Waiting for ${name}` : "Playing";
  return `${says} · ${view.title} · Affray`;
}

let wasAsked = false;

/**
 * The tab speaks; whoever has become the one who is asked hears it, if they want to.
 * @param {Shown} view
 */
export function tellMoment(view) {
  document.title = titled(view);
  const isAsked = isAskedOfMe(view);
  document.querySelector('link[rel="icon"]')?.setAttribute("href", isAsked ? ASKED : QUIET);
  if (isAsked && !wasAsked) {
    chime();
    buzz();
  }
  wasAsked = isAsked;
}

/**
 * @param {string} name
 * @param {Ctx} ctx
 */
export function tellNudge(name, ctx) {
  document.title = `${name} waits for you · ${document.title}`;
  ctx.say(`${name} waits for you.`);
  ctx.nudged = name;
  chime(1.5);
  buzz();
}

/**
 * That somebody waits, on top of the page until one has answered.
 * @param {Ctx} ctx
 */
export function drawNudge(ctx) {
  const line = byId("nudged");
  line.hidden = !ctx.nudged;
  const close = () => {
    ctx.nudged = "";
    drawNudge(ctx);
  };
  if (line.hidden) return void line.replaceChildren();
  line.replaceChildren(
    `${ctx.nudged} waits for you. `,
    h("a", { href: "#start", onclick: close }, "To the question"),
  );
}

/**
 * What one is told by, who is at the table, and how long it waits for one who is away.
 * @param {Shown} view
 * @param {Ctx} ctx
 */
export function moments(view, ctx) {
  const isGm = view.me.role === "gm";
  const others = Object.keys(view.present).filter((seat) => seat !== view.me.name);
  return part(
    "Whose moment it is",
    h(
      "fieldset",
      {},
      h("legend", {}, "When you are asked"),
      want("sound", "a soft sound"),
      "vibrate" in navigator && want("vibration", "a vibration"),
    ),
    others.length > 0 &&
      h(
        "ul",
        { class: "seats", "aria-label": "Who is at the table" },
        others.map((seat) => h("li", {}, h("span", {}, seatWith(view, seat)), presence(view, seat) || "here")),
      ),
    isGm ? patience(view, ctx) : view.table.patience > 0 && h("p", { class: "note" }, waits(view.table.patience)),
  );
}

/** @param {"sound" | "vibration"} what @param {string} text */
const want = (what, text) =>
  h(
    "label",
    { class: "check" },
    h("input", {
      type: "checkbox",
      checked: wants[what],
      "data-key": `wants-${what}`,
      onchange: (event) => {
        wants[what] = event.currentTarget.checked;
        try {
          localStorage.setItem(KEPT, JSON.stringify(wants));
        } catch {
          // it holds for this page then
        }
        if (what === "sound") chime();
        else buzz();
      },
    }),
    ` ${text}`,
  );

const PATIENCE = /** @type {const} */ ([0, 60, 120, 300]);

/** @param {number} seconds */
const waits = (seconds) =>
  seconds
    ? `For who is away for ${seconds} seconds when asked, the computer answers until they are back.`
    : "The table waits for everybody.";

/** @param {Shown} view @param {Ctx} ctx */
const patience = (view, ctx) =>
  h(
    "label",
    { class: "check" },
    "Patience with who is away ",
    h(
      "select",
      {
        "data-key": "patience",
        onchange: (event) =>
          ctx.send({ do: "patience", seconds: PATIENCE[event.currentTarget.selectedIndex] ?? 0 }),
      },
      PATIENCE.map((s) =>
        h("option", { value: s, selected: s === view.table.patience }, s ? `${s} seconds` : "no end"),
      ),
    ),
  );

/**
 * What one can do who waits: nudge whom one waits for; the game master may answer for them.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @returns {Child}
 */
export function renderWaited(view, ctx) {
  const seats = awaitedSeats(view);
  if (!seats.length) return null;
  return h(
    "ul",
    { class: "awaited" },
    seats.map((seat) =>
      h(
        "li",
        { class: "row" },
        seats.length > 1 ? h("b", {}, seatWith(view, seat)) : null, // the question names the only one
        presence(view, seat) && h("span", {}, `(${presence(view, seat)})`),
        view.me.role !== "watcher" && nudging(view, seat, ctx),
        view.me.role === "gm" && [
          act(`for-${seat}`, "Answer for them", `Answer for ${seat}`, () =>
            ctx.send({ do: "answer-for", seat, how: "me" }),
          ),
          act(`computer-${seat}`, "The computer answers", `The computer answers for ${seat}`, () =>
            ctx.send({ do: "answer-for", seat, how: "computer" }),
          ),
        ],
      ),
    ),
    view.me.role === "gm" &&
      h("li", { class: "note" }, "Either is for this one question. What you take on you can leave to them again; ",
        view.pending?.secret ? "so can what the computer seals." : "Undo takes back what the computer did."),
  );
}

/** @type {Map<string, number>} */
const nudged = new Map();
const NUDGED_FOR = 20_000; // as long as one may not be nudged again

/**
 * That somebody was nudged is seen here too, not only at their place.
 * @param {string} seat
 */
export const wasNudged = (seat) => void nudged.set(seat, Date.now());

/**
 * @param {Shown} view
 * @param {string} seat
 * @param {Ctx} ctx
 */
function nudging(view, seat, ctx) {
  const name = personIn(view, seat) || (seat === "Game master" ? "the game master" : seat);
  const text = Date.now() - (nudged.get(seat) ?? 0) < NUDGED_FOR ? `${name} was nudged` : `Nudge ${name}`;
  return act(`nudge-${seat}`, text, text, () => ctx.nudge(seat));
}

/**
 * For whom the game master, or the computer, answers this once; and how they are asked again.
 * @param {Shown} view
 * @param {Ctx} ctx
 * @returns {Child}
 */
export function renderAnsweredFor(view, ctx) {
  const found = view.over ? [] : (view.answered_for ?? []);
  return found.map(({ seat, by }) =>
    h(
      "p",
      { class: "row note answered-for" },
      by === "me" ? `You answer for ${seat}, this once.` : `The computer has sealed for ${seat}, this once.`,
      act(`leave-${seat}`, by === "me" ? `Leave it to ${seat}` : `Ask ${seat} again`, `Leave it to ${seat} again`, () =>
        ctx.send({ do: "answer-for", seat, how: "them" }),
      ),
    ),
  );
}

/**
 * The seats of people who are waited for; not one's own, and not the computer's.
 * @param {Shown} view
 */
function awaitedSeats(view) {
  const acting = view.creatures.filter((c) => c.acting && !c.mine && c.player === "person");
  return [...new Set(acting.map((c) => (c.taken ? c.seat : "Game master")))].filter(
    (seat) => seat && seat !== view.me.name,
  );
}

/** @param {string} key @param {string} text @param {string} label @param {() => unknown} onclick */
const act = (key, text, label, onclick) =>
  h("button", { class: "btn", type: "button", "data-key": key, "aria-label": label, onclick }, text);
