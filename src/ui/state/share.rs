//! The setup as it is handed on: a link or a file of it, and what other people's links and files ask for.

use super::{Attached, State};
use crate::core::judge::Undecided;
use crate::core::link::{Form, Fragment, MOST_BYTES, Offer, Opened, Shared, Unreadable, too_long};
use crate::core::settings::Settings;
use crate::ui::live::Live;
use crate::web::compress::{self, Uncompressed};
use crate::web::file::{self, File};
use crate::web::{browser, dialog, frame, task};
use serde_json::Value;

/// The id of the dialog.
pub const SHARE_ID: &str = "share";

/// The id of what asks about a link or a file.
pub const OFFER_ID: &str = "offer";

/// The largest file that is opened, in bytes.
const LARGEST_FILE: u64 = 50_000_000;

/// What is shared, and what is offered.
#[derive(Default)]
pub struct Sharing {
    /// Whether the dialog is open.
    pub is_open: Live<bool>,
    /// Whether the input goes along.
    pub with_input: Live<bool>,
    /// What there is to hand on, while the dialog is open.
    pub link: Live<SetupLink>,
    /// What waits for the person's word.
    pub offered: Live<Offered>,
}

/// What there is to hand on.
#[derive(Default)]
pub enum SetupLink {
    /// It is being made.
    #[default]
    Awaited,
    /// The file, and the link or why there is none.
    Made(Shared, Result<String, String>),
    /// There is nothing, for this reason.
    Refused(String),
}

/// What a link or a file has brought.
#[derive(Default)]
pub enum Offered {
    /// Nothing that the person has not answered yet.
    #[default]
    Nothing,
    /// An offer.
    Asked(Box<Pending>),
    /// Nothing that can be used, and why.
    Refused(Form, String),
    /// It was used: the settings before with their image, and those that it made of them.
    Used(Box<(Settings, Attached, Settings)>),
}

/// An offer that the person is asked about.
pub struct Pending {
    /// What is asked.
    pub offer: Offer,
    /// The form that it came in.
    pub form: Form,
    /// What came.
    text: String,
    /// The settings that it was made for, as they are kept.
    kept: Value,
}

impl State {
    /// Opens the dialog.
    pub fn open_share(&'static self) {
        self.sharing.is_open.set(true);
        self.share_input(false);
        frame::before_next(|| dialog::open(SHARE_ID));
    }

    /// Takes whether the input goes along, and makes what there is to hand on.
    pub fn share_input(&'static self, with_input: bool) {
        self.sharing.with_input.set(with_input);
        self.sharing.link.set(SetupLink::Awaited);
        task::spawn(async move {
            let made = self.shared(with_input).await;
            // The box may have been ticked again meanwhile.
            if self.sharing.with_input.get_untracked() == with_input {
                self.sharing.link.set(made);
            }
        });
    }

    async fn shared(&self, with_input: bool) -> SetupLink {
        let kept = self.settings.with_untracked(Settings::to_json);
        let shared = match self.judge.share(kept, with_input).await {
            Ok(shared) if shared.problem.is_empty() => shared,
            Ok(shared) => return SetupLink::Refused(shared.problem),
            // Another is being made.
            Err(Undecided::Superseded) => return SetupLink::Awaited,
            Err(undecided) => return SetupLink::Refused(format!("The link could not be made: {undecided}.")),
        };
        let link = match compress::deflated(shared.text.as_bytes()).await {
            Some(deflated) => {
                let link = format!("{}{}", browser::page_address(), Fragment::of_setup(&deflated));
                match too_long(&link) {
                    words if words.is_empty() => Ok(link),
                    words => Err(words),
                }
            }
            None => Err("This browser makes no links of setups: save it as a file.".to_owned()),
        };
        SetupLink::Made(shared, link)
    }

    /// Offers the setup as a file.
    pub fn save_setup(&self) {
        self.sharing.link.with_untracked(|link| match link {
            SetupLink::Made(Shared { file, name, .. }, _) => file::download(name, file),
            SetupLink::Awaited | SetupLink::Refused(_) => {}
        });
    }

    /// Opens a file that somebody was sent, whatever of this page it holds.
    pub fn open_file(&'static self, file: Option<File>) {
        let Some(file) = file else { return };
        dialog::close(SHARE_ID);
        task::spawn(async move {
            if file::size(&file) > LARGEST_FILE {
                return self.refuse(Form::File, Unreadable::TooLarge);
            }
            match file::text_of(Some(file)).await {
                Some((_, text)) => {
                    self.consider(Form::File, text).await;
                }
                None => self.refuse(Form::File, Unreadable::Foreign),
            }
        });
    }

