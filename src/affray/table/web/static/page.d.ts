/** What the parts of the page tell each other; what the server sends is in protocol.d.ts. */

import type {
  Board,
  Command,
  Grouped,
  Harm,
  Head,
  Left,
  Mean,
  Offer,
  OtherAnswer,
  Pending,
  Sampled,
  RollBehind,
  Token,
  View,
} from "./protocol";
import type { Details } from "./details";
import type { OddsBook } from "./odds_book";
import type { Sharing } from "./sharing";

/** A child of an element: `isOn && h(...)` leaves false behind, and that is left out. */
export type Child = Node | string | number | boolean | null | undefined | Child[];

/** An event that came to an element of this kind. */
export type Heard<E, V> = V & { readonly currentTarget: E };

/** What an element is made with: attributes by their names, and listeners as on… */
export type Props<E> = { [name: string]: unknown } & {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?:
    ((event: Heard<E, GlobalEventHandlersEventMap[K]>) => unknown) | null;
};

/** The view as it is shown; a seat whose links were called back keeps what it saw last. */
export interface Shown extends View {
  isShut?: boolean;
  why?: string;
}

/** A view in which something is asked. */
export interface AskedView extends Shown {
  pending: Pending;
}

/** A view with a map. */
export interface MapView extends Shown {
  board: Board;
}

/** A command before it has its id and its number. */
export type Order = Command extends infer C ? (C extends unknown ? Omit<C, "cmd_id" | "seq"> : never) : never;

/** What became of a command. */
export interface Answered {
  ok: boolean;
  error: string;
  rules: string[];
  /** It is said of the line, and not true any more when that is there again. */
  isPassing?: boolean;
}

/** An outcome as it is shown: all that is told, and whether the plan did what it is for. */
export interface Told {
  text: string;
  p: string;
  percent: number;
  comesOff: boolean;
}

/** Odds as the page keeps them, with every part there; fractions only where they are exact. */
export interface Known {
  actor: string;
  number: Head | null;
  word: string;
  harm: Harm[];
  grouped: Grouped | null;
  heads: Head[];
  outcomes: Told[];
  stages: RollBehind[];
  assumed: Record<string, string>;
  others: OtherAnswer[];
  expected: Record<string, Record<string, Mean>>;
  sampled: Sampled | null;
  tooMany: boolean;
  error: string;
}

/** What makes an offer that one. */
export type Named = Pick<Offer, "name" | "target">;

/** A question that is answered with dice of the hand. */
export type DiceAsked = Pick<Left, "question" | "prompt" | "usual"> & { dice: NonNullable<Left["dice"]> };

export type Chosen = Record<string, string>;

/** A point of a screen or of a map: x, then y. */
export type Point = [number, number];

/** What a token is drawn from. */
export type Shape = Partial<Token> & { side: number; initials: string; mark?: string; colour?: string };

/** A token where it is drawn: moved for the eye, from where it stands. */
export interface Placed extends Token {
  mark?: string;
  colour?: string;
  px: number;
  py: number;
  fromX: number;
  fromY: number;
  scale: number;
  half: number;
}

/** A place for one token in a room. */
export interface Slot {
  letters: number;
  lines: number;
  column: number;
  row: number;
  x: number;
  y: number;
}

export interface RoomBox {
  x: number;
  y: number;
  wide: number;
  tall: number;
  names: string[];
  notes: string[];
}

/** Something that takes up room on a map: a token, or a thing. */
export type Standing = Pick<Token, "x" | "y"> & Partial<Token>;

/** How a map's own unit becomes pixels. */
export interface Frame {
  unit: Board["unit"];
  wide: number;
  tall: number;
  ground: Element[];
  middle: (token: Standing) => Point;
  corner: (x: number, y: number) => Point;
  under: (px: number, py: number) => Point;
  keep: (token: Placed) => void;
  scale: (size: number) => number;
  /** Of a map of places. */
  rooms: RoomBox[];
  slots: Map<number, Slot>;
}

/** Where one may go by a click: the offer it means, and the place where that is left open. */
export interface Way {
  offer: Offer;
  given: string | null;
}

export interface Size {
  wide: number;
  tall: number;
}

/** What the parts may know and do. */
export interface Ctx {
  odds: OddsBook;
  details: Details;
  /** The plan whose working is open, and the one whose targets are lit. */
  open: string;
  lit: string;
  confirming: string;
  /** Where on the screen a point of the map was clicked last. */
  aimed: Point;
  number: number | null;
  /** What stands in the field for one's own words. */
  said: string;
  groups: Map<string, boolean>;
  error: { text: string; rules: string[]; isPassing?: boolean } | null;
  /** What was picked for each of those one answers for, by its number among their plans. */
  roster: Map<number, number>;
  /** Who has nudged, until one answers. */
  nudged: string;
  sharing: Sharing;
  isWide(): boolean;
  isNarrow(): boolean;
  /** A walk nobody has said the end of, or dice that are no answer: there are no odds of it. */
  isUnsaid(offer: Offer): boolean;
  isConfirming(offer: Offer): boolean;
  send(order: Order): Promise<Answered>;
  nudge(seat: string): Promise<void>;
  choose(offer: Offer, isTyped?: boolean): void;
  confirmed(offer: Offer, order: Order): void;
  walk(offer: Offer, to: Chosen): void;
  cancel(offer: Offer): void;
  look(offer: Offer): void;
  peek(offer: Offer): void;
  rest(offer: Offer | null): void;
  toggle(offer: Offer): void;
  openGroup(name: string, isOpen: boolean): void;
  say(text: string): void;
  /** Dice were picked, or let go; what they come to is said, too. */
  pickedAnew(text: string): void;
  setNumber(n: number): void;
  /** What tokens look like was changed on this screen. */
  redraw(): void;
  /** Where a fight is watched again: to the moment a line was told at. */
  jump?(line: number): void;
}

declare global {
  /** Not known to every version of the types; rules.js asks whether it is there. */
  interface HTMLElement {
    showPopover(): void;
    hidePopover(): void;
  }
}

/** An encounter's file as data, as far as the builder changes it. */
export interface Draft {
  ruleset: string;
  title?: string;
  sides?: string[];
  rulings?: Record<string, string>;
  map?: Record<string, any> & { size?: Point; rows?: string[]; close?: string[][] };
  set?: Record<string, any>;
  zone?: { id: string; links?: string[]; exit?: boolean }[];
  ground?: DraftGround;
  creature: DraftCreature[];
  [kind: string]: any;
}

export interface DraftGround {
  base?: string;
  picture?: string;
  at?: Point;
  wide?: number;
  opacity?: number;
  rows?: string[];
  area?: DraftArea[];
}

export interface DraftArea {
  kind: string;
  from?: Point;
  to?: Point;
  path?: Point[];
  at?: Point[];
  in?: string[];
  size?: number;
  count?: number;
  height?: number;
}

/** A number that is refused alone: what was typed, and what it does to a draft. */
export interface Held {
  field: string;
  part: string;
  value: unknown;
  edit: (draft: Draft, name: string) => Draft;
}

export interface DraftCreature {
  name: string;
  from?: string;
  emblem?: string;
  side: string;
  at?: any;
  stays?: boolean;
  set?: Record<string, any>;
}
