// Written by python -m affray.table.web.types from the protocol's models: do not edit.

/** The command is kept, and this is how the fight stands now for whoever gave it. */
export interface Accepted {
  seq: number;
  view: View | Changes;
}

/** What was asked for is done, and on the disk. */
export interface Acknowledged {
  ok: boolean;
}

/** One more comes: of a kind of the book, or like somebody who is there (`kind`). Where to: `at` as an encounter's file writes it, `beside` somebody, a `spot` of the board, or without any of them the nearest room to its own side. Who plays: a `player` as for a seat, or a `seat` by its name (`new` draws one up). */
export interface AddMessage {
  cmd_id: string;
  seq: number;
  do: "add";
  kind: string;
  side: string;
  name?: string;
  at?: number | string | number[] | null;
  beside?: string;
  spot?: [number, number] | null;
  player?: string;
  seat?: string;
  set?: Record<string, unknown>;
}

/** A file that was taken in, by the title it is listed under; a saved fight, where it is watched. */
export interface Added {
  title: string;
  watch?: string;
}

/** The plans that are open, the one to take first; `more` where it can be thought longer. */
export interface Advice {
  plans: Advised[];
  more: boolean;
  compiled: boolean;
  why: string;
}

/** Whether one may ask this table what to do. */
export interface AdviceMessage {
  cmd_id: string;
  seq: number;
  do: "advice";
  on: boolean;
}

/** A plan, its chance to win in percent and half the width of that one's 95 % interval. */
export interface Advised {
  name: string;
  target: string | null;
  label: string;
  win: number;
  error: number;
  playouts: number;
}

/** How likely so much is lost; below 0 it is won back. */
export interface Amount {
  amount: number;
  p: string;
  percent: number;
}

/** The game master answers for a seat that is asked, or the computer does; or they again. */
export interface AnswerForMessage {
  cmd_id: string;
  seq: number;
  do: "answer-for";
  seat: string;
  how: "computer" | "me" | "them";
}

export interface AnswerMessage {
  cmd_id: string;
  seq: number;
  do: "answer";
  question: string;
  option: string;
  creature?: string;
}

export interface AnswerUndoMessage {
  cmd_id: string;
  seq: number;
  do: "answer-undo";
  seat: string;
  grant: boolean;
}

/** A seat for which the game master or the computer answers what is asked now. */
export interface AnsweredFor {
  seat: string;
  by: "me" | "computer";
}

/** Part of a map that means something to whoever is asked: boxes of tiles, discs (x, y, feet) or places, with its rule. */
export interface Area {
  means: "threat" | "reach" | "range";
  label: string;
  rule: string;
  boxes: [number, number, number, number][];
  discs: [number, number, number][];
  places: number[];
}

