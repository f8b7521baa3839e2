//! The play view: shown, and acted on.

use std::borrow::Cow;
use std::fs;
use std::time::UNIX_EPOCH;

use minijinja::context;
use minijinja::value::{Serde, Value, merge_maps};

use crate::chess::Square;
use crate::export::{Conclusion, encoded};
use crate::games::Actor;
use crate::interpretation::PieceHistory;
use crate::journal::{Journal, MEANINGS, named_in};
use crate::lookup::Thing;
use crate::record::{OtherRecord, Record, program_level};
use crate::render::DiagramPainting;

use super::super::call::{Call, CallAnswer, Problem};
use super::super::open_journal::{WindowView, stale};
use super::super::outcome_view::NamedView;
use super::super::page_state::StateView;
use super::super::playing::{other_kind, quiet};
use super::super::routes::Table;
use super::super::sight::Sight;
use super::super::square_gloss::SquareGloss;
use super::super::what_if::BranchView;
use super::acting::{self, Asked};
use super::board::{BoardLook, Shown, at, ground_key, next_side};
use super::drawn::query;
use super::note_look::NoteLook;
use super::play::{ActReport, BranchOf, FollowedPiece, Parts, PlayView};
use super::play_address::PlayAddress;
use super::{HTML, View, ViewAct, fragment, goes};

/// How much of what came up again is shown.
const AGAIN: usize = 5;

/// How often a window that is seen asks whether a journal has changed, in ms.
const FOLLOWED: u32 = 1000;

/// Who looks at a game whose cards are hidden: the seat, and whether another person has to take the place at the screen.
#[derive(Clone, Copy, Debug, Default)]
struct Looker {
    seat: Option<usize>,
    is_covered: bool,
    is_foreign: bool,
}

impl Looker {
    /// The person at a screen that shows the cards of a seat, or nobody's.
    fn of(record: OtherRecord<'_>, asked: Option<usize>) -> Looker {
        let players = &record.heading().seats.players;
        let acting = match record.session().state().actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let Some(acting) = acting.filter(|_| record.is_dealt() && record.closing().is_none()) else {
            return Looker { seat: asked, ..Looker::default() };
        };
        let people: Vec<usize> = (0..players.len()).filter(|seat| program_level(&players[*seat]).is_none()).collect();
        let is_same = |one: usize, other: usize| players.get(one) == players.get(other);
        let first = people.first().copied().unwrap_or(acting);
        // Whoever plays against the program alone sees no other cards than their own.
        if people.iter().all(|seat| is_same(*seat, first)) {
            let seat = if is_same(first, acting) { acting } else { first };
            return Looker { seat: Some(seat), ..Looker::default() };
        }
        match asked {
            Some(seat) if is_same(seat, acting) => Looker { seat: Some(acting), ..Looker::default() },
            Some(seat) => Looker { seat: Some(seat), is_foreign: true, is_covered: false },
            None => Looker { seat: None, is_foreign: false, is_covered: program_level(&players[acting]).is_none() },
        }
    }
}

impl<'l> Table<'l> {
    /// Whether a window has the present view of a journal already.
    pub(super) fn is_still_played(&mut self, call: &Call) -> bool {
        let Some((name, known)) = call.query("journal").zip(call.query("unless")) else { return false };
        self.looked_at(name, false).is_ok_and(|open| open.revision().to_string() == known)
    }

    /// The view of `journal=…`.
    pub(super) fn play_view(&mut self, call: &Call) -> Result<View, Problem> {
        let address = PlayAddress::of(call, self.asked_palette(call))?;
        self.looked_at(&address.journal, call.query("unless").is_none())?;
        self.view_of_play(&address, ActReport::default())
    }

