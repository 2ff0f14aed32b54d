//! The members of objects that not every browser has, and of which no type is known here.

use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A member of an object; undefined where there is no such member, or no object.
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

/// Gives an object a member.
pub(super) fn set(object: &JsValue, name: &str, value: &JsValue) {
    // The objects are our own, and can be written to.
    let _ = Reflect::set(object, &name.into(), value);
}

/// What a method gives, or throws.
pub(super) fn result_of(object: &JsValue, name: &str, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
    let arguments: Array = arguments.iter().copied().collect();
    get(object, name).dyn_into::<Function>()?.apply(object, &arguments)
}

/// A new object of a class that the browser has by this name.
pub(super) fn construct(class: &str, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
    let arguments: Array = arguments.iter().copied().collect();
    Reflect::construct(&get(&js_sys::global(), class).dyn_into::<Function>()?, &arguments)
}

/// Calls a method at once. What it gives, or promises, can be waited for, and so can what it throws.
pub(super) fn call(object: &JsValue, name: &str, arguments: &[&JsValue]) -> JsFuture {
    JsFuture::from(match result_of(object, name, arguments) {
        Ok(value) => Promise::resolve(&value),
        Err(error) => Promise::reject(&error),
    })
}
