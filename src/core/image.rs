//! An image that goes with the question: bounded, cheap to hand around, and always one that was written anew from
//! its pixels, or that a run file brought and that looks like such a one.

use super::base64::{padded, padded_bytes};
use super::excerpt::size;
use super::members::{Members, Object};
use super::thousands::with_thousands;
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// An image.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    /// What it is written as.
    pub media_type: MediaType,
    /// The name of its file, to tell it from others; may be empty.
    pub name: String,
    /// How wide it is, in pixels.
    pub width: u32,
    /// How high it is, in pixels.
    pub height: u32,
    /// In base64.
    data: Arc<str>,
}

/// What a worker says of an image that it was asked to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadImage {
    /// What tells the request from others.
    pub asked: String,
    /// The image, or why there is none: a sentence.
    pub image: Result<Image, String>,
}

/// What an image may be written as: what every family takes, and nothing that can hold a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
    /// GIF.
    Gif,
}

/// The most pixels of a side: what is larger, the families themselves make smaller.
const LONGEST_SIDE: u32 = 1_568;

/// The longest text of an image, in letters of base64.
const LONGEST_DATA: usize = 4_000_000;

/// The most characters of a name that are kept.
const LONGEST_NAME: usize = 120;

/// How many letters of a shortened image are left.
const SHORTENED: usize = 24;

impl Image {
    /// The image with these bytes; none where it is too large.
    pub fn new(media_type: MediaType, name: &str, [width, height]: [u32; 2], bytes: &[u8]) -> Option<Self> {
        let name = short_name(name);
        Some(Self { media_type, name, width, height, data: padded(bytes).into() }).filter(Self::is_sound)
    }

    /// The width and the height that an image of this size is given: no side is too long, and none grows.
    pub fn fitting(size: [u32; 2]) -> [u32; 2] {
        let longest = u64::from(size.into_iter().max().unwrap_or_default());
        let most = u64::from(LONGEST_SIDE);
        if longest <= most {
            return size.map(|side| side.max(1));
        }
        // The nearest whole number, which is never larger than the most.
        size.map(|side| (((2 * u64::from(side) * most + longest) / (2 * longest)) as u32).max(1))
    }

    /// The image as it stands in a file.
    pub fn to_json(&self) -> Value {
        Members::write(&mut self.clone())
    }

    /// Reads the image in a file, which is not believed; none where it is not such an image as is made here.
    pub fn from_json(json: &Value) -> Option<Self> {
        let mut image = Self::blank();
        let read = Members::read(&mut image, json);
        Some(image).filter(|image| read.is_ok() && image.is_sound())
    }

    fn is_sound(&self) -> bool {
        let is_side = |side| (1..=LONGEST_SIDE).contains(&side);
        is_side(self.width)
            && is_side(self.height)
            && (1..=LONGEST_DATA).contains(&self.data.len())
            && padded_bytes(&self.data).is_some()
    }

    /// It in base64.
    pub fn data(&self) -> &str {
        &self.data
    }

    /// It as a `data:` URL.
    pub fn url(&self) -> String {
        format!("data:{};base64,{}", self.media_type.name(), self.data)
    }

    /// `photo.jpg · 1,568 × 1,045 pixels · JPEG · 183.2 kB`
    pub fn words(&self) -> String {
        let [width, height] = [self.width, self.height].map(|side| with_thousands(side.into()));
        let bytes = size(padded_bytes(&self.data).unwrap_or_default());
        let name = if self.name.is_empty() { "image" } else { &self.name };
        format!("{name} · {width} × {height} pixels · {} · {bytes}", self.media_type.word())
    }

    /// It with the most of its data left out, and told: for a request that is only to be read.
    #[must_use]
    pub fn shortened(&self) -> Self {
        let Some((beginning, rest)) = self.data.split_at_checked(SHORTENED) else { return self.clone() };
        let data = format!("{beginning}… ({} bytes more)", with_thousands(rest.len() as u64));
        Self { data: data.into(), ..self.clone() }
    }

    /// The most tokens that it may count as: 2.5 for each patch of 32 × 32 pixels, of which there are no more than
    /// 1,536, and no fewer than 1,120 in all.
    ///
    /// No family counts more than that: OpenAI's small models count up to 2.46 a patch, Anthropic's and Qwen's one for
    /// each 28 × 28 pixels, Gemini's up to 1,120 whatever the size. Most count less. (OpenAI's gpt-4o-mini alone
    /// counts an image as up to 37,000 tokens, each of them much cheaper than those of a larger model.)
    pub fn most_tokens(&self) -> u64 {
        let patches = u64::from(self.width.div_ceil(32)) * u64::from(self.height.div_ceil(32));
        (patches.min(1_536) * 5 / 2).max(1_120)
    }
}

impl ReadImage {
    /// What is said, for the way from the worker.
    pub fn to_json(&self) -> Value {
        let (image, why) = match &self.image {
            Ok(image) => (image.to_json(), Value::Null),
            Err(why) => (Value::Null, why.as_str().into()),
        };
        Value::Array(vec![self.asked.as_str().into(), image, why])
    }

    /// What was said; none where that is none of ours.
    pub fn from_text(text: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(text).ok()?;
        let text = |position: usize| Some(json.get(position)?.as_str()?.to_owned());
        let image = match text(2) {
            Some(why) => Err(why),
            None => Ok(Image::from_json(json.get(1)?)?),
        };
        Some(Self { asked: text(0)?, image })
    }
}

/// As much of a name as is kept, on one line.
fn short_name(name: &str) -> String {
    name.chars().filter(|character| !character.is_control()).take(LONGEST_NAME).collect()
}

