/** Parts of a view, as short as a test wants them. */

export const offer = (name, more = {}) => ({
  name,
  label: name,
  note: "",
  target: null,
  target_who: null,
  answers_left: [],
  reach: null,
  tiles: null,
  warn: "",
  ...more,
});

export const at = (name, who, target) => offer(name, { label: `${name} ${target}`, target, target_who: who });

export const view = (offers, more = {}) => ({
  board: null,
  creatures: [
    { who: 0, name: "Ada", side: 0 },
    { who: 1, name: "Bran", side: 0 },
    { who: 2, name: "Smith, John", side: 1 },
  ],
  pending: { who: 0, offers },
  ...more,
});

export const outcome = (headlines, percent, comesOff = false) => ({
  outcome: headlines.join(", ") || "nothing",
  headlines,
  p: `${percent}/100`,
  percent,
  comes_off: comesOff,
});

export const odds = (outcomes, more = {}) => ({
  actor: "Ada",
  number: null,
  word: "",
  harm: [],
  grouped: null,
  heads: [],
  outcomes,
  expected: {},
  assumed: {},
  lines: outcomes.length,
  how: [],
  ...more,
});

export const side = (pool, total, ...faces) => ({
  pool,
  hands: faces.length ? [{ owner: "Ada", sides: 6, faces }] : [],
  total,
});

export const roll = (more = {}) => ({
  who: "Ada",
  what: "to hit",
  kind: "test",
  dice: side("2d6", 8, 3, 5),
  against: side("1d6", 4, 4),
  result: true,
  ...more,
});
