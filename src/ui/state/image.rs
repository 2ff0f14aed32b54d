//! The image that goes with the question: taken, and taken away.

use super::{Models, State};
use crate::core::image::Image;
use crate::core::provider::{Images, Model};
use crate::core::settings::{NoImages, Settings, Unready};
use crate::web::file::File;
use crate::web::{browser, image, task};

/// The image that goes with the question. It is kept as long as the page is open, and no longer.
#[derive(Clone, Default)]
pub enum Attached {
    /// There is none.
    #[default]
    Nothing,
    /// One is being read: its number, which tells it from others.
    Awaited(u64),
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
        let number = browser::random_number();
        self.attached.set(Attached::Awaited(number));
        task::spawn(async move {
            let read = image::read(&file).await;
            if !self.attached.with_untracked(
                |attached| matches!(attached, Attached::Awaited(current) if *current == number),
            ) {
                return;
            }
            match read {
                Ok(image) => {
                    self.announcement.set("The image was taken".to_owned());
                    self.attached.set(Attached::Taken(image));
                    self.leave_example_input();
                }
                Err(words) => self.attached.set(Attached::Refused(words)),
            }
        });
    }

    /// The example's document is about something else than the image.
    fn leave_example_input(&'static self) {
        let example = self.schema.with_untracked(|reading| reading.description().example.clone());
        if self.settings.with_untracked(|settings| settings.input.is_none()) {
            self.settings.update(|settings| settings.set_input(String::new(), &example));
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

    /// The image that goes with the next run, or why it cannot.
    pub(super) fn image_for(&self, settings: &Settings) -> Result<Option<Image>, Unready> {
        let Some(image) = self.attached.with(|attached| attached.image().cloned()) else { return Ok(None) };
        let model = settings.server().model;
        let (listed, is_asked) = self.models.with(|models| match models {
            Models::Listed(models) => (Model::takes_images(models, model.trim()), true),
            Models::Failed(_) => (None, true),
            Models::Unknown | Models::Asking => (None, false),
        });
        match settings.may_send_image(listed) {
            Ok(()) => Ok(Some(image)),
            Err(NoImages::Untold(_)) if !is_asked => Err(Unready::Listing),
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
        let model = settings.server().model;
        let is_told = self.models.with_untracked(|models| match models {
            Models::Unknown => false,
            Models::Asking | Models::Failed(_) => true,
            Models::Listed(models) => {
                Model::takes_images(models, model.trim()).is_some()
                    || self.models_for.with_untracked(|asked| *asked == model)
            }
        });
        if !is_told {
            self.list_models();
        }
        self.models.with_untracked(|models| *models == Models::Asking)
    }
}
