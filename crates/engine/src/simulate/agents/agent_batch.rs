//! Many readings or games that agents play at once, and the numbers that they see.

use std::sync::Arc;

use crate::chess::{Army, Move};

use super::agent_reading::{AgentEnd, AgentReading, AgentSetting};
use super::observation::{OBSERVATION, action, actions, most_moves, observe};

/// So many readings in a row may end before an agent has had a move.
const TRIES: usize = 1000;

/// Many readings or games, each before a move of an agent or over, and arrays with a row for each.
///
/// ```
/// use enochian::{correspondences::Correspondences, input::Source, reading::QuestionDraft};
/// use enochian::simulate::{Plan, agents::{AgentBatch, AgentSetting}};
/// let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
/// let question = QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap();
/// let setting = AgentSetting::new(Plan::new(question, 1, 0..8), [true; 4]);
/// let mut batch = AgentBatch::begin(setting, true, 1, 8).unwrap();
/// for _ in 0..300 {
///     let first: Vec<i64> = batch.legal.chunks(batch.most_moves()).map(|row| row[0].into()).collect();
///     let chosen = batch.chosen(first).unwrap();
///     batch.step(&chosen, &mut || true).unwrap();
/// }
/// assert!(batch.numbers.iter().any(|number| *number >= 8), "some have ended, and others begun");
/// ```
#[derive(Debug)]
pub struct AgentBatch {
    setting: Arc<AgentSetting>,
    /// Whether a reading that has ended is followed by another.
    autoreset: bool,
    /// The seed of the readings.
    pub seed: u64,
    readings: Vec<AgentReading>,
    /// What the army to move sees.
    pub observations: Vec<u8>,
    /// What was seen at the end of readings that another has followed.
    pub final_observations: Vec<u8>,
    /// 1 for each possible action.
    pub masks: Vec<u8>,
    /// The possible actions, filled up with -1.
    pub legal: Vec<i16>,
    /// Their number.
    pub counts: Vec<i64>,
    /// The army to move; where a reading is over, the one that moved last.
    pub armies: Vec<u8>,
    /// What each army gained by the last step.
    pub rewards: Vec<f32>,
    /// Whether the reading ended in the last step.
    pub terminations: Vec<u8>,
    /// Whether it came to its limit in the last step.
    pub truncations: Vec<u8>,
    /// The number of the reading.
    pub numbers: Vec<u64>,
}

/// An action that is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the action {action} is not among those that the mask allows, in row {row}")]
pub struct ImpossibleAction {
    /// The action.
    pub action: i64,
    /// The row of the reading.
    pub row: usize,
}

/// The readings end before an agent has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{TRIES} readings ended before an agent had a move; name other agents or a higher limit")]
pub struct NoAgentsTurn;

impl AgentBatch {
    /// The readings 0, 1 … of a seed.
    ///
    /// # Errors
    /// If they end before an agent has a move.
    pub fn begin(setting: AgentSetting, autoreset: bool, seed: u64, size: usize) -> Result<AgentBatch, NoAgentsTurn> {
        let mode = setting.plan.mode;
        let readings: Vec<_> = (0..size as u64).map(|number| AgentReading::new(&setting, seed, number)).collect();
        let mut batch = AgentBatch {
            setting: Arc::new(setting),
            autoreset,
            seed,
            armies: readings.iter().map(|reading| reading.turn().index() as u8).collect(),
            readings,
            observations: vec![0; size * OBSERVATION],
            final_observations: vec![0; size * OBSERVATION],
            masks: vec![0; size * actions(mode)],
            legal: vec![-1; size * most_moves(mode)],
            counts: vec![0; size],
            rewards: vec![0.0; size * 4],
            terminations: vec![0; size],
            truncations: vec![0; size],
            numbers: vec![0; size],
        };
        batch.reset(Some(seed))?;
        Ok(batch)
    }

    /// What the readings have in common.
    #[must_use]
    pub fn setting(&self) -> &Arc<AgentSetting> {
        &self.setting
    }

    /// The number of actions.
    #[must_use]
    pub fn actions(&self) -> usize {
        actions(self.setting.plan.mode)
    }

    /// The most moves of a turn, which is the length of a row of `legal`.
    #[must_use]
    pub fn most_moves(&self) -> usize {
        most_moves(self.setting.plan.mode)
    }

    /// The readings.
    #[must_use]
    pub fn readings(&self) -> &[AgentReading] {
        &self.readings
    }