/** A finger on the map (x and y in the board's unit), or a word between two people. */
export interface AsideSent {
  id: string;
  kind: "ping" | "whisper";
  by: string;
  to: string;
  text: string;
  x: number;
  y: number;
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

/** What cost somebody most at once, of what a game counts first. */
export interface BestBlow {
  name: string;
  round: number;
  by: string;
  thing: string;
  amount: number;
  word: string;
  text: string;
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
  ground: Ground;
  sight?: Sight | null;
  picture?: LaidPicture | null;
  fog?: Fog | null;
}

/** A piece of content as the book writes it. */
export interface BookThing {
  id: string;
  name: string;
  table: Record<string, unknown>;
}

/** What the game master covers the map with, and whether the rules know what is seen from where. */
export interface Brush {
  sees: boolean;
}

/** What there is to build a fight of one game with. */
export interface BuildingParts {
  ruleset: string;
  system: string;
  most: number;
  sides: string[];
  unit: "tile" | "ft" | "zone" | null;
  extent: [number, number];
  rooms: number;
  map: MapLimits | null;
  ground: GroundKind[];
  creatures: InTheBook[];
  fields: Settable[];
  scene: Settable[];
  rulings: RulingSwitch[];
  emblems: string[];
}

/** A draft that the rules allow: as data, as the file it would be, and as it is shown. `whole` is the file for somebody else, with what it takes from one's own library; `alone` is where nobody of another side is there to fight; `report` says what became of a file that was brought, and `part` which part of a map it is. */
export interface Built {
  draft: Record<string, unknown>;
  text: string;
  whole: string;
  who: string;
  board: Board | null;
  creatures: DraftCard[];
  alone: boolean;
  report: string[];
  part: MapPart | null;
}

/** What somebody is called from now on; without a colour they keep theirs. */
export interface CallMessage {
  cmd_id: string;
  seq: number;
  do: "call";
  name: string;
  colour?: string;
}

export interface Card {
  stats: Stat[];
  states: string[];
}

/** Think again about what is sealed, as long as the last is not in. */
export interface ChangeMessage {
  cmd_id: string;
  seq: number;
  do: "change";
  creature: string;
}

/** Lines of the log, and those that would stand there instead. */
export interface ChangeToldOtherwise {
  was: string[];
  now: string[];
}

/** What has changed for a seat since it saw the number `of`: the parts of its view that are others now (of some only the pieces that are, by place or by name), and the lines `log_from` a number on, each with no more than it says; those before `log_first` have left it. */
export interface Changes {
  seq: number;
  compiled: boolean | null;
  present: Record<string, "here" | "away" | "gone" | "free">;
  of: number;
  parts: Record<string, unknown>;
  pieces: Record<string, Record<string, unknown>>;
  log: NewLine[];
  log_from: number;
  log_first: number;
}

/** Who could come into the fight, how many the game has place for, and how many more. */
export interface Coming {
  kinds: ComingKind[];
  most: number;
  room: number;
}

/** Somebody who could come, by id and by name. */
export interface ComingKind {
  id: string;
  name: string;
}

/** What was decided, what it cost in points against the best that was found, and that. */
export interface CostlyDecision {
  n: number;
  text: string;
  cost: number;
  cost_error: number;
  better: string;
}

/** A creature as its card shows it, and who plays it; `hidden` by the game master's hand or `fogged`, and seen by them alone. */
export interface Creature {
  who: number;
  name: string;
  side: number;
  player: string;
  typed_dice: boolean;
  seat: string;
  taken: boolean;
  person: string;
  colour: string;
  mine: boolean;
  acting: boolean;
  hidden: boolean;
  fogged: boolean;
  card: Card;
  sheet: Record<string, string>;
}

/** How it stood once something was answered; `line` is where the log tells of it. */
export interface CurvePoint {
  n: number;
  line: number;
  round: number;
  sort: string;
  text: string;
  win: number;
  error: number;
  swing: number;
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

/** A creature of a draft: its card, and its numbers as one would write them. */
export interface DraftCard {
  who: number;
  name: string;
  side: string;
  content: string;
  card: string;
  fields: Record<string, unknown>;
}

export interface EditMessage {
  cmd_id: string;
  seq: number;
  do: "edit";
  creature: string;
  set: Record<string, unknown>;
}

/** How a fight ended, as far as this seat may know; its story in a few sentences. */
export interface Ending {
  outcome: string;
  rounds: number;
  minutes: number | null;
  fallen: Fallen[];
  luckiest: Lucky | null;
  unluckiest: Lucky | null;
  best_blow: BestBlow | null;
  story: string[];
}

/** Who is out of the fight, since when, by whom and with what as far as that was told. */
export interface Fallen {
  name: string;
  round: number;
  by: string;
  thing: string;
  told: string;
  text: string;
}

/** How often somebody no longer stands at the end. */
export interface Falls {
  name: string;
  share: Percent;
}

/** What is covered: boxes of cells (x, y, across, down), each so large in the board's unit. */
export interface Fog {
  size: number;
  boxes: [number, number, number, number][];
}

/** Cover cells of the map or uncover them; all, none, or what the heroes can see. */
export interface FogMessage {
  cmd_id: string;
  seq: number;
  do: "fog";
  how: "cover" | "uncover" | "cover-all" | "clear" | "see";
  cells?: [number, number][];
}

/** Of one fight: as usually played, and well played; `more` where more can be worked out. */
export interface ForecastSent {
  side: string;
  usual: Outlooked | null;
  well: Outlooked | null;
  minutes: number | null;
  more: boolean;
}

/** The faces that lie before whoever is asked, and those each option picks of them. */
export interface GivenDice {
  hand: number[];
  options: Record<string, number[]>;
}

/** What the ground is, everywhere and in patches; a kind that has no rule is a picture. */
export interface Ground {
  base: string;
  patches: Patch[];
  rules: Record<string, string>;
}

/** A kind of ground: a picture, or a part of the game's own map under this sign or key. */
export interface GroundKind {
  kind: string;
  sign: string;
  stands: boolean;
  rule: string;
  how: "picture" | "sign" | "tiles" | "boxes";
  key: string;
}

/** Everything that can become of the one a plan is about. */
export interface Grouped {
  who: string;
  shares: Share[];
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

/** How likely whoever does it comes to this harm at least. */
export interface Harm {
  grade: "" | "hurt" | "down" | "dead";
  p: string;
  percent: number;
}

/** What people ask by name, of one creature; `who` is empty where it may be any of several. It is `implied` where another of the list says as much. */
export interface Head {
  name: string;
  who: string;
  p: string;
  percent: number;
  implied?: boolean;
}

export interface Health {
  ok: boolean;
  problem?: string;
}

export interface HideMessage {
  cmd_id: string;
  seq: number;
  do: "hide";
  creature: string;
  hidden: boolean;
}

/** A creature of the book, or of one's own library. */
export interface InTheBook {
  id: string;
  name: string;
  emblem: string;
  own: boolean;
}

/** A short link, and the same as a picture that a phone can read. */
export interface Invited {
  link: string;
  qr: string;
}

/** A kind of content: what may be said of it, what the book has of it, and what one has. */
export interface KindOfThing {
  kind: string;
  fields: Settable[];
  book: BookThing[];
  own: OwnThing[];
}

/** A picture as the ground: how far right and down of the map's corner and how wide, in the board's unit; its height follows by its ratio. */
export interface LaidPicture {
  mark: string;
  x: number;
  y: number;
  wide: number;
  ratio: number;
  opacity: number;
  through_fog: boolean;
}

/** Where the ground's own picture lies, and whether players see it while fog does. */
export interface LayMessage {
  cmd_id: string;
  seq: number;
  do: "lay";
  x: number;
  y: number;
  wide: number;
  opacity: number;
  through_fog?: boolean;
}

/** What a roll's numbers from low to high lead to. */
export interface Lead {
  low: number;
  high: number;
  text: string;
  numbers: string;
}

/** A question a plan leaves open, and what is answered when nobody says otherwise. Where any whole number of a `span` may be given, `options` lists none of them. */
export interface Left {
  question: string;
  prompt: string;
  options: string[];
  usual: string | null;
  number: boolean;
  span: [number, number] | null;
  dice: GivenDice | null;
  warn: Record<string, string>;
}

/** A piece of content, with all of one's own that it names, as a file. */
export interface LibraryFile {
  text: string;
}

/** One sentence of the log and what its numbers are made of; `undo` takes the decision back that brought it about. What is `beside` is no part of the fight: something was taken back, or may be from now on. What `harms` tells of harm done to the one it is about, `who`; a `headline` of what has come of it for them, which is what outcomes are counted by. */
export interface Line {
  n: number;
  text: string;
  rules: string[];
  heading: "" | "round" | "phase";
  roll: boolean;
  story: boolean;
  beside: boolean;
  who: string;
  harms: boolean;
  headline: boolean;
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

export interface LookMessage {
  cmd_id: string;
  seq: number;
  do: "look";
  creature: string;
  emblem: string;
}

/** A roll, and how likely it was to come off so well or so badly. */
export interface Lucky {
  who: string;
  text: string;
  round: number;
  p: string;
  percent: number;
}

/** A map as other programs read it, and what of it stays here. */
export interface MapFile {
  text: string;
  report: string[];
}

/** How large a map may be, and the numbers it takes, each with its lowest and highest. */
export interface MapLimits {
  usual: [number, number];
  least: number;
  most: number;
  numbers: Record<string, [number, number]>;
}

/** Where the part of a map that is too large begins, and where it may at most, in tiles. */
export interface MapPart {
  begins: [number, number];
  farthest: [number, number];
}

/** Who looks, and who else sits here; `colours` are those they may have. */
export interface Me {
  role: "gm" | "player" | "watcher";
  name: string;
  person: string;
  colour: string;
  colours: string[];
  creatures: string[];
  undo: UndoShown | null;
  others: OtherSeat[];
}

/** What is lost on average, in the game's words, and how often how much. */
export interface Mean {
  mean: string;
  value: number;
  verb: string;
  word: string;
  amounts: Amount[];
}

/** How far it is, in the game's own measure. */
export interface Measured {
  text: string;
  rules: string[];
}

/** A moment: what has changed since the one before, and the lines that were told with it. A change is a list with the new value, or what has changed inside by name or place. */
export interface MomentTold {
  changes: Record<string, unknown>;
  log: Line[];
}

/** Some moments of a fight from the `first` on, of which `state` is how it stood; there are `moments` in all, and `block` of them are sent at once. */
export interface Moments {
  title: string;
  ruleset: string;
  system: string;
  sides: string[];
  seat: string;
  role: "gm" | "player" | "watcher";
  moments: number;
  block: number;
  first: number;
  state: Staged;
  frames: MomentTold[];
}

/** Whether the table can be reached from the local network, and where; `problem` says why it could not be, `note` what has become of it since the table was started. What was opened at the start is closed with the table. */
export interface NetworkShown {
  open: boolean;
  from_start: boolean;
  address: string;
  problem: string;
  note: string;
}

/** Without an owner they are of whoever rolls. */
export interface NewHand {
  owner?: string | null;
  sides: number;
  faces: number[];
}

/** A line that says only what it has; its number is that of its place. */
export interface NewLine {
  text: string;
  rules?: string[];
  heading?: "" | "round" | "phase";
  roll?: boolean;
  story?: boolean;
  beside?: boolean;
  who?: string;
  harms?: boolean;
  headline?: boolean;
  typed?: boolean;
  rolled?: NewRoll | null;
  working?: Part[];
  undo?: number | null;
}

/** Without a name it is of the one its line is about, without a result that is the total. */
export interface NewRoll {
  who?: string | null;
  what: string;
  kind: "check" | "test" | "margin" | "roll" | "dice";
  dice: NewRollSide;
  against?: NewRollSide | number | null;
  result?: boolean | number | null;
}

export interface NewRollSide {
  pool: string;
  hands: NewHand[];
  total?: number | null;
}

/** What the live line says: there is something to look at from this number on, or, for one who asked for changes, what it is; and what was said to this seat beside the table; who is at the table, when that has changed, and who nudges. The same number again is a sign of life. */
export interface News {
  seq: number;
  compiled?: boolean | null;
  view?: View | Changes | null;
  asides?: AsideSent[];
  present?: Record<string, "here" | "away" | "gone" | "free">;
  nudged?: string;
}

/** A question for a number. */
export interface NumberAsked {
  low: number;
  high: number;
  legal: number[];
  warn: Record<string, string>;
}

/** Everything a plan can lead to. `number` is the chance that it does what it is for, or none where that is nothing dice decide; `word` stands in its place. `harm` is one's own. */
export interface Odds {
  actor: string;
  number: Head | null;
  word: "" | "no dice" | "certain";
  harm: Harm[];
  grouped: Grouped | null;
  heads: Head[];
  outcomes: Outcome[];
  expected: Record<string, Record<string, Mean>>;
  assumed: Record<string, string>;
  others?: OtherAnswer[];
  lines: number;
  how: RollBehind[];
  sampled?: Sampled | null;
}

/** What became of one of the plans, by its place in what was asked: its odds, or why not. */
export interface OddsLine {
  k: number;
  odds: Odds | TooMany | null;
  error: string;
}

/** A plan one may choose. `reach` is how far each bearing leads, `tiles` where one may go. `words` is how many characters of one's own words it takes; most plans take none. */
export interface Offer {
  name: string;
  label: string;
  note: string;
  target: string | null;
  target_who: number | null;
  answers_left: Left[];
  reach: [number, number][] | null;
  tiles: [number, number][] | null;
  words: number;
  warn: string;
}

/** What somebody else is asked on the way, and all they might answer; odds take any of it. */
export interface OtherAnswer {
  who: string;
  question: string;
  options: string[];
}

/** Somebody else's seat: one may have a word with whoever sits there. */
export interface OtherSeat {
  seat: number;
  name: string;
}

/** What a plan led to: its headlines one by one, and as one line; did it what it is for? */
export interface Outcome {
  outcome: string;
  headlines: string[];
  p: string;
  percent: number;
  comes_off: boolean;
}

/** What is to be expected of a fight that is played like that. */
export interface Outlooked {
  player: string;
  fights: number;
  win: Percent;
  falls: Falls[];
  rounds: number;
  rounds_at_most: number;
}

/** What one of one's own has sealed, or has not yet; `by` is who did it in one's stead. `lost` was in it until the game master changed something. Who answers for several sees their plans at a glance, with the number of the one the computer would choose (-1: none of them). */
export interface OwnEnvelope {
  who: number;
  name: string;
  sealed: boolean;
  choice: string;
  lost: string;
  by: string;
  plans: PlanAtAGlance[];
  suggested: number;
}

/** One of one's own; a file that cannot be used says why. */
export interface OwnThing {
  id: string;
  name: string;
  table: Record<string, unknown>;
  problem: string;
}

/** One number of a working: what it is for, how much it adds, and by which rules. */
export interface Part {
  label: string;
  amount: number;
  rules: string[];
}

/** A new party, by the name its page and its file have. */
export interface PartyMade {
  name: string;
}

/** Whose fight it is, who stayed behind, and what was told to the party's file. */
export interface PartyShown {
  name: string;
  behind: string[];
  told: string;
}

/** Ground of one kind: boxes (x, y, across, down), the corners of a shape, the spots its figures stand on, or the places it lies in. */
export interface Patch {
  kind: string;
  boxes?: [number, number, number, number][];
  path?: [number, number][];
  spots?: [number, number][];
  places?: number[];
  size?: number;
  count?: number;
}

/** How many seconds the table waits for one who is away; 0 is for ever. */
export interface PatienceMessage {
  cmd_id: string;
  seq: number;
  do: "patience";
  seconds: 0 | 60 | 120 | 300;
}

/** What the fight waits for; to whom it is not put it says only for whom. `thinking` are those the computer thinks for; `astray` is what was said along with one's own plans and came to nothing. */
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
  sealing: Sealing | null;
  thinking: string[];
  astray: string[];
}

/** A share in percent, and its 95 % interval. */
export interface Percent {
  p: number;
  low: number;
  high: number;
}

/** The phases of a round, and which it has come to. */
export interface Phase {
  all: string[];
  now: number | null;
}

/** What an encounter's file calls a picture that was kept. */
export interface PictureKept {
  picture: string;
}

export interface Place {
  label: string;
  links: number[];
  note: string;
}

/** A plan by its name alone. */
export interface PlanAtAGlance {
  name: string;
  target: string | null;
  label: string;
}

/** One of the plans that are open; what is `said` to it in own words stands in the log. */
export interface PlanMessage {
  cmd_id: string;
  seq: number;
  do: "plan";
  name: string;
  target?: string | null;
  with?: Record<string, string>;
  creature?: string;
  said?: string;
}

/** How many points of the chance to win something moved; half the width of its interval. */
export interface Points {
  points: number;
  error: number;
}

/** Why something was refused, and by which rules; where the fight stands, if that is why. */
export interface Problem {
  error: string;
  rules: string[];
  seq?: number;
}

/** All rulings of a fight; `back` is that one was switched from the beginning. */
export interface ReadHere {
  rulings: SwitchNow[];
  back: boolean;
}

export interface ReadingOf {
  name: string;
  text: string;
}

/** Somebody leaves the fight, and is neither down nor dead by it. */
export interface RemoveMessage {
  cmd_id: string;
  seq: number;
  do: "remove";
  creature: string;
}

/** The chance of one side to win from the beginning to the end, as far as it is worked out: `next` is the part to ask for then. */
export interface ReviewSent {
  side: string;
  played_on_by: string;
  start: WinChance;
  luck: Points;
  choices: Points;
  choices_of: Record<string, Points>;
  verdict: string;
  turning_point: number | null;
  swings: Swing[];
  costliest: CostlyDecision[];
  curve: CurvePoint[];
  part: number;
  parts: number;
  next: number | null;
  compiled: boolean;
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

/** One roll behind the odds: how often it comes to it, how often it succeeds then. */
export interface RollBehind {
  who: string;
  what: string;
  dice: string;
  rules: string[];
  reached: string;
  succeeds: string | null;
  leads: Lead[];
}

/** One side of a roll: its pool, its dice and what they came to; neither where only the result is known. */
export interface RollSide {
  pool: string;
  hands: Hand[];
  total: number | null;
}

/** As it was before the last ruling was switched from the beginning. */
export interface RulingBackMessage {
  cmd_id: string;
  seq: number;
  do: "ruling-back";
}

/** How a ruling is read from now on, or from the beginning with the same answers and dice. */
export interface RulingMessage {
  cmd_id: string;
  seq: number;
  do: "ruling";
  ruling: string;
  reading: string;
  since: "now" | "start";
}

/** A ruling, and its readings. */
export interface RulingSwitch {
  id: string;
  name: string;
  question: string;
  default: string;
  readings: ReadingOf[];
}

/** The odds are of so many lines drawn by chance; 95 % are within so much. */
export interface Sampled {
  lines: number;
  within: number;
}

/** What a draft that was saved is asked for by. */
export interface Saved {
  ref: string;
}

/** A roll behind the screen that only the game master has seen, by its number. */
export interface Screened {
  n: number;
  text: string;
}

/** Plans for several at once. */
export interface SealMessage {
  cmd_id: string;
  seq: number;
  do: "seal";
  plans: SealedPlan[];
}

/** A plan for one of several; without a name, what the computer would do. */
export interface SealedPlan {
  creature: string;
  name?: string;
  target?: string | null;
}

/** Where all answer in secret at once: how many of those who are asked have sealed, who of the others has not, and one's own. `lost` are those whose answers are not legal any more, for the game master who changed something. */
export interface Sealing {
  of: number;
  sealed: number;
  waiting: string[];
  mine: OwnEnvelope[];
  lost: string[];
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
  person: string;
  colour: string;
  creatures: string[];
}

/** Nothing is sent that is not declared here. */
export interface Sent {

}

/** A number or a word that a file may set: what it may be, and its rule. One that has `parts` is as many of them, each by its name. */
export interface Settable {
  name: string;
  limits: string;
  rule: string;
  options: string[];
  several: boolean;
  parts: string[];
}

/** How often the worst that befalls somebody is this; no grade where it is nothing. */
export interface Share {
  name: string;
  grade: "" | "hurt" | "down" | "dead";
  p: string;
  percent: number;
}

/** A game's content, by kind. */
export interface Shelves {
  ruleset: string;
  system: string;
  kinds: KindOfThing[];
}

/** A roll from behind the screen is shown, by its number among the free rolls. */
export interface ShowMessage {
  cmd_id: string;
  seq: number;
  do: "show";
  throw: number;
}

/** What the map means to whoever is asked; `notes` of others, by their number. */
export interface Sight {
  areas: Area[];
  notes: Record<string, string>;
}

/** What stood on the table at a moment, as one seat could see it then. */
export interface Staged {
  round: number;
  phase: Phase | null;
  order: TurnInOrder[] | null;
  board: Board | null;
  creatures: Creature[];
  over: boolean;
  outcome_text: string;
}

/** One number of a card; `most` where it has an end. */
export interface Stat {
  label: string;
  value: number | string;
  most: number | null;
  harm: boolean;
}

/** A roll that moved much: which point of the curve it is, and what was rolled. */
export interface Swing {
  points: number;
  error: number;
  n: number;
  text: string;
  round: number;
}

/** A ruling, and how it is read here. */
export interface SwitchNow {
  id: string;
  name: string;
  question: string;
  default: string;
  readings: ReadingOf[];
  now: string;
}

/** How this table holds it with taking back, whether somebody named its dice's seed, how many seconds it waits for one who is away (0: for ever), and whether it gives advice. */
export interface TableShown {
  undo: "friendly" | "fair" | "strict";
  seeded: boolean;
  patience: number;
  advice: boolean;
}

/** A creature's token shows its emblem again; without a name, the map its own ground. */
export interface TakeOffMessage {
  cmd_id: string;
  seq: number;
  do: "take-off";
  creature?: string;
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

export interface ThrowMessage {
  cmd_id: string;
  seq: number;
  do: "throw";
  dice: string;
  hidden?: boolean;
}

/** A creature on the board, in its unit; on a board of places x is the place. `tiles` are those of a body that is no rectangle, `picture` the mark of one of the host's own. */
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
  emblem: string;
  picture: string;
  side: number;
  mine: boolean;
  acting: boolean;
}

/** What would have been different, and how many of the answers fit. */
export interface ToldOtherwise {
  answers: number;
  fits: number;
  how_far: string;
  changes: ChangeToldOtherwise[];
  more: number;
}

/** The odds could be neither walked nor sampled in time; whoever asks again may have more. */
export interface TooMany {
  too_many: true;
}

/** Somebody's place in the order of a round. */
export interface TurnInOrder {
  who: number;
  name: string;
  now: boolean;
  done: boolean;
}

/** Which of several one answers for now. */
export interface TurnToMessage {
  cmd_id: string;
  seq: number;
  do: "turn-to";
  creature: string;
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

/** Everything one seat may see, with the number it was seen at. The last ten are the game master's. `compiled` says whether the rules are, or that they are being (false), and null where nobody is at it: odds are quicker when they are. `present` says by seat who is at the table. */
export interface View {
  seq: number;
  id: string;
  title: string;
  ruleset: string;
  system: string;
  round: number;
  phase: Phase | null;
  order: TurnInOrder[] | null;
  sides: string[];
  over: boolean;
  outcome_text: string;
  ending: Ending | null;
  me: Me;
  board: Board | null;
  creatures: Creature[];
  pending: Pending | null;
  log: Line[];
  since: number;
  party: PartyShown | null;
  table: TableShown;
  compiled: boolean | null;
  present: Record<string, "here" | "away" | "gone" | "free">;
  fields?: Record<string, Record<string, unknown>>;
  scene?: Record<string, unknown>;
  temperaments?: string[];
  can_then?: ("rest" | "again")[];
  seats?: SeatShown[];
  undo_asked?: UndoAsked[];
  answered_for?: AnsweredFor[];
  brush?: Brush | null;
  screened?: Screened[];
  coming?: Coming | null;
}

/** In percent, with half the width of its 95 % interval. */
export interface WinChance {
  win: number;
  error: number;
}

export interface WithdrawUndoMessage {
  cmd_id: string;
  seq: number;
  do: "withdraw-undo";
}

export type Command = PlanMessage | AnswerMessage | SealMessage | ChangeMessage | TurnToMessage | AnswerForMessage | PatienceMessage | AdviceMessage | DiceMessage | UndoMessage | AskUndoMessage | WithdrawUndoMessage | AnswerUndoMessage | HabitMessage | EditMessage | RulingMessage | RulingBackMessage | AddMessage | RemoveMessage | HideMessage | FogMessage | SeatMessage | CallMessage | LookMessage | TakeOffMessage | LayMessage | ThrowMessage | ShowMessage | ThenMessage;
