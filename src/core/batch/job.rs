//! What a batch is to do: which runs it is made of, and within which limits.

use crate::core::agent::{Correcting, Strategy};
use crate::core::archive::one_line;
use crate::core::cost::Money;
use crate::core::members::{Member, Members, Object};
use crate::core::schema::clipped;
use crate::core::settings::Settings;
use crate::core::time::Millis;
use serde_json::Value;

/// How many calls a hosted server is given at once where nobody says.
const HOSTED_AT_ONCE: usize = 4;

/// The most characters of what a setup is called by.
const LONGEST_NAME: usize = 40;

/// A batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Job {
    /// What tells it from every other.
    pub id: String,
    /// When it was begun, since 1970; zero as long as it is only prepared.
    pub began: Millis,
    /// The names of the files that its inputs are from.
    pub files: Vec<String>,
    /// How large these are together, in bytes.
    pub bytes: usize,
    /// Whether any of its inputs is an image.
    pub has_images: bool,
    /// The columns of its inputs, where they are rows.
    pub columns: Vec<String>,
    /// The column that is the Input; empty where none is.
    pub column: String,
    /// What is set for its runs, one to three side by side.
    pub setups: Vec<JobSetup>,
    /// Which runs it is made of.
    pub plan: Plan,
    /// What holds for all of its runs together.
    pub limits: JobLimits,
    /// Whether a person has said how many calls there are at once.
    pub is_paced: bool,
    /// How its calls are made.
    pub way: Way,
}

/// What is set for runs of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobSetup {
    /// What people call it, another one for each.
    pub name: String,
    /// The name of its schema.
    pub schema: String,
    /// Who is asked, as people read it.
    pub model: String,
    /// The settings, in full, without any key.
    pub settings: Value,
}

/// Which runs a batch is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Each input with each seed by each setup.
    Grid {
        /// How many inputs there are.
        inputs: usize,
        /// The seeds; none where the setups say which.
        seeds: Vec<u64>,
    },
    /// The failed first attempts of another batch, each followed in every way there is: does the feedback help?
    Recovery {
        /// The id of that batch, whose inputs and setups these are.
        of: String,
        /// How many inputs that batch has.
        inputs: usize,
        /// Its seeds.
        seeds: Vec<u64>,
        /// Its runs whose first attempts failed.
        failed: Vec<Cell>,
        /// How each is followed, in this order.
        arms: Vec<Arm>,
    },
}

/// How a failed first attempt is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// It is asked again, and told nothing.
    AskedAgain,
    /// It is told what was wrong, in this way.
    Corrected(Strategy),
}

/// Which run of its batch a run is: its place in the order in which they begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub usize);

/// What a run is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which input.
    pub input: usize,
    /// Its seed; none where the setup says which.
    pub seed: Option<u64>,
    /// Which setup.
    pub setup: usize,
    /// How its first attempt, which another run made, is followed.
    pub arm: Option<(Cell, Arm)>,
}

/// What holds for all runs of a batch together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLimits {
    /// How many calls may be under way at once.
    pub at_once: usize,
    /// The most tokens, read and written.
    pub tokens: Option<u64>,
    /// The most money.
    pub money: Option<Money>,
}

/// How the calls of a batch are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Way {
    /// The page calls.
    #[default]
    Here,
    /// A person hands files of calls to the batch engine of the provider, and brings back what it made of them.
    Files,
}

impl Default for Plan {
    fn default() -> Self {
        Self::Grid { inputs: 0, seeds: Vec::new() }
    }
}

impl Default for JobLimits {
    fn default() -> Self {
        Self { at_once: 1, tokens: None, money: None }
    }
}

impl Arm {
    /// Every way, the one that tells nothing first.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::AskedAgain].into_iter().chain(Strategy::ALL.map(Self::Corrected))
    }

    /// What people read.
    pub fn name(self) -> &'static str {
        match self {
            Self::AskedAgain | Self::Corrected(_) => self.correcting().name(),
        }
    }

    /// What the run does that follows so.
    pub fn correcting(self) -> Correcting {
        match self {
            Self::AskedAgain => Correcting::AskAgain,
            Self::Corrected(strategy) => Correcting::By(strategy),
        }
    }

    /// The way of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|arm| arm.name() == name)
    }
}

