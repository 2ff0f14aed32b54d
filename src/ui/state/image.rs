//! The image that goes with the question: taken, and taken away.

use super::{Models, State};
use crate::core::image::{Image, ReadImage};
use crate::core::provider::{Images, Model};
use crate::core::settings::{NoImages, Settings, Unready};
use crate::web::attendant::Said;
use crate::web::browser;
use crate::web::file::File;

/// The image that goes with the question. It is kept as long as the page is open, and no longer.
#[derive(Clone, Default)]
pub enum Attached {
    /// There is none.
    #[default]
    Nothing,
    /// One is being read: by what it was asked for, which tells it from others.
    Awaited(String),
    /// This one.
    Taken(Image),
    /// The last one was not taken, for this reason.
    Refused(String),
}

impl Attached {
    /// The image.
    pub fn image(&self) -> Option<&Image> {
        match self {
            Self::Taken(image) => Some(image),
            Self::Nothing | Self::Awaited(_) | Self::Refused(_) => None,
        }
    }
}

impl State {
    /// Takes an image, in place of the one that is there.
    pub fn take_image(&'static self, file: File) {
        let asked = browser::random_number().to_string();
        self.attached.set(Attached::Awaited(asked.clone()));
        let hear = Box::new(move |said| self.hear_image(said));
        self.image_reader.ask(&browser::judge_script(), asked, vec![file], hear);
    }

    fn hear_image(&'static self, said: Said) {
        let read = match said {
            Ok((text, _)) => ReadImage::from_text(&text),
            Err(reason) => {
                return self.attached.set(Attached::Refused(format!("The image was not read: {reason}.")));
            }
        };
        let Some(ReadImage { asked, image }) = read else { return };
        // Another one may have been taken meanwhile.
        if !self
            .attached
            .with_untracked(|attached| matches!(attached, Attached::Awaited(last) if *last == asked))
        {
            return;
        }
        match image {
            Ok(image) => {
                self.announcement.set("The image was taken".to_owned());
                self.attached.set(Attached::Taken(image));
                self.leave_example_input();
            }
            Err(why) => self.attached.set(Attached::Refused(why)),
        }
    }

    /// The example's document is about something else than the image.
    fn leave_example_input(&'static self) {
        if self.settings.with_untracked(|settings| settings.input.is_none()) {
            self.settings.update(|settings| settings.input = Some(String::new()));
            self.outline();
        }
    }

    /// Whether the server is being asked for its models, for the sake of the image.
    pub fn is_listing(&self) -> bool {
        self.attached.with(|attached| attached.image().is_some())
            && self.models.with(|models| *models == Models::Asking)
    }

    /// Takes the image away.
    pub fn remove_image(&self) {
        self.attached.set(Attached::Nothing);
        self.announcement.set("The image was removed".to_owned());
        browser::focus("input");
    }

    /// What the server's list says of whether the model that is set takes images; none where it was not asked.
    fn listed_images(&self, settings: &Settings) -> Option<Option<bool>> {
        self.models.with(|models| match models {
            Models::Listed(models) => Some(Model::takes_images(models, settings.server().model.trim())),
            Models::Failed(_) => Some(None),
            Models::Unknown | Models::Asking => None,
        })
    }

    /// The image that goes with the next run, or why it cannot.
    pub(super) fn image_for(&self, settings: &Settings) -> Result<Option<Image>, Unready> {
        let Some(image) = self.attached.with(|attached| attached.image().cloned()) else { return Ok(None) };
        let listed = self.listed_images(settings);
        match settings.may_send_image(listed.flatten()) {
            Ok(()) => Ok(Some(image)),
            Err(NoImages::Untold(_)) if listed.is_none() => Err(Unready::Listing),
            Err(reason) => Err(Unready::Images(reason)),
        }
    }

    /// Asks the server for its models where they may tell whether this one takes the image, and they were not asked
    /// for this one yet. Whether the answer is awaited.
    pub(super) fn ask_for_images(&'static self, settings: &Settings) -> bool {
        let is_image = self.attached.with_untracked(|attached| attached.image().is_some());
        if !is_image || settings.quirks().images != Images::Listed {
            return false;
        }
        let is_asked = self.models_for.with_untracked(|asked| *asked == settings.server().model);
        let is_told = self.models.with_untracked(|models| match models {
            Models::Unknown => false,
            Models::Listed(_) => is_asked,
            Models::Failed(_) | Models::Asking => true,
        });
        if !is_told {
            self.list_models();
        }
        self.models.with_untracked(|models| *models == Models::Asking)
    }
}
