//! How the stand-in model is set.

use super::{Settings, Unready};
use crate::core::agent::OnHopeless;
use crate::core::provider::Provider;
use crate::core::simulate::{Behaviour, Faults, Simulation};
use crate::core::time::Millis;

impl Settings {
    /// How the stand-in model is to behave, where it answers.
    pub fn simulation(&self) -> Option<Simulation> {
        (self.provider == Provider::Simulated).then(|| {
            let behaviour = Behaviour::from_model_name(&self.server().model);
            Simulation { faults: Faults { behaviour, rate: self.fault_rate }, speed: self.speed }
        })
    }

    /// How long a call of a run may be silent.
    pub(super) fn run_silence(&self) -> Result<Millis, Unready> {
        let set = self.silence()?;
        Ok(self.simulation().map_or(set, |simulation| simulation.silence(set)))
    }

    /// What becomes of a hopeless reply in a run: who wants to see one stopped need not ask for it twice.
    pub(super) fn run_hopeless(&self) -> OnHopeless {
        let behaviour = self.simulation().map(|simulation| simulation.faults.behaviour);
        if behaviour == Some(Behaviour::Hopeless) { OnHopeless::Stop } else { self.hopeless }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::simulate::{Rate, Speed};

    fn settings(behaviour: Behaviour) -> Settings {
        let mut settings =
            Settings { fault_rate: Rate::new(30), speed: Speed::AtOnce, ..Settings::default() };
        settings.change_server(|server| server.model = behaviour.model_name().to_owned());
        settings
    }

    #[test]
    fn what_is_set_is_what_is_simulated_and_kept() {
        for behaviour in Behaviour::ALL {
            let settings = settings(behaviour);
            let faults = Faults { behaviour, rate: Rate::new(30) };
            assert_eq!(settings.simulation(), Some(Simulation { faults, speed: Speed::AtOnce }));
            assert_eq!(Settings::from_json(&settings.to_json()), settings);
            assert_eq!(Settings { provider: Provider::OpenAi, ..settings }.simulation(), None);
        }
        assert_eq!(Settings::default().simulation(), Some(Simulation::default()));
    }

    #[test]
    fn what_is_to_be_seen_needs_nothing_else_to_be_set() {
        let run =
            |settings: &Settings| (settings.run_silence().map(|silence| silence.0), settings.run_hopeless());
        assert_eq!(run(&settings(Behaviour::Mixed)), (Ok(120_000), OnHopeless::Wait));
        assert_eq!(run(&settings(Behaviour::TimedOut)), (Ok(3_000), OnHopeless::Wait));
        assert_eq!(run(&settings(Behaviour::Hopeless)), (Ok(120_000), OnHopeless::Stop));
        let other = Settings { provider: Provider::OpenAi, ..settings(Behaviour::Hopeless) };
        assert_eq!(run(&other), (Ok(120_000), OnHopeless::Wait));
    }
}