impl Job {
    /// How many runs it has.
    pub fn count(&self) -> usize {
        match &self.plan {
            Plan::Grid { inputs, seeds } => {
                inputs.saturating_mul(seeds.len().max(1)).saturating_mul(self.setups.len())
            }
            Plan::Recovery { failed, arms, .. } => failed.len().saturating_mul(arms.len()),
        }
    }

    /// What a run is made of; none where there is no such run. The runs of an input stand together: seed by seed, and
    /// for each the setups side by side.
    pub fn place(&self, cell: Cell) -> Option<Place> {
        if cell.0 >= self.count() {
            return None;
        }
        match &self.plan {
            Plan::Grid { seeds, .. } => Some(self.in_grid(cell, seeds)),
            Plan::Recovery { seeds, failed, arms, .. } => {
                let of = *failed.get(cell.0 / arms.len())?;
                let arm = *arms.get(cell.0 % arms.len())?;
                Some(Place { arm: Some((of, arm)), ..self.in_grid(of, seeds) })
            }
        }
    }

    /// Where its inputs and earlier runs are kept: with the batch it continues, if it does.
    pub fn of(&self) -> &str {
        match &self.plan {
            Plan::Grid { .. } => &self.id,
            Plan::Recovery { of, .. } => of,
        }
    }

    /// Takes as many calls at once as suit the servers, unless a person has said how many: a local one answers one after
    /// the other.
    pub fn pace(&mut self, are_all_local: bool) {
        if !self.is_paced {
            self.limits.at_once = if are_all_local { 1 } else { HOSTED_AT_ONCE };
        }
    }

    /// How many inputs it has, and its seeds.
    pub fn grid(&self) -> (usize, &[u64]) {
        match &self.plan {
            Plan::Grid { inputs, seeds } | Plan::Recovery { inputs, seeds, .. } => (*inputs, seeds),
        }
    }

    /// Whether it was begun.
    pub fn is_begun(&self) -> bool {
        self.began != Millis(0)
    }

    /// It as it is kept.
    pub fn to_json(&self) -> Value {
        Members::write(&mut self.clone())
    }

    /// Reads what was kept.
    pub fn from_json(json: &Value) -> Option<Self> {
        let mut job = Self::default();
        Members::read(&mut job, json).ok().map(|()| job).filter(|job| !job.id.is_empty())
    }

    fn in_grid(&self, Cell(cell): Cell, seeds: &[u64]) -> Place {
        let setups = self.setups.len().max(1);
        let repeats = seeds.len().max(1);
        Place {
            input: cell / setups / repeats,
            seed: seeds.get(cell / setups % repeats).copied(),
            setup: cell % setups,
            arm: None,
        }
    }
}

/// Gives each setup a name of its own: by the model where that differs, else by what differs first.
pub fn name_setups(setups: &mut [JobSetup]) {
    let all: Vec<_> = setups.iter().map(|setup| Settings::from_json(&setup.settings)).collect();
    let Some((first, others)) = all.split_first().filter(|(_, others)| !others.is_empty()) else {
        return setups.iter_mut().for_each(|setup| setup.name.clone_from(&setup.model));
    };
    let has_models =
        setups.iter().any(|setup| Some(&setup.model) != setups.first().map(|first| &first.model));
    let changes: Vec<_> = others.iter().map(|other| first.changes_to(other).into_iter().next()).collect();
    let from = changes.iter().flatten().next().map(|change| (&change.label, &change.from));
    let to = changes.iter().map(|change| change.as_ref().map(|change| (&change.label, &change.to)));
    for (place, (setup, change)) in setups.iter_mut().zip([from].into_iter().chain(to)).enumerate() {
        let what = match change.filter(|_| !has_models) {
            Some((label, value)) => format!("{label}: {}", one_line(value)),
            None => setup.model.clone(),
        };
        setup.name = format!("{} · {}", letter(place), clipped(&what, LONGEST_NAME));
    }
}