    /// An act in that view.
    pub(in crate::server) fn act_at_play(&mut self, call: &Call, request: &ViewAct) -> Result<CallAnswer, Problem> {
        let address = PlayAddress::of(call, self.asked_palette(call))?;
        let name = &address.journal;
        let (now, correspondences) = ((self.settings.now)(), self.correspondences);
        let revision = request.revision.as_deref().and_then(|it| it.parse().ok()).unwrap_or(0);
        let fields =
            request.fields.iter().filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect();
        let asked = acting::read(&request.act, &fields, self.looked_at(name, false)?.record());
        let mut told = ActReport::default();
        let mut shown = Cow::Borrowed(&address);
        match asked {
            Err(problem) => told.refused = Some(problem),
            Ok(Asked::Act(act)) => {
                let seat = self.seat_of(&address)?;
                let open = self.looked_at(name, false)?;
                if !open.has_done(&request.id) {
                    let text = acting::text_of(&act);
                    let is_note = text.starts_with("note ");
                    let is_automatic = text == "program" || fields.contains_key("auto");
                    let made = open.open(correspondences).and_then(|()| match open.can_follow(revision) {
                        true => open.act(act, seat, now),
                        false => Err(stale()),
                    });
                    match made {
                        Ok(()) => {
                            open.remember(request.id.clone());
                            told.said = is_note.then_some("Note saved.");
                            shown = Cow::Owned(address.present());
                        }
                        Err(problem) if problem.code == "not_saved" => {
                            (told.refused, told.waiting) = (Some(problem), Some(text));
                            shown = Cow::Owned(address.present());
                        }
                        // Another window has let the program do the same.
                        Err(problem) if problem.code == "stale" && is_automatic => {}
                        Err(problem) => told.refused = Some(problem),
                    }
                }
            }
            Ok(Asked::Annotation(annotation)) => {
                if !self.looked_at(name, false)?.has_done(&request.id) {
                    match self.annotate(name, annotation) {
                        Ok(()) => {
                            self.looked_at(name, false)?.remember(request.id.clone());
                            told.said = Some("Saved in the journal.");
                        }
                        Err(problem) => {
                            told.doubted = fields.get("on").filter(|_| problem.code == "doubtful").cloned();
                            told.refused = Some(problem);
                        }
                    }
                }
            }
            Ok(Asked::Hint) => match self.hint(name, self.seat_of(&address)?) {
                Ok((text, selected)) => (told.news, told.selected) = (Some(text), selected),
                Err(problem) => told.refused = Some(problem),
            },
            Ok(Asked::Chance) => told.refused = self.by_chance(name).err(),
            Ok(Asked::Better) => told.refused = self.better(name).err(),
            Ok(Asked::SaveNew(act)) => match self.save_new(name) {
                Ok(new) => {
                    let open = self.looked_at(&new, false)?;
                    let made = act.map_or(Ok(()), |act| open.act(act, address.window.seat, now));
                    if made.is_ok() {
                        return Ok(goes(&format!("#journal={}", encoded(&new))));
                    }
                    (told.refused, shown) = (made.err(), Cow::Owned(address.present().of_journal(new)));
                }
                Err(problem) => (told.refused, told.waiting) = (Some(problem), Some(request.act.clone())),
            },
            Ok(Asked::Branch(turn, mv)) => match self.begin_branch(name, turn, &mv) {
                Ok(branch) => return Ok(goes(&format!("#journal={}", encoded(&branch)))),
                Err(problem) => told.refused = Some(problem),
            },
        }
        let status = told.refused.as_ref().map_or(200, |problem| problem.status);
        // Another person takes the place: nobody's cards are shown until then.
        let hands_over = status == 200 && address.window.seat.is_some() && self.is_foreign(&shown)?;
        if hands_over {
            return Ok(goes(&shown.without_seat()));
        }
        let answer = self.view_of_play(&shown, told)?.answer(self.correspondences);
        Ok(CallAnswer { status: if answer.status == 200 { status } else { answer.status }, ..answer })
    }

    fn seat_of(&self, address: &PlayAddress) -> Result<Option<usize>, Problem> {
        let record = self.record(&address.journal)?;
        Ok(record.other().map_or(address.window.seat, |other| Looker::of(other, address.window.seat).seat))
    }

    fn is_foreign(&self, address: &PlayAddress) -> Result<bool, Problem> {
        let record = self.record(&address.journal)?;
        Ok(record.other().is_some_and(|other| Looker::of(other, address.window.seat).is_foreign))
    }

