// Written by `.ci/update page` from the structs of src/server.

type AgainView = { turn: number, what: string, others: Array<TurnElsewhere>, };

type ArmySetup = {
/** The army's name. */ army: string,
/** The corner of its throne, with a1 at the lower left: `upper left`; none in another game. */ corner: string | null,
/** Its pieces from the throne outward, then its pawns. */ pieces: Array<SetupPiece>, };

type AskView = { text: string, more: string | null, yes: string, no: string, };

type BetterTurn = { turn: number, actor: string, played: string, estimate: number, better: string, better_estimate: number, };

type BetterView = { done: number, of: number, text: string | null, turns: Array<BetterTurn>, };

type BoardView = {
/** The picture; empty if the game has no board. */ svg: string, last: Array<string>, beside: Array<[string, string]>, };

type ByChanceView = { done: number, of: number, text: string | null,
/** The plot, as SVG. */ picture: string | null, };

type CheckView = { king: string, army: string, from: Array<string>, };

type ConclusionView = { html: string, };

type LastMove = { from: string, to: string, };

type LessonStepView = { say: Array<string>, ask: string, board: string, ptah: string | null, throw: number | null, place: PlaceView,
/** `moves`, `squares` or `choices`. */ task: string,
/** The moves that are possible, where one is asked for. */ offers: Array<OfferView>,
/** The answers to choose from. */ choices: Array<string>, };

type LessonView = { name: string, title: string, steps: Array<LessonStepView>, done: number,
/** The name of the lesson after this one. */ next: string | null, };

type LinkView = {
/** As it is written: `[[brother#29]]`. */ text: string, journal: string, turn: number | null, };

type MeaningSection = { heading: string, lines: Array<string>, };

type MeaningView = { title: string, sections: Array<MeaningSection>,
/** What is meant by these to the person. */ own: Array<OwnMeaningView>,
/** To what a meaning can be given here. */ things: Array<ThingView>, };

type NoMoveView = { text: string, why: string | null, pieces: Array<string>, blockers: Array<string>, next: string, };

type NoteView = { id: string, turn: number | null, text: string, taken_back: boolean,
/** When it was written, unless while its turn was played. */ when: string | null, corrected: string | null,
/** The file of its picture. */ picture: string | null, links: Array<LinkView>, };

type NowView = {
/** `throw`, `deal`, `move`, `no_move`, `over`, `concluded`. */ state: string, turn: number, round: number | null,
/** The seat to act; null for chance and nobody. */ seat: number | null, actor: string, player: string, check: boolean, program_throws: boolean,
/** Whether the program acts now, in a seat that it plays. */ program: boolean, throw: number | null, role: string | null, instead_of_king: boolean, sentence: string, offers: Array<OfferView>, no_move: NoMoveView | null, tools: Array<ToolView>, place: PlaceView | null, saved: number,
/** The turn that a note is on that is written now; 0 before the first. */ note_turn: number, rounds_on_ptah: string | null,
/** How it ended. */ end: string | null,
/** When it was concluded, and how. */ concluded: string | null,
/** The seats by place, where the rules give more than a winner. */ places: Array<Array<string>>, };

type OfferView = {
/** Its text, which plays it. */ text: string,
/** What it is called on a button, without the card that it is about. */ label: string, card: string | null,
/** Whether it has a button of its own: it moves no piece, or is more than a movement. */ plain: boolean,
/** Whether it has cards that are to be filled in. */ open: boolean, from: string | null, to: string | null,
/** What moves: `knight`, `queen’s pawn`. */ name: string,
/** The code of the piece, for its picture. */ piece: string | null, takes: boolean, promotes: string | null,
/** The weightiest consequence in at most two words. */ hint: string | null, marks: Array<string>, consequences: Array<string>, };

type OtherMove = { text: string, label: string, };

type OwnMeaningView = { text: string,
/** In how many readings it came up. */ readings: number, latest: Array<TurnElsewhere>,
/** By which it is remembered: `figure:Tristitia`. */ key: string,
/** `Tristitia (figure)`. */ name: string, };

type PageAct = { "kind": "throw", number: number, } | { "kind": "deal" } | { "kind": "program" } | { "kind": "move", text: string, } | { "kind": "typed", text: string, } | { "kind": "irregular", text: string, } | { "kind": "pass" } | { "kind": "take_back" } | { "kind": "correct_throw", number: number, } | { "kind": "note", text: string, } | { "kind": "exchange", text: string, } | { "kind": "withdraw" } | { "kind": "conclude" } | { "kind": "draw" } | { "kind": "resign", seat?: number, };

type PageAnnotation = { "kind": "remark", turn: number | null, text: string, } | { "kind": "picture", turn: number | null, text: string, name: string, content: string, } | { "kind": "correct", note: string, turn: number | null, text: string | null, } | { "kind": "outcome", on: string | null, proved: string, text: string, sure: boolean, } | { "kind": "tag", tag: string, } | { "kind": "untag", tag: string, };