/// The letter of a setup.
pub fn letter(place: usize) -> String {
    ["A", "B", "C"].get(place).map_or_else(|| (place + 1).to_string(), |letter| (*letter).to_owned())
}

impl Object for Job {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("id", &mut self.id)
            .member("began", &mut self.began)
            .member("files", &mut self.files)
            .member("bytes", &mut self.bytes)
            .member("hasImages", &mut self.has_images)
            .member("columns", &mut self.columns)
            .member("column", &mut self.column)
            .member("setups", &mut self.setups)
            .member("plan", &mut self.plan)
            .member("limits", &mut self.limits)
            .member("isPaced", &mut self.is_paced);
        let mut is_by_file = self.way == Way::Files;
        members.member("isByFile", &mut is_by_file);
        self.way = if is_by_file { Way::Files } else { Way::Here };
    }
}

impl Object for JobSetup {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("name", &mut self.name)
            .member("schema", &mut self.schema)
            .member("model", &mut self.model)
            .member("settings", &mut self.settings);
    }
}

impl Object for JobLimits {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("atOnce", &mut self.at_once)
            .member("tokens", &mut self.tokens)
            .member("money", &mut self.money);
    }
}

impl Object for Plan {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let (mut of, mut failed, mut arms) = (None, Vec::new(), Vec::new());
        let (Self::Grid { inputs, seeds } | Self::Recovery { inputs, seeds, .. }) = &mut *self;
        let (mut inputs, mut seeds) = (*inputs, std::mem::take(seeds));
        if let Self::Recovery { of: batch, failed: cells, arms: ways, .. } = &*self {
            of = Some(batch.clone());
            failed = cells.iter().map(|cell| cell.0).collect();
            arms = ways.iter().map(|arm| arm.name().to_owned()).collect();
        }
        members
            .member("inputs", &mut inputs)
            .member("seeds", &mut seeds)
            .member("of", &mut of)
            .member("failed", &mut failed)
            .member("arms", &mut arms);
        *self = match of {
            None => Self::Grid { inputs, seeds },
            Some(of) => Self::Recovery {
                of,
                inputs,
                seeds,
                failed: failed.into_iter().map(Cell).collect(),
                arms: arms.iter().filter_map(|name| Arm::from_name(name)).collect(),
            },
        };
    }
}

impl Member for Vec<u64> {
    fn write(&mut self) -> Value {
        self.as_slice().into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        let numbers = json.as_array().into_iter().flatten().map(Value::as_u64);
        *self = numbers.collect::<Option<_>>().filter(|_| json.is_array()).ok_or_else(String::new)?;
        Ok(())
    }
}