    /// Begins all readings anew: with a seed its first, else those that follow.
    ///
    /// # Errors
    /// If they end before an agent has a move.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), NoAgentsTurn> {
        self.seed = seed.unwrap_or(self.seed);
        for row in 0..self.readings.len() {
            self.begin_row(row, if seed.is_some() { row as u64 } else { self.next(row) })?;
            self.reward(row);
        }
        Ok(())
    }

    /// The number of the reading that follows in a row.
    fn next(&self, row: usize) -> u64 {
        self.readings[row].number.wrapping_add(self.readings.len() as u64)
    }

    /// Begins a reading in a row, with autoreset the first in which an agent has a move.
    fn begin_row(&mut self, row: usize, mut number: u64) -> Result<(), NoAgentsTurn> {
        for _ in 0..TRIES {
            let mut reading = AgentReading::new(&self.setting, self.seed, number);
            reading.advance(&self.setting);
            let is_begun = reading.end.is_none() || !self.autoreset;
            self.put(row, reading);
            if is_begun {
                self.show(row);
                return Ok(());
            }
            number = self.next(row);
        }
        Err(NoAgentsTurn)
    }

    fn put(&mut self, row: usize, reading: AgentReading) {
        self.clear(row);
        self.readings[row] = reading;
    }

    /// Puts a reading of the same setting into a row.
    pub fn restore(&mut self, row: usize, reading: AgentReading) {
        let army = reading.turn();
        self.put(row, reading);
        self.armies[row] = army.index() as u8;
        self.reward(row);
        self.show(row);
    }

    /// The moves that these actions are, one for each reading; none where it is over.
    ///
    /// # Errors
    /// If one is not possible.
    pub fn chosen(&self, actions: impl IntoIterator<Item = i64>) -> Result<Vec<Option<Move>>, ImpossibleAction> {
        let chosen = |(row, (reading, action)): (usize, (&AgentReading, i64))| match reading.end {
            Some(_) => Ok(None),
            None => reading.move_of(&self.setting, action).map(Some).ok_or(ImpossibleAction { action, row }),
        };
        self.readings.iter().zip(actions).enumerate().map(chosen).collect()
    }

    /// Plays a move in each reading, and what follows until an agent is to move again. Between two readings it asks whether to go on.
    ///
    /// # Errors
    /// If the readings end before an agent has a move.
    pub fn step(&mut self, chosen: &[Option<Move>], goes_on: &mut dyn FnMut() -> bool) -> Result<(), NoAgentsTurn> {
        for (row, chosen) in chosen.iter().enumerate() {
            self.clear(row);
            match *chosen {
                Some(mv) => {
                    self.readings[row].play(mv);
                    self.readings[row].advance(&self.setting);
                    self.reward(row);
                }
                None => self.rewards[row * 4..][..4].fill(0.0),
            }
            self.show(row);
            if self.readings[row].end.is_some() && self.autoreset {
                let bytes = row * OBSERVATION..(row + 1) * OBSERVATION;
                self.final_observations[bytes.clone()].copy_from_slice(&self.observations[bytes]);
                self.begin_row(row, self.next(row))?;
            }
            if !goes_on() {
                break;
            }
        }
        Ok(())
    }

    /// Takes the moves of a reading out of its mask.
    fn clear(&mut self, row: usize) {
        let (actions, most) = (self.actions(), self.most_moves());
        let mask = &mut self.masks[row * actions..][..actions];
        // Whoever has the arrays may have written into them.
        for number in self.legal[row * most..][..most].iter().take(self.counts[row] as usize) {
            mask[*number as usize % actions] = 0;
        }
        self.counts[row] = 0;
    }

    /// Writes what an agent sees of a reading; where it is over, the army that moved last sees it.
    fn show(&mut self, row: usize) {
        let (mode, actions, most) = (self.setting.plan.mode, self.actions(), self.most_moves());
        let reading = &self.readings[row];
        if reading.end.is_none() {
            self.armies[row] = reading.turn().index() as u8;
        }
        let army = Army::ALL[usize::from(self.armies[row]) % 4];
        let observation = &mut self.observations[row * OBSERVATION..][..OBSERVATION];
        observe(&reading.state, &self.setting.plan.question, reading.throw, army, observation);
        let legal = &mut self.legal[row * most..][..most];
        let (mask, mut count) = (&mut self.masks[row * actions..][..actions], 0);
        for number in reading.called.moves.iter().filter_map(|mv| action(mode, army, *mv)) {
            mask[usize::from(number)] = 1;
            legal[count] = number as i16;
            count += 1;
        }
        legal[count..].fill(-1);
        self.counts[row] = count as i64;
        self.numbers[row] = reading.number;
    }

    /// Writes how a reading ended, if it did.
    fn reward(&mut self, row: usize) {
        let reading = &self.readings[row];
        self.rewards[row * 4..][..4].copy_from_slice(&reading.rewards(&self.setting));
        self.terminations[row] = u8::from(matches!(reading.end, Some(AgentEnd::Answered(_))));
        self.truncations[row] = u8::from(reading.end == Some(AgentEnd::AtLimit));
    }
}

impl AgentReading {
    /// The move with this number, if it is possible now.
    #[must_use]
    pub fn move_of(&self, setting: &AgentSetting, action: i64) -> Option<Move> {
        let (mode, number) = (setting.plan.mode, u16::try_from(action).ok()?);
        self.called.moves.iter().copied().find(|mv| super::action(mode, self.turn(), *mv) == Some(number))
    }
}
