//! Readings and games that agents play, many at once, as numbers. They are played here because this needs the optimiser as the simulation does.

mod agent_batch;
mod agent_reading;
mod observation;

pub use agent_batch::{AgentBatch, ImpossibleAction, NoAgentsTurn};
pub use agent_reading::{AgentEnd, AgentReading, AgentSetting, AgentStream};
pub use observation::{OBSERVATION, PLANES, action, actions, most_moves, observe};
