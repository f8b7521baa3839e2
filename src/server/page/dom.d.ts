// What the checker of the scripts does not know: the parts of the page, and what the program answers at each address.

type Api = import("./api.js").Api;
type Journal = import("./journal.js").Journal;
type JournalModel = import("./model.js").JournalModel;
/** A journal of Enochian chess, whose turns have rounds. */
type JournalOfRounds = Omit<Journal, "turns" | "now"> & {
  turns: (TurnView & { round: number, place: PlaceView })[];
  now: NowView & { round: number };
};
type PendingAct = { act: PageAct, id: string, revision: number, move?: OfferView };
type ActRequest = { journal: string, revision: number, seat: number | null, act: PageAct, has: object };


/** What stands beside the board: of Enochian chess the square, else what lies there. */
interface BesideBoard {
  element: HTMLElement;
  draw(): void;
  forget(): void;
  close(): void;
  point(cell: string | null): void;
  consider(offer: OfferView | null): void;
  openMeanings(): void;
}

/** What can be done, as it is marked on a board. */
interface Marks {
  lit: string[] | null;
  called: string[];
  calledPieces: string[];
  selected: string | null;
  targets: string[];
  captures: string[];
  ghost: { from: string | null, to: string | null } | null;
}

/** What a board shows: the parts of it that change, and its marks. */
interface Shown {
  drawing?: string;
  board?: string | null;
  symbols?: boolean;
  place?: PlaceView | null;
  pieces?: string;
  atOnce?: boolean;
  calledPieces?: string[];
  [mark: string]: unknown;
}

/** A seat as far as it is known before the game begins. */
type ShownSeat = Pick<SeatView, "name" | "colour"> & Partial<SeatView>;

interface Answers {
  "api/state": StateView;
  "api/step": BoardView;
  "api/kinds": { kinds: KindView[] };
  "api/glosses": Record<string, SquareGloss>;
  "api/meaning": MeaningView;
  "api/conclusion": ConclusionView;
  "api/home": HomeView;
  "api/search": SearchView;
  "api/catalogue": Catalogue;
  "api/matters": string[];
  "api/draft": DraftView;
}

interface PostAnswers {
  "api/annotate": { state: StateView };
  "api/claim": { state: StateView };
  "api/save-new": { journal: string };
  "api/leave": object;
  "api/draft": DraftView;
  "api/draft/remove": object;
  "api/seating": SeatingView;
  "api/begin": { journal: string };
  "api/game": { journal: string };
  "api/stop": object;
}

// The page asks only for elements that it has made.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
}
interface JSON {
  parse(text: string | null): any;
}
