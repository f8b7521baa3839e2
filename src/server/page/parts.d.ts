// What the models of a journal have besides: its parts are made when it is shown.

export {};

declare module "./acting.js" {
  interface ActingModel {
    name: string;
    api: Api;
    /** What the program said last. */
    state: StateView;
    top: import("./top.js").TopLine;
    turn: import("./turn.js").TurnPanel;
    note: import("./notes.js").NoteField;
    get canAct(): boolean;
    get isConcluded(): boolean;
    get noteTurn(): number;
    get turns(): TurnView[];
    deliver(pending: PendingAct): Promise<StateView>;
    get view(): object;
    load(other?: object): Promise<StateView>;
    accept(state: StateView, how?: { isMine?: boolean }): Promise<void>;
    draw(how?: { atOnce?: boolean }): void;
    focusNow(isTyped?: boolean): void;
  }
}

declare module "./model.js" {
  interface JournalModel {
    board: import("./board.js").Board;
    square: BesideBoard;
    steps: import("./steps.js").Steps;
    panel: HTMLElement;
    conclusion: HTMLElement;
  }
}