impl Member for Option<Money> {
    fn write(&mut self) -> Value {
        self.as_mut().map_or(Value::Null, Member::write)
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        self.get_or_insert_default().read(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::agent::History;

    fn job(plan: Plan) -> Job {
        Job { setups: vec![JobSetup::default(), JobSetup::default()], plan, ..Job::default() }
    }

    fn place(input: usize, seed: Option<u64>, setup: usize, arm: Option<(Cell, Arm)>) -> Place {
        Place { input, seed, setup, arm }
    }

    #[test]
    fn the_runs_of_an_input_stand_together() {
        for (plan, expected) in [
            (Plan::default(), vec![]),
            (
                Plan::Grid { inputs: 2, seeds: vec![] },
                vec![
                    place(0, None, 0, None),
                    place(0, None, 1, None),
                    place(1, None, 0, None),
                    place(1, None, 1, None),
                ],
            ),
            (
                Plan::Grid { inputs: 1, seeds: vec![7, 9] },
                vec![
                    place(0, Some(7), 0, None),
                    place(0, Some(7), 1, None),
                    place(0, Some(9), 0, None),
                    place(0, Some(9), 1, None),
                ],
            ),
        ] {
            let job = job(plan);
            let places: Vec<_> = (0..).map_while(|cell| job.place(Cell(cell))).collect();
            assert_eq!((places.len(), places), (job.count(), expected));
        }
    }

    #[test]
    fn failed_runs_are_followed_in_every_way() {
        let scaffold = Arm::Corrected(Strategy { history: History::Fresh, has_scaffold: true });
        let job = job(Plan::Recovery {
            of: "a".into(),
            inputs: 2,
            seeds: vec![7],
            failed: vec![Cell(1), Cell(2)],
            arms: vec![Arm::AskedAgain, scaffold],
        });
        let places: Vec<_> = (0..).map_while(|cell| job.place(Cell(cell))).collect();
        let expected = [
            place(0, Some(7), 1, Some((Cell(1), Arm::AskedAgain))),
            place(0, Some(7), 1, Some((Cell(1), scaffold))),
            place(1, Some(7), 0, Some((Cell(2), Arm::AskedAgain))),
            place(1, Some(7), 0, Some((Cell(2), scaffold))),
        ];
        assert_eq!((job.count(), places.as_slice(), job.of()), (4, expected.as_slice(), "a"));
    }

    #[test]
    fn what_is_kept_is_read_again() {
        let setup =
            JobSetup { name: "A".into(), settings: serde_json::json!({"seed": 1}), ..JobSetup::default() };
        let limits = JobLimits { at_once: 4, tokens: Some(9), money: Some(Money::from_nano_dollars(7)) };
        for job in [
            Job { id: "a".into(), ..Job::default() },
            Job {
                id: "b".into(),
                began: Millis(7),
                files: vec!["rows.csv".into()],
                bytes: 9,
                has_images: true,
                columns: vec!["id".into(), "text".into()],
                column: "text".into(),
                setups: vec![setup.clone(), JobSetup { name: "B".into(), ..setup }],
                plan: Plan::Recovery {
                    of: "a".into(),
                    inputs: 3,
                    seeds: vec![1, u64::MAX],
                    failed: vec![Cell(2)],
                    arms: Arm::all().collect(),
                },
                limits,
                is_paced: true,
                way: Way::Files,
            },
        ] {
            assert_eq!(Job::from_json(&job.to_json()), Some(job));
        }
        assert_eq!(Job::from_json(&serde_json::json!({})), None);
    }

    #[test]
    fn calls_at_once_suit_the_server_unless_a_person_says_how_many() {
        for (is_paced, are_all_local, expected) in
            [(false, true, 1), (false, false, 4), (true, true, 7), (true, false, 7)]
        {
            let limits = JobLimits { at_once: 7, ..JobLimits::default() };
            let mut job = Job { is_paced, limits, ..Job::default() };
            job.pace(are_all_local);
            assert_eq!(job.limits.at_once, expected);
        }
    }

    #[test]
    fn setups_are_called_by_what_differs() {
        let setup = |model: &str, change: fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            JobSetup { model: model.into(), settings: settings.to_json(), ..JobSetup::default() }
        };
        let usual = |_: &mut Settings| {};
        for (mut setups, expected) in [
            (vec![setup("m", usual)], vec!["m"]),
            (vec![setup("m", usual), setup("n", usual)], vec!["A · m", "B · n"]),
            (
                vec![
                    setup("m", usual),
                    setup("m", |settings| settings.attempts = 1),
                    setup("m", |settings| settings.temperature = "0.5".into()),
                ],
                vec!["A · Max attempts: 3", "B · Max attempts: 1", "C · Temperature: 0.5"],
            ),
        ] {
            name_setups(&mut setups);
            assert_eq!(setups.iter().map(|setup| setup.name.as_str()).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn every_way_has_a_name_of_its_own() {
        for arm in Arm::all() {
            assert_eq!(Arm::from_name(arm.name()), Some(arm));
        }
        assert_eq!(Arm::from_name("other"), None);
    }
}
