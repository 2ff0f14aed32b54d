//! The state of the page, and what can be done with it: here what it is, beside it what is done with each part.

mod again;
mod check;
mod code;
mod editor;
mod image;
mod listing;
mod log;
mod run;
mod schema;
mod server;
mod share;

pub use again::JudgedAgain;
pub use check::{Checking, HUNDRED_ID, LIST_ID, LONGEST_TYPED, RULER_ID, box_id, place_id, violation_id};
pub use code::{CODE_ID, Coding, tab_id};
pub use editor::{EDITOR_ID, Editor, TEXT_ID};
pub use image::Attached;
pub use listing::Listing;
pub use log::{Fold, NEWEST, Row};
pub use run::{Asked, CurrentRun};
pub use schema::Trial;
pub use server::{LocalSearch, Models, Test};
pub use share::{OFFER_ID, Offered, Pending, SHARE_ID, SetupLink, Sharing};

use crate::core::agent::{Arrived, Arriving, AttemptLimit};
use crate::core::judge::{Advice, AdvisedPlace, Failure, Growth, Limits, Lowering, Reading, Undecided};
use crate::core::provider::{Connection, Fault, Keys, Provider};
use crate::core::settings::{Reviews, Settings};
use crate::core::view::View;
use crate::ui::live::Live;
use crate::ui::parts::ListState;
use crate::web::attendant::{Attendant, IMAGES};
use crate::web::browser;
use crate::web::driver::Handle;
use crate::web::judge::Judge;
use crate::web::storage::{self, Typed};

/// The state, as it is handed around: there is one, as long as the page is open.
pub type Page = &'static State;

/// Everything the views share.
pub struct State {
    /// What the person has set.
    pub settings: Live<Settings>,
    /// Whether it can be kept for the next visit.
    pub settings_kept: Live<bool>,
    /// Who is asked; set with the settings.
    pub provider: Live<Provider>,
    /// Whether the browser has a model of its own; none until that is known.
    pub has_built_in: Live<Option<bool>>,
    /// Whether that model is among the providers: it is there, or it is chosen all the same.
    pub is_built_in_listed: Live<bool>,
    /// Whether the chosen one is the person's own; set with the settings.
    pub is_own_schema: Live<bool>,
    /// Whether valid answers are criticised; set with the settings.
    pub has_critique: Live<bool>,
    /// The chosen one, as far as it was read; set with the settings.
    pub schema: Live<Reading>,
    /// What a server is given of it, as far as that was asked.
    pub lowering: Live<Lowering>,
    /// Whether the person looks at what the next run would send.
    pub is_previewed: Live<bool>,
    /// The next call as code.
    pub code: Coding,
    /// The id and the name of each schema of one's own; set with the settings.
    pub own_schemas: Live<Vec<(String, String)>>,
    /// The editor of the schema.
    pub editor: Editor,
    /// An answer that the schema is tried on.
    pub trial: Live<Trial>,
    /// The image that goes with the question.
    pub attached: Live<Attached>,
    image_reader: Attendant,
    /// What is known of the server's models.
    pub models: Live<Models>,
    /// The model that was set when they were asked for.
    models_for: Live<String>,
    /// How their list stands under its field.
    pub model_list: ListState,
    /// What came of the last test of the connection.
    pub test: Live<Test>,
    /// What was found on this machine.
    pub local: Live<LocalSearch>,
    /// The setup as it is handed on, and what was handed to the person.
    pub sharing: Sharing,
    /// What keeps the last Run from beginning; empty if nothing does.
    pub problem: Live<String>,
    /// The view that the person looks at.
    pub view: Live<View>,
    /// The reply that is checked by hand.
    pub check: Checking,
    /// The runs that are kept.
    pub history: Listing,
    /// Many runs at once.
    pub batch: Listing,
    /// The current run.
    pub run: Live<CurrentRun>,
    /// What its replies come to when they are judged again.
    pub again: Live<JudgedAgain>,
    /// What came of the last report; empty if there was none.
    pub exported: Live<String>,
    /// The correction that waits for the person's word, as it was edited.
    pub draft: Live<String>,
    /// Its attempts, each in its place.
    pub rows: [Row; AttemptLimit::MOST as usize],
    /// Whether the page is scrolled to the newest attempt, which is followed then.
    pub is_newest_reached: Live<bool>,
    /// What is in the current reply so far.
    pub growth: Live<Growth>,
    /// What is to be seen of the reply on its way; set once a frame.
    pub arrived: Live<Arrived>,
    /// What the screen reader is told.
    pub announcement: Live<String>,
    /// The reply on its way. No view follows it: it changes far more often than anything is drawn.
    arriving: Live<Arriving>,
    /// Whether what arrived since the last frame waits for the next one.
    is_frame_awaited: Live<bool>,
    judge: Judge,
    keys: Live<Keys>,
    handle: Live<Option<Handle>>,
}

