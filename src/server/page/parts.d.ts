// What extends a model of acts has: see acting.js.

export {};

declare module "./acting.js" {
  interface ActingModel {
    get canAct(): boolean;
    get isConcluded(): boolean;
    get noteTurn(): number;
    get turns(): TurnView[];
    deliver(pending: PendingAct): Promise<StateView>;
    load(): Promise<StateView>;
    accept(state: StateView, how?: { isMine?: boolean }): Promise<void>;
    draw(how?: { atOnce?: boolean }): void;
    focusNow(isTyped?: boolean): void;
  }
}
