//! Images: whatever the browser can read is written anew from its pixels, as large as models take it. What else stood
//! in the file, such as the place where a photo was taken, is left behind.

use super::object::{call, construct, get, result_of, set};
use crate::core::image::{Image, MediaType};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// The largest file that is read, in bytes.
const LARGEST_FILE: f64 = 50_000_000.0;

/// The largest PNG that stays one, in bytes: a larger one is a photo.
const LARGEST_PNG: f64 = 1_000_000.0;

/// How much of a photo is kept.
const QUALITY: f64 = 0.9;

/// Whether a file says that it is an image.
pub fn is_image(file: &Blob) -> bool {
    file.type_().starts_with("image/")
}

/// Reads an image, in a page or in a worker.
///
/// # Errors
/// Why it cannot be taken, in a sentence or two.
pub async fn read(file: &Blob) -> Result<Image, String> {
    let name = get(file, "name").as_string().filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| "The image".to_owned());
    if file.type_().contains("svg") {
        return Err(format!("{name} is a drawing (SVG), which no model takes. Give it as PNG or JPEG."));
    }
    if file.size() > LARGEST_FILE {
        return Err(format!("{name} is larger than 50 MB."));
    }
    let written = match call(&js_sys::global(), "createImageBitmap", &[file]).await {
        Ok(bitmap) => written(file, &bitmap).await,
        Err(_) => {
            return Err(format!(
                "{name} cannot be read as an image by this browser. Give it as PNG, JPEG, WebP or GIF."
            ));
        }
    };
    let Ok((media_type, size, bytes)) = written else {
        return Err(format!("{name} could not be made smaller by this browser."));
    };
    Image::new(media_type, &name, size, &bytes)
        .ok_or_else(|| format!("{name} is too large even after it was made smaller."))
}

/// The pixels as a file: its type, its width and height, and its bytes.
async fn written(file: &Blob, bitmap: &JsValue) -> Result<(MediaType, [u32; 2], Vec<u8>), JsValue> {
    let side = |name: &str| get(bitmap, name).as_f64().unwrap_or_default() as u32;
    let size = Image::fitting([side("width"), side("height")]);
    let [width, height] = size.map(JsValue::from);
    let canvas = construct("OffscreenCanvas", &[&width, &height])?;
    let context = result_of(&canvas, "getContext", &[&"2d".into()])?;
    set(&context, "imageSmoothingQuality", &"high".into());
    let corner = JsValue::from(0);
    result_of(&context, "drawImage", &[bitmap, &corner, &corner, &width, &height])?;
    result_of(bitmap, "close", &[])?;
    if matches!(file.type_().as_str(), "image/png" | "image/gif") {
        let png = encoded(&canvas, MediaType::Png).await?;
        if png.size() <= LARGEST_PNG {
            return Ok((MediaType::Png, size, bytes(&png).await?));
        }
    }
    // JPEG has no transparency: what shines through is white, as on paper.
    set(&context, "globalCompositeOperation", &"destination-over".into());
    set(&context, "fillStyle", &"#fff".into());
    result_of(&context, "fillRect", &[&corner, &corner, &width, &height])?;
    let jpeg = encoded(&canvas, MediaType::Jpeg).await?;
    Ok((MediaType::Jpeg, size, bytes(&jpeg).await?))
}

async fn encoded(canvas: &JsValue, media_type: MediaType) -> Result<Blob, JsValue> {
    let options = js_sys::Object::new();
    set(&options, "type", &media_type.name().into());
    set(&options, "quality", &QUALITY.into());
    call(canvas, "convertToBlob", &[&options]).await?.dyn_into()
}

async fn bytes(blob: &Blob) -> Result<Vec<u8>, JsValue> {
    Ok(Uint8Array::new(&call(blob, "arrayBuffer", &[]).await?).to_vec())
}