impl MediaType {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::Png, Self::Jpeg, Self::Webp, Self::Gif];

    /// Its name in every wire format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::Webp => "image/webp",
            Self::Gif => "image/gif",
        }
    }

    /// What people call it.
    fn word(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Webp => "WebP",
            Self::Gif => "GIF",
        }
    }
}

impl Object for Image {
    fn blank() -> Self {
        Self { media_type: MediaType::Png, name: String::new(), width: 0, height: 0, data: Arc::default() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let names = &mut MediaType::ALL.into_iter().map(MediaType::name);
        if let Some(chosen) = members.choice("mediaType", Some(self.media_type.name()), names) {
            self.media_type = MediaType::ALL.into_iter().nth(chosen).unwrap_or(self.media_type);
        }
        members
            .member("name", &mut self.name)
            .member("width", &mut self.width)
            .member("height", &mut self.height);
        if let Some(json) = members.as_value("data", || self.data.as_ref().into()) {
            self.data = json.as_str().unwrap_or_default().into();
        }
        self.name = short_name(&self.name);
    }
}

/// Without the data, which says nothing to anybody.
impl fmt::Debug for Image {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Image({})", self.words())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// A small one.
    pub(crate) fn image() -> Image {
        Image::new(MediaType::Png, "a.png", [2, 1], b"pixels of it").unwrap()
    }

    #[test]
    fn what_is_told_of_it() {
        let named = |name: &str| Image { name: name.into(), ..image() };
        for (image, words) in [
            (image(), "a.png · 2 × 1 pixels · PNG · 12 bytes"),
            (named(""), "image · 2 × 1 pixels · PNG · 12 bytes"),
            (
                Image::new(MediaType::Jpeg, "b", [1_568, 1_045], &[7; 183_204]).unwrap(),
                "b · 1,568 × 1,045 pixels · JPEG · 183.2 kB",
            ),
        ] {
            assert_eq!(image.words(), words);
        }
        assert_eq!(image().url(), "data:image/png;base64,cGl4ZWxzIG9mIGl0");
    }

    #[test]
    fn one_that_is_only_read_is_short() {
        let large = Image::new(MediaType::Gif, "", [9, 9], &[0; 3_000]).unwrap();
        for (image, expected) in [
            (image(), "cGl4ZWxzIG9mIGl0".to_owned()),
            (large, format!("{}… (3,976 bytes more)", "A".repeat(24))),
        ] {
            assert_eq!(image.shortened().data(), expected);
        }
    }

    #[test]
    fn how_many_tokens_it_counts_as_at_most() {
        for (width, height, expected) in [
            (1, 1, 1_120),
            (672, 672, 1_120),
            (1_000, 1_000, 2_560),
            (1_568, 1_045, 3_840),
            (1_568, 1_568, 3_840),
        ] {
            let image = Image { width, height, ..image() };
            assert_eq!(image.most_tokens(), expected, "{width} × {height}");
        }
    }

    #[test]
    fn sizes_that_fit() {
        for (size, expected) in [
            ([1, 1], [1, 1]),
            ([1_568, 1_568], [1_568, 1_568]),
            ([1_569, 100], [1_568, 100]),
            ([4_000, 3_000], [1_568, 1_176]),
            ([3_000, 4_000], [1_176, 1_568]),
            ([100_000, 10], [1_568, 1]),
            ([u32::MAX, u32::MAX], [1_568, 1_568]),
            ([0, 0], [1, 1]),
        ] {
            assert_eq!(Image::fitting(size), expected, "{size:?}");
        }
    }

    #[test]
    fn what_was_read_comes_from_the_worker() {
        for image in [Ok(image()), Err("The image a cannot be read.".to_owned())] {
            let read = ReadImage { asked: "7".into(), image };
            assert_eq!(ReadImage::from_text(&read.to_json().to_string()), Some(read));
        }
        for text in ["", "7", "[]", "[7, null, \"x\"]", "[\"7\", {}, null]", "[\"7\", null, null]"] {
            assert_eq!(ReadImage::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn bounds() {
        let long = vec![0; 3_000_001];
        for (size, bytes, is_made) in [
            ([1, 1_568], &long[..3_000_000], true),
            ([1, 1_568], &long, false),
            ([1, 1], &[], false),
            ([0, 1], &[1], false),
            ([1, 1_569], &[1], false),
        ] {
            assert_eq!(Image::new(MediaType::Png, "", size, bytes).is_some(), is_made, "{size:?}");
        }
        assert_eq!(Image::new(MediaType::Png, &"\n".repeat(200), [1, 1], &[1]).unwrap().name, "");
    }

    #[test]
    fn one_in_a_file_is_not_believed() {
        let file = json!({
            "mediaType": "image/png", "name": "a.png", "width": 2, "height": 1, "data": "cGl4ZWxzIG9mIGl0"
        });
        assert_eq!(image().to_json(), file);
        assert_eq!(Image::from_json(&file), Some(image()));
        for (member, value) in [
            ("mediaType", json!("image/svg+xml")),
            ("mediaType", json!("text/html")),
            ("width", json!(-1)),
            ("width", json!(100_000)),
            ("height", json!(0)),
            ("name", json!(1)),
            ("data", json!("\"><script>")),
            ("data", json!(null)),
            ("data", json!([1])),
            ("data", json!("A".repeat(4_000_004))),
        ] {
            let mut file = file.clone();
            file[member] = value;
            assert_eq!(Image::from_json(&file), None, "{member}");
        }
        assert_eq!(Image::from_json(&json!("image/png")), None);
    }
}