    /// The view of a journal that was looked at.
    fn view_of_play(&self, address: &PlayAddress, told: ActReport) -> Result<View, Problem> {
        let name = address.journal.as_str();
        let record = self.record(name)?;
        let looker = record.other().map_or(Looker::default(), |other| Looker::of(other, address.window.seat));
        let window = WindowView { seat: looker.seat, ..address.window };
        let state = self.view(name, window)?;
        let is_concluded = state.now.state == "concluded";
        let (shown, missing) = match address.shown(&state.turns) {
            Ok(shown) => (shown, None),
            Err(why) => (None, Some(why)),
        };
        let hides = address.hides_meanings(&state);
        let followed = self.followed(&record, address)?;
        let mut parts = Parts {
            shown,
            missing,
            is_covered: looker.is_covered,
            is_foreign: looker.is_foreign,
            palette: window.palette.unwrap_or(self.settings.palette),
            today: (self.settings.now)().format("%Y-%m-%d").to_string(),
            hands: acting::hands(&record),
            branch: self.branch_of(&record)?,
            ..Parts::default()
        };
        let road = followed.as_ref().map_or(Vec::new(), |(_, squares)| squares.clone());
        if let Some(enochian) = record.enochian() {
            let board = enochian.subject().board();
            let forces =
                || Square::all().map(|it| (it.to_string(), self.correspondences.square(board, it).force.to_string()));
            let glosses: Vec<(String, String)> = if hides { Vec::new() } else { forces().collect() };
            let turn = shown.map(|index| usize::try_from(index).ok());
            let place = match turn {
                None => state.now.place.as_ref(),
                Some(None) => state.start.as_ref(),
                Some(Some(index)) => state.turns[index].place.as_ref(),
            };
            let shown = Shown {
                offers: if turn.is_none() { &state.now.offers } else { &[] },
                no_move: state.now.no_move.as_ref().filter(|_| turn.is_none()),
                glosses: &glosses,
                warns: !hides,
                ptah: state.ptah.as_deref(),
                road: &road,
                has_die: state.dice.is_some(),
                waiting: PlayView::waiting(&told, &state.now.offers),
                side: window.side,
                ..Shown::default()
            };
            let look = |place| {
                BoardLook::of_squares(board.name(), address.shows_symbols(&state), window.palette, place, shown)
            };
            parts.board = place.map(look);
            parts.next_side = next_side(None, window.side);
            let landed = match turn {
                Some(index) => index.and_then(|index| state.turns.get(index)),
                None => state.turns.iter().rfind(|it| it.square.is_some()).or(state.turns.last()),
            };
            let square = landed.and_then(|it| it.square.as_deref());
            parts.gloss =
                square.filter(|_| !hides).and_then(|it| it.parse().ok()).map(|square| self.gloss(board, square));
            parts.corner = square.map(|square| at(square, window.side));
            // Only a capture or a king comes up again.
            parts.comes_again = state.reading
                && landed.is_some_and(|it| {
                    it.cell.as_ref().is_some_and(|cell| cell.starts_with('×'))
                        || it.piece.as_ref().is_some_and(|piece| piece.ends_with('K'))
                });
            parts.meanings = self.meanings_stamp();
        }
        if let Some(other) = record.other() {
            let session = other.session();
            let count = shown.map_or(session.steps().len(), |index| usize::try_from(index + 1).unwrap_or(0));
            let steps = &session.steps()[..count];
            let at = steps.last().map_or(session.start(), |step| &step.state);
            let seen = Sight::of(other, looker.seat).state(at);
            let diagram = seen.diagram().turned(window.side);
            let ground =
                [("journal", name.to_owned()), ("side", window.side.to_string()), ("look", ground_key(&diagram))];
            let palette = window.palette.map(|it| ("palette", it.name().to_owned()));
            let ground = format!("ground.svg?{}", query(ground.into_iter().chain(palette)));
            let looks = Shown {
                offers: if shown.is_none() { &state.now.offers } else { &[] },
                waiting: PlayView::waiting(&told, &state.now.offers),
                ..Shown::default()
            };
            parts.board = BoardLook::of_diagram(&ground, &diagram, session.state().seats(), steps, looks);
            parts.beside.clone_from(&diagram.beside);
            parts.next_side = next_side(Some(&diagram), window.side);
        }
        if is_concluded && shown.is_none() {
            parts.conclusion = Some(self.conclusion_html(&record, &state, address, window)?);
        }
        if address.asks {
            let turn = shown.and_then(|index| state.turns.get(usize::try_from(index).ok()?)).map_or(0, |it| it.turn);
            parts.other_ways = Some(self.what_if(&record, turn)?);
        }
        parts.followed = followed.map(|(followed, _)| followed);
        parts.told = told;
        let view = PlayView::of(&state, address, parts);
        let title = format!("{} · {}", view.title, state.title);
        Ok(View {
            said: view.said.clone(),
            revision: Some(state.revision.to_string()),
            poll: Some(FOLLOWED),
            ..View::new("play.html", title, &view)
        })
    }

