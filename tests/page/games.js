// States of games, as the program sends them, with what a test needs.

/** A move that is offered. */
export const offer = (from, to, more = {}) => ({
  text: `${from}-${to}`,
  label: `king to ${to}`,
  card: null,
  plain: false,
  open: false,
  from,
  to,
  name: "king",
  piece: "wK",
  takes: false,
  promotes: null,
  hint: null,
  marks: [],
  consequences: [],
  ...more,
});

/** A turn that was played. */
export const turn = (number, more = {}) => ({
  turn: number,
  actor: "Water",
  move: "Ka5",
  sentence: `Water: turn ${number}.`,
  throw: null,
  piece: null,
  to: null,
  cell: "a5",
  facts: [],
  square: null,
  table: [],
  place: null,
  ...more,
});

/** A state; `now` and `turns` are merged into what is usual. */
export const state = ({ now = {}, turns = [], ...more } = {}) => ({
  journal: "j",
  revision: 1,
  refereed: true,
  deals: null,
  view: null,
  several_players: false,
  quiet: false,
  ptah: "a5",
  die: null,
  dice: null,
  start: { pieces: "a1wK" },
  drawing: null,
  seats: [{ name: "Water", player: "Anna" }, { name: "Air", player: "Bela" }],
  notes_from: 0,
  notes: [],
  notices: [],
  turns: { from: 0, list: turns },
  now: {
    state: "move",
    turn: 1,
    seat: 0,
    actor: "Water",
    player: "Anna",
    throw: null,
    role: null,
    offers: [],
    tools: [],
    place: { pieces: "a1wK" },
    note_turn: 0,
    rounds_on_ptah: null,
    end: null,
    no_move: null,
    ...now,
  },
  ...more,
});

/** A model with the parts of a page that note what is asked of them, and an api that answers with `answers`, one by one. */
export function modelOf(Model, begun, answers = []) {
  const calls = [];
  const noting = name => (...args) => {
    calls.push([name, ...args]);
  };
  const answer = name => (...args) => {
    calls.push([name, ...args]);
    const next = answers.shift();
    return next instanceof Error || next?.problem ? Promise.reject(next) : Promise.resolve(next);
  };
  const journal = new Model();
  let acts = 0;
  Object.assign(journal, {
    name: "j",
    state: begun,
    api: { actId: () => `act-${acts += 1}`, act: answer("act"), get: answer("get"), post: answer("post") },
    top: { saving: noting("saving") },
    turn: { draw: noting("turn"), focus: noting("focus") },
    note: { restore: noting("restore") },
    square: { draw: noting("square"), forget: noting("forget") },
    board: { show: noting("show"), arrive: noting("arrive"), point: noting("point") },
    draw: noting("draw"),
    focusNow: noting("focusNow"),
  });
  return { journal, calls };
}
