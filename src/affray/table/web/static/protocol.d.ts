// Written by python -m affray.table.web.types from the protocol's models: do not edit.

/** The command is kept, and this is how the fight stands now for whoever gave it. */
export interface Accepted {
  seq: number;
  view: View;
}

export interface AnswerMessage {
  cmd_id: string;
  seq: number;
  do: "answer";
  question: string;
  option: string;
}

export interface AnswerUndoMessage {
  cmd_id: string;
  seq: number;
  do: "answer-undo";
  seat: string;
  grant: boolean;
}

export interface AskUndoMessage {
  cmd_id: string;
  seq: number;
  do: "ask-undo";
}

/** A new fight, the game master's link and those of the others. */
export interface Begun {
  id: string;
  gm: string;
  seats: Link[];
}

/** Where everybody is; `floors` are tiles that lie lower or higher. */
export interface Board {
  unit: "tile" | "ft" | "zone";
  width: number;
  height: number;
  walls: [number, number][];
  floors: [number, number, number][];
  things: Thing[];
  places: Place[];
  tokens: Token[];
}

export interface Card {
  stats: Stat[];
  states: string[];
}

/** A creature as its card shows it, and who plays it. */
export interface Creature {
  who: number;
  name: string;
  side: number;
  player: string;
  typed_dice: boolean;
  seat: string;
  taken: boolean;
  mine: boolean;
  acting: boolean;
  card: Card;
  sheet: Record<string, string>;
}

/** What a plan leaves open once some of it is given. */
export interface Details {
  answers_left: Left[];
}

export interface DiceMessage {
  cmd_id: string;
  seq: number;
  do: "dice";
  faces: number[];
}

export interface EditMessage {
  cmd_id: string;
  seq: number;
  do: "edit";
  creature: string;
  set: Record<string, unknown>;
}

/** The faces that lie before whoever is asked, and those each option picks of them. */
export interface GivenDice {
  hand: number[];
  options: Record<string, number[]>;
}

export interface HabitMessage {
  cmd_id: string;
  seq: number;
  do: "habit";
  undo: "friendly" | "fair" | "strict";
}

/** Dice of one kind in the hand that rolled them, in the order they lie. */
export interface Hand {
  owner: string;
  sides: number;
  faces: number[];
}

/** What people ask first, of one creature; one of them `tells` what the plan is for. */
export interface Head {
  name: string;
  who: string;
  p: string;
  percent: number;
  tells: boolean;
}

export interface Health {
  ok: boolean;
  problem?: string;
}

/** What was asked for is done, and on the disk. */
export interface Kept {
  ok: boolean;
}

/** What a roll's numbers from low to high lead to. */
export interface Lead {
  low: number;
  high: number;
  text: string;
  numbers: string;
}

/** A question a plan leaves open, and what is answered when nobody says otherwise. */
export interface Left {
  question: string;
  prompt: string;
  options: string[];
  usual: string | null;
  number: boolean;
  dice: GivenDice | null;
  warn: Record<string, string>;
}

/** One sentence of the log and what its numbers are made of; `undo` takes the decision back that brought it about. What is `beside` is no part of the fight: something was taken back, or may be from now on. */
export interface Line {
  n: number;
  text: string;
  rules: string[];
  heading: "" | "round" | "phase";
  roll: boolean;
  story: boolean;
  beside: boolean;
  who: string;
  typed: boolean;
  rolled: Roll | null;
  working: Part[];
  undo: number | null;
}

/** A link to a seat: as good as a key, and told only once. */
export interface Link {
  name: string;
  role: "gm" | "player";
  taken: boolean;
  link: string;
}

export interface Links {
  seats: Link[];
}

/** Lines of the log, and the number they were seen at. */
export interface LogPart {
  seq: number;
  log: Line[];
}

/** Who looks. */
export interface Me {
  role: "gm" | "player";
  name: string;
  creatures: string[];
  undo: UndoShown | null;
}

/** What is lost on average, in the game's words. */
export interface Mean {
  mean: string;
  value: number;
  verb: string;
  word: string;
}

/** What the live line says: there is something to look at from this number on. */
export interface News {
  seq: number;
  compiled?: boolean | null;
}

/** A question for a number. */
export interface NumberAsked {
  low: number;
  high: number;
  legal: number[];
  warn: Record<string, string>;
}

/** Everything a plan can lead to. `changed` is how likely it tells on whom. */
export interface Odds {
  heads: Head[];
  outcomes: Outcome[];
  expected: Record<string, Record<string, Mean>>;
  assumed: Record<string, string>;
  lines: number;
  how: Stage[];
  changed: Record<string, Share>;
  sampled?: Sampled | null;
}

/** A plan one may choose. `reach` is how far each bearing leads, `tiles` where one may go. */
export interface Offer {
  name: string;
  label: string;
  note: string;
  target: string | null;
  target_who: number | null;
  answers_left: Left[];
  reach: [number, number][] | null;
  tiles: [number, number][] | null;
  warn: string;
}

/** What a plan led to: its headlines one by one, and as one line. */
export interface Outcome {
  outcome: string;
  headlines: string[];
  p: string;
  percent: number;
  tells: boolean;
}

