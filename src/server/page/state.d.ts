// Written by `.ci/update page` from the structs of src/server.

type CheckView = { king: string, army: string, from: Array<string>, };

type LastMove = { from: string, to: string, };

type LessonStepView = { say: Array<string>, ask: string, board: string, ptah: string | null, throw: number | null, place: PlaceView,
/** `moves`, `squares` or `choices`. */ task: string,
/** The moves that are possible, where one is asked for. */ offers: Array<OfferView>,
/** The answers to choose from. */ choices: Array<string>, };

type LessonView = { name: string, title: string, steps: Array<LessonStepView>, done: number,
/** The name of the lesson after this one. */ next: string | null, };

type MeaningSection = { heading: string, lines: Array<string>, };

type MeaningView = { title: string, sections: Array<MeaningSection>, };

type OfferView = {
/** Its text, which plays it. */ text: string,
/** What it is called on a button, without the card that it is about. */ label: string, card: string | null,
/** Whether it has a button of its own: it moves no piece, or is more than a movement. */ plain: boolean,
/** Whether it has cards that are to be filled in. */ open: boolean, from: string | null, to: string | null,
/** What moves: `knight`, `queen’s pawn`. */ name: string,
/** The code of the piece, for its picture. */ piece: string | null, takes: boolean, promotes: string | null,
/** The weightiest consequence in at most two words. */ hint: string | null, marks: Array<string>, consequences: Array<string>, };

type PlaceView = { pieces: string, to_move: string, frozen: Array<string>, checks: Array<CheckView>, last: LastMove | null, };

type Problem = {
/** A word for the page: `invalid`, `illegal`, `stale`, `not_saved`, `not_found`, `quiet`. */ code: string,
/** The problem as a sentence. */ text: string,
/** The way out, if there is one, as a sentence. */ help?: string,
/** The last turn that is saved, if an act could not be. */ saved?: number,
/** Whether what is known here can be saved as a new journal, since the file is another now, or gone. */ can_save_new?: boolean,
/** The file or folder that could not be written. */ path?: string, };

type SquareGloss = { square: string,
/** The sign or element. */ force: string, phrase: string, house: string,
/** What else belongs to the sign: `ruled by Mercury · VI The Lovers · Zayin · Albus`. */ line: string,
/** What the square, its sign and what belongs to that mean to the person. */ own: Array<string>, };

type VerdictView = { right: boolean, says: Array<string>,
/** The position after the right move. */ place: PlaceView | null,
/** Why it could not be remembered that the step was done. */ lost: string | null, };

type WordView = { name: string, is: string, more: string | null, see: Array<string>,
/** The words that the page marks. */ marks: Array<string>, source: string, };