type PlaceView = { pieces: string, to_move: string, frozen: Array<string>, checks: Array<CheckView>, last: LastMove | null, };

type Problem = {
/** A word for the page: `invalid`, `illegal`, `stale`, `not_saved`, `not_found`, `quiet`. */ code: string,
/** The problem as a sentence. */ text: string,
/** The way out, if there is one, as a sentence. */ help?: string,
/** The last turn that is saved, if an act could not be. */ saved?: number,
/** Whether what is known here can be saved as a new journal, since the file is another now, or gone. */ can_save_new?: boolean,
/** The file or folder that could not be written. */ path?: string, };

type SeatView = { name: string, letter: string, side: number, player: string,
/** Whether the program plays it. */ program: boolean, colour: string,
/** Whether its army is out of the game. */ out: boolean, };

type SetupPiece = {
/** The square: `a8`. */ square: string,
/** The code of a piece of Enochian chess: `aK`. */ piece: string | null,
/** The piece in words: `king, on the throne`. */ text: string, };

type SquareGloss = { square: string,
/** The sign or element. */ force: string,
/** Whether it is an element rather than a sign. */ element_square: boolean, phrase: string, house: string,
/** What else belongs to the sign: `ruled by Mercury · VI The Lovers · Zayin · Albus`. */ line: string, letter: string, letter_name: string,
/** What the square, its sign and what belongs to that mean to the person. */ own: Array<string>, };

type StateView = { journal: string, revision: number, kind: string, reading: boolean,
/** The name of the game. */ game: string, refereed: boolean, title: string,
/** What stands beside the title: the board, or the game. */ place: string, begun: string, automatic: boolean,
/** The name of the palette in the settings. */ palette: string, options: Array<string>, seats: Array<SeatView>, several_players: boolean, tags: Array<string>,
/** The number of notes before these, which the page has. */ notes_from: number, notes: Array<NoteView>, turns: TurnsView, now: NowView, notices: Array<string>,
/** The board as the program draws it; the page draws that of Enochian chess. */ drawing: BoardView | null,
/** Who deals the cards: `program`, `table`. */ deals: string | null,
/** The seat whose cards are shown. */ view: number | null,
/** Whether cards are hidden. */ hidden: boolean, board: string | null, angle: string | null, ptah: string | null, array: string | null, querent: string | null, asked_by: string | null, ruleset: string | null, procedure: string | null, dice_table: string | null,
/** Who throws the die: `hand`, `program`. */ die: string | null, quiet: boolean, quiet_reading: boolean, dice: [ThrowWords, ThrowWords, ThrowWords, ThrowWords, ThrowWords, ThrowWords] | null, known: string | null, supposed: string | null, asked: string | null,
/** The armies in the order of play, where they can be set up on a real board. */ setup: Array<ArmySetup>, start: PlaceView | null, };

type ThingView = {
/** By which it is remembered: `figure:Tristitia`. */ key: string,
/** `Tristitia (figure)`. */ name: string, };

type ThrowWords = {
/** The throw. */ throw: number,
/** The piece: `king`, `knight`, `pawn`. */ piece: string,
/** The piece in words: `the king, or any pawn if the king cannot move`. */ text: string, };

type ToolView = { name: string, label: string, hint: string | null,
/** What is asked before it is done. */ ask: AskView | null,
/** The act, as the page sends it; null if the page has to ask for its parts. */ act: PageAct | null,
/** An example of the text that the page asks for. */ example: string | null, };

type TurnElsewhere = { journal: string, title: string, day: string, turn: number, };

type TurnView = { turn: number, round: number | null,
/** The name of the seat, or `Chance`. */ actor: string, player: string, move: string, sentence: string,
/** What an irregular act breaks. */ irregular: string | null, throw: number | null, instead_of_king: boolean, piece: string | null, sheet: string | null, cell: string | null, from: string | null, to: string | null, facts: Array<string>, square: string | null, dignity: string | null, before: Array<string>,
/** What to do on a real board. */ table: Array<string>, place: PlaceView | null, };

type TurnsView = {
/** The number of turns before these, which the page has. */ from: number, list: Array<TurnView>, };

type VerdictView = { right: boolean, says: Array<string>,
/** The position after the right move. */ place: PlaceView | null,
/** Why it could not be remembered that the step was done. */ lost: string | null, };

type WhatIfView = { army: string, throw: number | null,
/** What was played: `knight to f6`. */ played: string, moves: Array<OtherMove>, };

type WordView = { name: string, is: string, more: string | null, see: Array<string>,
/** The words that the page marks. */ marks: Array<string>, source: string, };
