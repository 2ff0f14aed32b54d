//! Images: whatever the browser can read is written anew from its pixels, as large as models take it. What else stood
//! in the file, such as the place where a photo was taken, is left behind.

use super::object::{call, construct, get, result_of, set};
use crate::core::image::{Image, MediaType};
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// The largest file that is read, in bytes.
const LARGEST_FILE: f64 = 50_000_000.0;

/// The largest PNG that stays one, in bytes: a larger one is a photo.
const LARGEST_PNG: f64 = 1_000_000.0;

/// How much of a photo is kept.
const QUALITY: f64 = 0.9;

/// Reads an image, in a page or in a worker.
///
/// # Errors
/// Why it cannot be taken, in a sentence or two.
pub async fn read(file: &Blob) -> Result<Image, String> {
    let name = get(file, "name").as_string().unwrap_or_default();
    let read = match unfit(file) {
        Some(why) => Err(why),
        None => written(file).await.map_err(|_| UNREADABLE),
    };
    let image = read.and_then(|Written { media_type, size, bytes }| {
        Image::new(media_type, &name, size, &bytes).ok_or("is too large even after it was made smaller.")
    });
    image.map_err(|why| format!("The image {name} {why}"))
}

/// Why a file is not even looked at.
fn unfit(file: &Blob) -> Option<&'static str> {
    if file.type_().contains("svg") {
        return Some("is a drawing (SVG), which no model takes. Give it as PNG or JPEG.");
    }
    (file.size() > LARGEST_FILE).then_some("is larger than 50 MB.")
}

const UNREADABLE: &str = "cannot be read by this browser. Give it as PNG, JPEG, WebP or GIF.";

/// An image as it is written anew.
struct Written {
    media_type: MediaType,
    size: [u32; 2],
    bytes: Vec<u8>,
}

async fn written(file: &Blob) -> Result<Written, JsValue> {
    let bitmap = call(&js_sys::global(), "createImageBitmap", &[file]).await?;
    let Painted { canvas, context, size } = painted(&bitmap)?;
    let mut media_type = MediaType::Jpeg;
    let mut blob = JsValue::UNDEFINED;
    if matches!(file.type_().as_str(), "image/png" | "image/gif") {
        blob = encoded(&canvas, MediaType::Png).await?;
        if get(&blob, "size").as_f64().is_some_and(|size| size <= LARGEST_PNG) {
            media_type = MediaType::Png;
        }
    }
    if media_type == MediaType::Jpeg {
        make_opaque(&context, size)?;
        blob = encoded(&canvas, MediaType::Jpeg).await?;
    }
    let bytes = Uint8Array::new(&call(&blob, "arrayBuffer", &[]).await?).to_vec();
    Ok(Written { media_type, size, bytes })
}

/// What an image is painted on.
struct Painted {
    canvas: JsValue,
    context: JsValue,
    size: [u32; 2],
}

/// The pixels, as large as models take them.
fn painted(bitmap: &JsValue) -> Result<Painted, JsValue> {
    let side = |name: &str| get(bitmap, name).as_f64().unwrap_or_default() as u32;
    let size = Image::fitting([side("width"), side("height")]);
    let [width, height] = size.map(JsValue::from);
    let canvas = construct("OffscreenCanvas", &[&width, &height])?;
    let context = result_of(&canvas, "getContext", &[&"2d".into()])?;
    set(&context, "imageSmoothingQuality", &"high".into());
    let corner = JsValue::from(0);
    result_of(&context, "drawImage", &[bitmap, &corner, &corner, &width, &height])?;
    result_of(bitmap, "close", &[])?;
    Ok(Painted { canvas, context, size })
}

/// What shines through becomes white, as on paper: JPEG has no transparency.
fn make_opaque(context: &JsValue, size: [u32; 2]) -> Result<(), JsValue> {
    set(context, "globalCompositeOperation", &"destination-over".into());
    set(context, "fillStyle", &"#fff".into());
    let [width, height] = size.map(JsValue::from);
    let corner = JsValue::from(0);
    result_of(context, "fillRect", &[&corner, &corner, &width, &height]).map(drop)
}

fn encoded(canvas: &JsValue, media_type: MediaType) -> JsFuture {
    let options = js_sys::Object::new();
    set(&options, "type", &media_type.name().into());
    set(&options, "quality", &QUALITY.into());
    call(canvas, "convertToBlob", &[&options])
}