    /// The piece that an address follows, and its squares.
    fn followed(
        &self,
        record: &Record,
        address: &PlayAddress,
    ) -> Result<Option<(FollowedPiece, Vec<String>)>, Problem> {
        let Some((code, record)) = address.piece.as_ref().zip(record.enochian()) else { return Ok(None) };
        if record.closing().is_none() {
            return Ok(None);
        }
        let cast = PieceHistory::cast(record, self.correspondences, None).unwrap_or_default();
        let Some(it) = cast.iter().find(|it| it.member.piece.code() == *code) else { return Ok(None) };
        let start = record.subject().start();
        let home = start.pieces().find(|(_, piece)| *piece == it.member.piece).map(|(at, _)| at.to_string());
        let mut squares: Vec<String> =
            home.into_iter().chain(it.turns.iter().map(|turn| turn.at.square.clone())).collect();
        squares.sort();
        squares.dedup();
        let turns = it.turns.iter().map(|turn| turn.turn).collect();
        let name = crate::render::capitalised(&it.name);
        Ok(Some((FollowedPiece { piece: code.clone(), name, turns }, squares)))
    }

    fn branch_of(&self, record: &Record) -> Result<Option<BranchOf>, Problem> {
        let Some(branch) = &record.heading().branch else { return Ok(None) };
        let (entries, ..) = self.entries()?;
        let parent =
            branch.parent(&entries).map(|entry| format!("#journal={}&turn={}", encoded(&entry.name()), branch.turn));
        Ok(Some(BranchOf { turn: branch.turn, to: parent }))
    }

    /// The end of a journal, with what can be added to it.
    fn conclusion_html(
        &self,
        record: &Record,
        state: &StateView,
        address: &PlayAddress,
        window: WindowView,
    ) -> Result<String, Problem> {
        if record.check_not_quiet().is_err() {
            return Err(quiet());
        }
        let name = address.journal.as_str();
        let palette = window.palette.unwrap_or(self.settings.palette);
        let conclusion = Conclusion::of(record, palette, self.correspondences);
        let (entries, ..) = self.entries()?;
        let entry = entries.iter().find(|entry| entry.name() == name);
        let named = entry.map_or_else(Vec::new, |entry| named_in(entry, &entries));
        let named: Vec<NamedView> = named.into_iter().map(NamedView::of).collect();
        // The rarest.
        let mut again = self.again(name, &entries);
        again.sort_by_key(|it| (it.others.len(), it.turn));
        again.truncate(AGAIN);
        let (branches, branch_of) = entry.map_or_else(Default::default, |entry| BranchView::around(entry, &entries));
        let base = format!("#journal={}", encoded(name));
        let piece = address.piece.as_ref().map_or(String::new(), |piece| format!("&piece={}", encoded(piece)));
        let to = format!("{base}{piece}&turn=");
        let looks = |is: &dyn Fn(&super::super::page_state::NoteView) -> bool| {
            let own = state.notes.iter().filter(|note| is(note)).map(|note| NoteLook::of(note, true));
            Value::from(Serde(own.collect::<Vec<_>>()))
        };
        let last_turn = state.turns.last().map_or(1, |it| it.turn);
        let common = context! { journal => name, reading => state.reading, last_turn, to => &to };
        let slot = |slot: &str, more: Value| {
            fragment("conclusion_slots.html", merge_maps([context! { slot }, common.clone(), more]))
        };
        let remarks = slot("remarks", context! { notes => looks(&|note| note.when.is_some()) })?;
        let before = [
            ("Known before play", &state.known),
            ("Supposed", &state.supposed),
            ("Asked of the reading", &state.asked),
        ];
        let notes = looks(&|note| !note.taken_back && note.when.is_none());
        let notes = slot(
            "notes",
            context! { notes, before => before.map(|(heading, text)| (heading, text.clone())).to_vec() },
        )?;
        let chance = slot("chance", context! { it => Value::from(Serde(self.chance_view(name))) })?;
        let after = context! {
            judges => !state.reading && state.refereed,
            it => Value::from(Serde(self.better_view(name))),
            tags => &state.tags,
        };
        let after = slot("after", after)?;
        let more = context! {
            asks => state.reading && !state.quiet_reading,
            named => Serde(named),
            again => Serde(again),
            branches => Serde(branches),
            branch_of => Serde(branch_of),
            slots => context! { remarks, notes, chance },
            followed => address.piece.as_deref().unwrap_or_default(),
            to => &to,
            base,
        };
        let html = conclusion.fragment(to, more).map_err(|error| Problem::invalid(error.to_string()))?;
        Ok(html + &after)
    }

