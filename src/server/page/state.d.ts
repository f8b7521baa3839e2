// Written by `.ci/update page` from the structs of src/server.

type MeaningSection = { heading: string, lines: Array<string>, };

type MeaningView = { title: string, sections: Array<MeaningSection>, };

type Problem = {
/** A word for the page: `invalid`, `illegal`, `stale`, `not_saved`, `not_found`, `quiet`. */ code: string,
/** The problem as a sentence. */ text: string,
/** The way out, if there is one, as a sentence. */ help?: string,
/** Whether what is known here can be saved as a new journal, since the file is another now, or gone. */ can_save_new?: boolean,
/** The file or folder that could not be written. */ path?: string, };

type SquareGloss = { square: string,
/** The sign or element. */ force: string, phrase: string, house: string,
/** What else belongs to the sign: `ruled by Mercury · VI The Lovers · Zayin · Albus`. */ line: string,
/** What the square, its sign and what belongs to that mean to the person. */ own: Array<string>, };

type WordView = { name: string, is: string, more: string | null, see: Array<string>,
/** The words that the page marks. */ marks: Array<string>, source: string, };