/** One number of a working: what it is for, how much it adds, and by which rules. */
export interface Part {
  label: string;
  amount: number;
  rules: string[];
}

/** Whose fight it is, who stayed behind, and what was told to the party's file. */
export interface PartyShown {
  name: string;
  behind: string[];
  told: string;
}

/** What the fight waits for; to whom it is not put it says only for whom. */
export interface Pending {
  kind: "plan" | "dice";
  who: number;
  name: string;
  mine: boolean;
  secret: boolean;
  question?: string;
  prompt: string;
  rules: string[];
  offers: Offer[];
  number: NumberAsked | null;
  usual: string | null;
  dice: GivenDice | null;
  needs: [number, number][];
  roll_prompt: string;
  goal: string;
}

/** The phases of a round, and which it has come to. */
export interface Phase {
  all: string[];
  now: number | null;
}

export interface Place {
  label: string;
  links: number[];
  note: string;
}

export interface PlanMessage {
  cmd_id: string;
  seq: number;
  do: "plan";
  name: string;
  target?: string | null;
  with?: Record<string, string>;
}

/** Why something was refused, and by which rules; where the fight stands, if that is why. */
export interface Problem {
  error: string;
  rules: string[];
  seq?: number;
}

/** One roll against another side, a number or nothing; its result is a yes or no, a number, or nothing where the faces are the answer. */
export interface Roll {
  who: string;
  what: string;
  kind: "check" | "test" | "margin" | "roll" | "dice";
  dice: RollSide;
  against: RollSide | number | null;
  result: boolean | number | null;
}

/** One side of a roll: its pool, its dice and what they came to; neither where only the result is known. */
export interface RollSide {
  pool: string;
  hands: Hand[];
  total: number | null;
}

/** The odds are of so many lines drawn by chance; 95 % are within so much. */
export interface Sampled {
  lines: number;
  within: number;
}

export interface SeatMessage {
  cmd_id: string;
  seq: number;
  do: "seat";
  creature: string;
  player?: string | null;
  typed_dice?: boolean | null;
}

/** A player's seat, as the game master sees it. */
export interface SeatShown {
  name: string;
  taken: boolean;
  creatures: string[];
}

/** Nothing is sent that is not declared here. */
export interface Sent {

}

/** A probability, exactly and as a number. */
export interface Share {
  p: string;
  percent: number;
}

/** One roll behind the odds: how often it comes to it, how often it succeeds then. */
export interface Stage {
  who: string;
  what: string;
  dice: string;
  rules: string[];
  reached: string;
  succeeds: string | null;
  leads: Lead[];
}

/** One number of a card; `most` where it has an end. */
export interface Stat {
  label: string;
  value: number | string;
  most: number | null;
  harm: boolean;
}

/** How this table holds it with taking back, and whether somebody named its dice's seed. */
export interface TableShown {
  undo: "friendly" | "fair" | "strict";
  seeded: boolean;
}

export interface ThenMessage {
  cmd_id: string;
  seq: number;
  do: "then";
  what: "rest" | "again";
}

export interface Thing {
  label: string;
  x: number;
  y: number;
}

/** A creature on the board, in its unit; on a board of places x is the place. `tiles` are those of a body that is no rectangle. */
export interface Token {
  who: number;
  x: number;
  y: number;
  across: number;
  down: number;
  facing: number | null;
  hurt: number;
  bears: number;
  is_out: boolean;
  knot: number;
  tiles: [number, number][];
  name: string;
  initials: string;
  side: number;
  mine: boolean;
  acting: boolean;
}

/** The odds could be neither walked nor sampled in time; whoever asks again may have more. */
export interface TooMany {
  too_many: true;
}

/** Somebody's place in the order of a round. */
export interface Turn {
  who: number;
  name: string;
  now: boolean;
  done: boolean;
}

/** What a player asks the game master to have taken back. */
export interface UndoAsked {
  seat: string;
  what: string;
}

export interface UndoMessage {
  cmd_id: string;
  seq: number;
  do: "undo";
  to?: number | null;
  fresh?: boolean;
}

/** What one would take back; `asks` says why it has to be asked for, if it has. */
export interface UndoShown {
  what: string;
  asks: string;
  asked: boolean;
}

/** Everything one seat may see, with the number it was seen at. The last five are the game master's. `compiled` says whether the rules are, or that they are being (false), and null where nobody is at it: odds are quicker when they are. */
export interface View {
  seq: number;
  id: string;
  title: string;
  ruleset: string;
  system: string;
  round: number;
  phase: Phase | null;
  order: Turn[] | null;
  sides: string[];
  over: boolean;
  outcome_text: string;
  me: Me;
  board: Board | null;
  creatures: Creature[];
  pending: Pending | null;
  log: Line[];
  since: number;
  party: PartyShown | null;
  table: TableShown;
  compiled: boolean | null;
  fields?: Record<string, Record<string, unknown>>;
  temperaments?: string[];
  can_then?: ("rest" | "again")[];
  seats?: SeatShown[];
  undo_asked?: UndoAsked[];
}

export type Command = PlanMessage | AnswerMessage | DiceMessage | UndoMessage | AskUndoMessage | AnswerUndoMessage | HabitMessage | EditMessage | SeatMessage | ThenMessage;