    /// What a square means, with what it means to the person.
    fn gloss(&self, board: crate::chess::Board, square: Square) -> SquareGloss {
        let things = Thing::of_square(square, board, self.correspondences);
        let own = self.own_meanings();
        let own = own.among(&things).into_iter().map(|it| format!("{}: {}", it.thing.name, it.text)).collect();
        SquareGloss::of(board, square, own, self.correspondences)
    }

    /// Another text when what things mean to the person has changed.
    fn meanings_stamp(&self) -> String {
        let about = fs::metadata(self.settings.journals.join(MEANINGS)).ok();
        let modified = about.and_then(|it| it.modified().ok()).and_then(|it| it.duration_since(UNIX_EPOCH).ok());
        modified.map_or(String::new(), |it| it.as_millis().to_string())
    }

    /// `GET glosses`: what all squares of a journal's board mean, so that pointing needs no call.
    pub(in crate::server) fn square_glosses(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let record = self.record(call.query("journal").unwrap_or_default())?;
        let record = record.enochian().ok_or_else(other_kind)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let (board, side) = (record.subject().board(), super::super::playing::side(call)?);
        let glosses = Square::all().map(|square| (self.gloss(board, square), at(&square.to_string(), side)));
        let html = fragment("glosses.html", context! { glosses => Serde(glosses.collect::<Vec<_>>()) })?;
        Ok(CallAnswer::text(HTML, html))
    }

    /// `GET again`: where else it happened what happened in a turn.
    pub(in crate::server) fn came_again(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let (entries, ..) = self.entries()?;
        let turn = call.query("turn").and_then(|turn| turn.parse::<u32>().ok());
        let again = self.again(call.query("journal").unwrap_or_default(), &entries);
        let again: Vec<_> = again.into_iter().filter(|it| Some(it.turn) == turn).collect();
        Ok(CallAnswer::text(HTML, fragment("again.html", context! { again => Serde(again) })?))
    }

    /// `GET ground.svg`: what lies under the pieces of another game.
    pub(in crate::server) fn ground(&self, call: &Call) -> Result<String, Problem> {
        let record = self.record(call.query("journal").unwrap_or_default())?;
        let record = record.other().ok_or_else(other_kind)?;
        let state = record.session().state();
        let diagram = Sight::of(record, None).state(state).diagram().turned(super::super::playing::side(call)?);
        let start = record.session().start().diagram();
        let others = |diagram: &crate::games::Diagram| {
            let cells = diagram.panels.iter().flat_map(|panel| &panel.cells);
            cells.filter_map(|cell| cell.piece.clone()).collect::<Vec<_>>()
        };
        let mut pieces = others(&start);
        pieces.extend(record.session().steps().iter().flat_map(|step| others(&step.state.diagram())));
        let painting = DiagramPainting {
            palette: self.palette(call),
            others: &pieces,
            ..DiagramPainting::of(&diagram, state.seats())
        };
        Ok(painting.ground().inline_svg())
    }

    /// Saves what is known of a journal whose file was replaced or removed as a new one. Returns its name.
    pub(in crate::server) fn save_new(&mut self, name: &str) -> Result<String, Problem> {
        let (settings, correspondences) = (self.settings, self.correspondences);
        let open = self.journals.get_mut(name);
        let open = open.ok_or_else(|| Problem::not_found("There is no such journal on the table."))?;
        let new = open.save_new(&settings.journals, correspondences)?;
        if let Some(open) = self.journals.remove(name) {
            self.journals.insert(new.clone(), open);
        }
        Ok(new)
    }

    /// Begins a branch with another move in a turn. Returns its name.
    fn begin_branch(&mut self, name: &str, turn: u32, mv: &str) -> Result<String, Problem> {
        let settings = self.settings;
        let path = super::super::named_file::named_file(&settings.journals, name, ".md")?;
        let mv = mv.parse().map_err(|_| Problem::invalid(format!("{} is not a move.", crate::input::quoted(mv))))?;
        let when = ((settings.now)(), settings.zone.clone());
        let record = crate::journal::branch(&path, turn, mv, when, self.correspondences)
            .map_err(super::super::what_if::problem)?;
        let branch = Journal::save_new(&settings.journals, &record, self.correspondences);
        Ok(self.begun(branch.map_err(super::super::beginning::not_created)?))
    }
}