/// The state of the page as it is opened.
pub fn open() -> Page {
    let settings = storage::load_settings();
    let state = State {
        settings_kept: Live::new(true),
        provider: Live::new(settings.provider),
        has_built_in: Live::new(None),
        is_built_in_listed: Live::new(settings.provider == Provider::Browser),
        is_own_schema: Live::new(settings.is_own_schema()),
        own_schemas: Live::new(editor::own_schemas(&settings)),
        has_critique: Live::new(settings.reviews.has_critique),
        schema: Live::default(),
        settings: Live::new(settings),
        lowering: Live::default(),
        is_previewed: Live::new(false),
        code: Coding::default(),
        editor: Editor::default(),
        trial: Live::new(Trial::of(storage::load_typed(Typed::Answer))),
        attached: Live::default(),
        image_reader: Attendant::new(IMAGES),
        models: Live::new(Models::Unknown),
        models_for: Live::default(),
        model_list: ListState::default(),
        test: Live::new(Test::Unknown),
        local: Live::new(LocalSearch::Unknown),
        sharing: Sharing::default(),
        problem: Live::default(),
        view: Live::new(View::of_fragment(&browser::fragment()).unwrap_or_default()),
        check: Checking::of(storage::load_typed(Typed::Reply)),
        history: Listing::history(),
        batch: Listing::batch(),
        run: Live::default(),
        again: Live::default(),
        exported: Live::default(),
        draft: Live::default(),
        rows: std::array::from_fn(|position| Row::new(position + 1)),
        is_newest_reached: Live::new(true),
        growth: Live::default(),
        arrived: Live::default(),
        announcement: Live::default(),
        arriving: Live::default(),
        is_frame_awaited: Live::default(),
        judge: Judge::new(browser::judge_script(), Limits::default()),
        keys: Live::new(storage::load_keys()),
        handle: Live::default(),
    };
    let page: Page = Box::leak(Box::new(state));
    page.read_schema();
    page.look_for_built_in();
    page.follow_link();
    page
}

impl State {
    /// Has the judge say what can be done about a fault of a call from this page, or says it plainly where the
    /// judge cannot. Nothing where a newer question for the same place is answered instead.
    async fn advise(&self, place: AdvisedPlace, fault: &Fault, connection: &Connection) -> Option<Advice> {
        let failure = Failure::new(fault, connection, browser::page_origin());
        match self.judge.advise(place, failure).await {
            Ok(advice) => Some(advice),
            Err(Undecided::Superseded) => None,
            Err(
                Undecided::TooLong(_)
                | Undecided::Crashed(_)
                | Undecided::NotLoaded(_)
                | Undecided::Unusable(_),
            ) => Some(Advice::plain(fault)),
        }
    }

    /// Takes who looks at corrections and answers besides the validator.
    pub fn set_reviews(&self, change: impl FnOnce(&mut Reviews)) {
        self.settings.update(|settings| change(&mut settings.reviews));
        let has_critique = self.settings.with_untracked(|settings| settings.reviews.has_critique);
        self.has_critique.set(has_critique);
    }

    /// Goes to the view that the page's address names now, or asks about the link in it.
    pub fn follow_fragment(&'static self) {
        match View::of_fragment(&browser::fragment()) {
            Some(view) => self.view.set(view),
            None => self.follow_link(),
        }
    }
}