    /// Asks about the link that the page's address holds, if it holds one. Nothing else comes of it.
    pub fn follow_link(&'static self) {
        let fragment = browser::fragment();
        let Some(link) = Fragment::of(&fragment) else { return };
        task::spawn(async move {
            let deflated = match link {
                Fragment::Parameters => {
                    self.consider(Form::Parameters, fragment).await;
                    return;
                }
                Fragment::Setup(deflated) => deflated,
            };
            let inflated = match deflated {
                Ok(deflated) => {
                    compress::inflated(&deflated, MOST_BYTES).await.map_err(|error| match error {
                        Uncompressed::Damaged => Unreadable::Damaged,
                        Uncompressed::TooLarge => Unreadable::TooLarge,
                        Uncompressed::Unsupported => Unreadable::Unsupported,
                    })
                }
                Err(unreadable) => Err(unreadable),
            };
            // The person may have gone on to another link meanwhile.
            if browser::fragment() != fragment {
                return;
            }
            match inflated {
                Ok(text) => {
                    self.consider(Form::Setup, text).await;
                }
                Err(unreadable) => self.refuse(Form::Setup, unreadable),
            }
        });
    }

    /// Has the judge say what comes of a text, and asks the person about a setup; whether it does.
    async fn consider(&'static self, form: Form, text: String) -> bool {
        let kept = self.settings.with_untracked(Settings::to_json);
        match self.judge.open(kept.clone(), form, text.clone()).await {
            Ok(Opened::Offer(offer)) => {
                self.offer(Offered::Asked(Box::new(Pending { offer, form, text, kept })));
                return true;
            }
            Ok(Opened::Run) => self.open_run_file(text),
            Ok(Opened::Refused(words)) => self.offer(Offered::Refused(form, words)),
            // Another one came meanwhile.
            Err(Undecided::Superseded) => {}
            Err(undecided) => {
                let words = format!("{} could not be read: {undecided}. Nothing was changed.", form.this());
                self.offer(Offered::Refused(form, words));
            }
        }
        false
    }

    /// Asks about a setup that is there already.
    pub(super) fn offer_setup_of(&'static self, setup: String) {
        task::spawn(async move {
            self.consider(Form::Setup, setup).await;
        });
    }

    /// Says why a file was not opened.
    pub(super) fn refuse_file(&self, words: String) {
        self.offer(Offered::Refused(Form::File, words));
    }

    fn refuse(&self, form: Form, unreadable: Unreadable) {
        self.offer(Offered::Refused(form, form.refusal(unreadable)));
    }

    fn offer(&self, offered: Offered) {
        self.sharing.offered.set(offered);
        frame::before_next(|| browser::focus(OFFER_ID));
    }

    /// Uses what is offered. No run begins.
    pub fn use_offer(&'static self) {
        let Offered::Asked(asked) = self.take_offer() else { return };
        let before = self.settings.get_untracked();
        if before.to_json() == asked.kept {
            let learned = before.learned.clone();
            let used = Settings { learned, ..Settings::from_json(&asked.offer.settings) };
            self.take_settings(used.clone());
            // It is nobody's business but of the server that was set.
            let image = self.attached.get_untracked();
            self.attached.set(Attached::Nothing);
            return self.offer(Offered::Used(Box::new((before, image, used))));
        }
        // What is set was changed since the person was asked.
        task::spawn(async move {
            if self.consider(asked.form, asked.text).await {
                self.use_offer();
            }
        });
    }

    /// Takes back that an offer was used.
    pub fn take_offer_back(&'static self) {
        if let Offered::Used(settings) = self.take_offer() {
            let (before, image, used) = *settings;
            self.take_settings(self.settings.get_untracked().back_to(before, &used));
            self.attached.set(image);
            self.announcement.set("The setup is as it was before".to_owned());
        }
    }

    /// Takes what is offered away, and out of the page's address, so that it is not asked about again.
    pub fn take_offer(&self) -> Offered {
        let mut offered = Offered::Nothing;
        self.sharing.offered.update(|current| std::mem::swap(current, &mut offered));
        if Fragment::of(&browser::fragment()).is_some() {
            browser::set_fragment("");
        }
        offered
    }

    /// Takes other settings as a whole, and begins nothing by them.
    fn take_settings(&'static self, settings: Settings) {
        self.run.update(|run| run.is_awaited = false);
        let provider = settings.provider;
        self.has_critique.set(settings.reviews.has_critique);
        self.settings.set(settings);
        self.schema_was_chosen();
        self.choose_provider(provider);
    }
}
