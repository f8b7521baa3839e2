//! The play view: shown, and acted on.

use std::collections::BTreeMap;
use std::fs;
use std::time::UNIX_EPOCH;

use minijinja::context;
use minijinja::value::{Serde, Value, merge_maps};

use crate::chess::{Board, Kind, Square};
use crate::export::{Conclusion, encoded};
use crate::interpretation::PieceHistory;
use crate::journal::{Journal, MEANINGS, named_in};
use crate::lookup::Thing;
use crate::record::Record;
use crate::render::{DiagramPainting, attributions, capitalised, house};

use super::super::acting::command;
use super::super::call::{Call, CallAnswer, Problem};
use super::super::notes::{NoteView, naming};
use super::super::open_journal::{WindowView, stale};
use super::super::page_state::StateView;
use super::super::playing::{other_kind, quiet};
use super::super::routes::Table;
use super::super::sight::{Looker, Sight};
use super::super::what_if::branches;
use super::acting::{act_text, hands};
use super::board::{BoardLook, Shown, at, ground_address, next_side};
use super::cards::card_parts;
use super::play::{ActReport, FollowedPiece, Parts, play_view, waiting};
use super::play_address::PlayAddress;
use super::{Done, HTML, View, ViewAct, fragment, shown};

/// How much of what came up again is shown.
const AGAIN: usize = 5;

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

    /// An act in that view. What is refused is said in it.
    pub(super) fn play_act(&mut self, call: &Call, request: &ViewAct) -> Result<Done, Problem> {
        let address = PlayAddress::of(call, self.asked_palette(call))?;
        let field = |(key, value): (&String, &toml::Value)| Some((key.clone(), value.as_str()?.to_owned()));
        let fields = request.fields.iter().filter_map(field).collect();
        let mut told = ActReport::default();
        let text = act_text(&request.act, &fields, self.looked_at(&address.journal, false)?.record());
        match text.and_then(|text| self.do_at_play(&address, &text, &fields, request, &mut told)) {
            Ok(Done::Stays) => {}
            Ok(done) => return Ok(done),
            Err(problem) => told.refused = Some(problem),
        }
        let shown = if told.is_of_game { address.present() } else { address };
        // Another person takes the place: nobody's cards are shown until then.
        if told.refused.is_none() && shown.window.seat.is_some() && self.is_foreign(&shown)? {
            return Ok(Done::Goes(shown.without_seat()));
        }
        Ok(Done::Shows(self.view_of_play(&shown, told)?))
    }

    fn do_at_play(
        &mut self,
        address: &PlayAddress,
        text: &str,
        fields: &BTreeMap<String, String>,
        request: &ViewAct,
        told: &mut ActReport,
    ) -> Result<Done, Problem> {
        let (name, (word, rest)) = (&address.journal, command(text));
        let (now, correspondences) = ((self.settings.now)(), self.correspondences);
        let begun = |name: String| Ok(Done::Goes(format!("journal={}", encoded(&name))));
        match word.as_str() {
            "hint" => {
                let (text, selected) = self.hint(name, address.window.seat)?;
                (told.news, told.selected) = (Some(text), selected);
            }
            "chance" => self.by_chance(name)?,
            "better" => self.better(name)?,
            "branch" => {
                let (turn, mv) = rest.split_once(' ').unwrap_or((rest, ""));
                let turn = turn.parse().map_err(|_| Problem::invalid("A turn is a number, such as 12."))?;
                return begun(self.begin_branch(name, turn, mv)?);
            }
            // What is known is saved, and played on there.
            "save-new" => {
                let saved = self.save_new(name);
                let new = saved.inspect_err(|_| told.waiting = Some(text.to_owned()))?;
                if !rest.is_empty() {
                    // If that fails, the new journal is shown as it is.
                    let _ = self.looked_at(&new, false)?.act(rest, address.window.seat, now);
                }
                return begun(new);
            }
            "remark" | "picture" | "correct" | "withdraw-note" | "outcome" | "tag" | "untag" | "look-again" => {
                let added = self.annotate(name, (&word, rest), fields);
                told.doubted =
                    fields.get("on").filter(|_| added.as_ref().is_err_and(|it| it.code == "doubtful")).cloned();
                added?;
                told.said = Some("Saved in the journal.");
            }
            _ => {
                let seat = address.window.seat;
                let revision = request.revision.as_deref().and_then(|it| it.parse().ok()).unwrap_or(0);
                let open = self.looked_at(name, false)?;
                let made = open.open(correspondences).and_then(|()| match open.can_follow(revision) {
                    true => open.act(text, seat, now),
                    false => Err(stale()),
                });
                match made {
                    // Another window has let the program do the same.
                    Err(problem) if problem.code == "stale" && (word == "program" || fields.contains_key("auto")) => {
                        return Ok(Done::Stays);
                    }
                    Err(problem) if problem.code != "not_saved" => return Err(problem),
                    made => {
                        (told.is_of_game, told.waiting) = (true, made.is_err().then(|| text.to_owned()));
                        made?;
                    }
                }
                told.said = (word == "note").then_some("Note saved.");
            }
        }
        Ok(Done::Stays)
    }

    fn is_foreign(&self, address: &PlayAddress) -> Result<bool, Problem> {
        let record = self.record(&address.journal)?;
        Ok(record.other().is_some_and(|other| Looker::of(other, address.window.seat).is_foreign))
    }

    /// The view of a journal that was looked at.
    fn view_of_play(&self, address: &PlayAddress, told: ActReport) -> Result<View, Problem> {
        let name = address.journal.as_str();
        let record = self.record(name)?;
        let window = address.window;
        let looker = record.other().map(|other| Looker::of(other, window.seat));
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
            is_covered: looker.is_some_and(|it| it.is_covered),
            is_foreign: looker.is_some_and(|it| it.is_foreign),
            today: (self.settings.now)().format("%Y-%m-%d").to_string(),
            hands: hands(&record),
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
            let start = enochian.subject().start();
            let place = match turn {
                None => (enochian.position(), enochian.last_turn().map(|turn| turn.mv)),
                Some(None) => (&start, None),
                Some(Some(index)) => (&enochian.turns()[index].position, Some(enochian.turns()[index].mv)),
            };
            let shown = Shown {
                offers: if turn.is_none() { &state.now.offers } else { &[] },
                no_move: state.now.no_move.as_ref().filter(|_| turn.is_none()),
                glosses: &glosses,
                warns: !hides,
                ptah: state.ptah.as_deref(),
                road: &road,
                has_die: state.dice.is_some(),
                waiting: waiting(&told, &state.now.offers),
                side: window.side,
                ..Shown::default()
            };
            let symbols = address.shows_symbols(&state);
            parts.board = Some(BoardLook::of_squares(board.name(), symbols, window.palette, place, shown));
            parts.next_side = next_side(None, window.side);
            let landed = match turn {
                Some(index) => index.and_then(|index| state.turns.get(index)),
                None => state.turns.iter().rfind(|it| it.square.is_some()).or(state.turns.last()),
            };
            let square = landed.and_then(|it| it.square.as_deref());
            parts.landing_gloss =
                square.filter(|_| !hides).and_then(|it| it.parse().ok()).map(|square| self.gloss(board, square));
            parts.landing_corner = square.and_then(|square| Some(at(square.parse().ok()?, window.side)));
            // Only a capture or a king comes up again.
            parts.comes_again = state.reading
                && landed.is_some_and(|it| {
                    let piece = it.played.and_then(|it| it.piece);
                    it.takes() || piece.is_some_and(|piece| piece.kind == Kind::King)
                });
            parts.meanings = self.meanings_stamp();
        }
        if let Some(other) = record.other() {
            let session = other.session();
            let count = shown.map_or(session.steps().len(), |index| usize::try_from(index + 1).unwrap_or(0));
            let steps = &session.steps()[..count];
            let at = steps.last().map_or(session.start(), |step| &step.state);
            let seen = Sight::of(other, window.seat).state(at);
            let diagram = seen.diagram().turned(window.side);
            let ground = ground_address(name, &diagram, window);
            let looks = Shown {
                offers: if shown.is_none() { &state.now.offers } else { &[] },
                waiting: waiting(&told, &state.now.offers),
                ..Shown::default()
            };
            parts.board = BoardLook::of_diagram(&ground, &diagram, session.state().seats(), steps, looks);
            parts.beside = diagram.beside.iter().map(|(label, text)| (label.clone(), card_parts(text))).collect();
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
        Ok(play_view(&state, address, parts))
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
            home.into_iter().chain(it.turns.iter().map(|turn| turn.square.clone())).collect();
        squares.sort();
        squares.dedup();
        let turns = it.turns.iter().map(|turn| turn.turn).collect();
        let name = capitalised(&it.name);
        Ok(Some((FollowedPiece { piece: code.clone(), name, turns }, squares)))
    }

    /// From which turn a branch goes another way, and the address of the other reading, if it is there.
    fn branch_of(&self, record: &Record) -> Result<Option<Value>, Problem> {
        let Some(branch) = &record.heading().branch else { return Ok(None) };
        let (entries, ..) = self.entries()?;
        let parent =
            branch.parent(&entries).map(|entry| format!("#journal={}&turn={}", encoded(&entry.name()), branch.turn));
        Ok(Some(shown! { turn: branch.turn, to: parent }))
    }

    /// The end of a journal, with what can be added to it.
    fn conclusion_html(
        &self,
        record: &Record,
        state: &StateView<'_>,
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
        let named: Vec<Value> = named.into_iter().map(naming).collect();
        // The rarest.
        let mut again = self.again(name, &entries);
        again.sort_by_key(|it| (it.others.len(), it.turn));
        again.truncate(AGAIN);
        let (branches, branch_of) = entry.map_or_else(Default::default, |entry| branches(entry, &entries));
        let base = format!("#journal={}", encoded(name));
        let piece = address.piece.as_ref().map_or(String::new(), |piece| format!("&piece={}", encoded(piece)));
        let to = format!("{base}{piece}&turn=");
        let notes = |is: &dyn Fn(&NoteView) -> bool| {
            Value::from(Serde(state.notes.iter().filter(|note| is(note)).collect::<Vec<_>>()))
        };
        let last_turn = state.turns.last().map_or(1, |it| it.turn);
        let common = context! { journal => name, reading => state.reading, last_turn, to => &to };
        let slot = |slot: &str, more: Value| {
            fragment("conclusion_slots.html", merge_maps([context! { slot }, common.clone(), more]))
        };
        let remarks = slot("remarks", context! { notes => notes(&|note| note.when.is_some()) })?;
        let before = [
            ("Known before play", &state.known),
            ("Supposed", &state.supposed),
            ("Asked of the reading", &state.asked),
        ];
        let notes = notes(&|note| !note.taken_back && note.when.is_none());
        let notes = slot(
            "notes",
            context! { notes, before => before.map(|(heading, text)| (heading, text.clone())).to_vec() },
        )?;
        let chance = slot("chance", context! { it => self.chance_view(name) })?;
        let after = context! {
            judges => !state.reading && state.refereed,
            it => self.better_view(name),
            tags => &state.tags,
        };
        let after = slot("after", after)?;
        let more = context! {
            asks => state.reading && !state.quiet_reading,
            named,
            again => Serde(again),
            branches,
            branch_of,
            slots => context! { remarks, notes, chance },
            followed => address.piece.as_deref().unwrap_or_default(),
            to => &to,
            base,
        };
        let html = conclusion.fragment(to, more).map_err(|error| Problem::invalid(error.to_string()))?;
        Ok(html + &after)
    }

    /// What a square means, with what it means to the person.
    fn gloss(&self, board: Board, square: Square) -> Value {
        let things = Thing::of_square(square, board, self.correspondences);
        let own = self.own_meanings();
        let own = own.among(&things).into_iter().map(|it| format!("{}: {}", it.thing.name, it.text));
        let own: Vec<String> = own.collect();
        let gloss = self.correspondences.gloss(board, square, None, None);
        let (house, line) = (capitalised(&house(&gloss)), attributions(&gloss));
        context! { square => gloss.square, force => gloss.force, phrase => gloss.phrase, house, line, own }
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
        let glosses = Square::all().map(|square| (self.gloss(board, square), at(square, side)));
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
