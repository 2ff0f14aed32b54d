//! `\p{…}`: the Unicode properties that ECMA-262 knows, by their exact names.
//!
//! Names and sets are those of ICU4X; nothing here holds a table.

use super::set::{self, Set};
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData, PropertyParser};
use std::ops::RangeInclusive;

/// The characters of `\p{name}` or `\p{name=value}`; nothing if there is no such property.
pub fn property(name: &str, value: Option<&str>) -> Option<Set> {
    match (name, value) {
        ("General_Category" | "gc", Some(value)) => general_category(value),
        ("Script" | "sc", Some(value)) => script(value),
        ("Script_Extensions" | "scx", Some(value)) => script_extensions(value),
        (_, Some(_)) => None,
        ("Any", None) => Some(set::of([0..=0x10FFFF])),
        ("ASCII", None) => Some(set::of([0..=0x7F])),
        ("Assigned", None) => general_category("Unassigned").map(set::not),
        (name, None) => general_category(name).or_else(|| binary(name)),
    }
}

fn general_category(name: &str) -> Option<Set> {
    let group = PropertyParser::<GeneralCategoryGroup>::new().get_strict(name)?;
    Some(set::of(CodePointMapData::<GeneralCategory>::new().iter_ranges_for_group(group)))
}

fn script(name: &str) -> Option<Set> {
    let script = PropertyParser::<Script>::new().get_strict(name)?;
    let scripts = ScriptWithExtensions::new();
    let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
    // Walked one by one, so that the table of the extensions is the only one of scripts.
    for character in (0..=0x10FFFF).filter(|character| scripts.get_script_val32(*character) == script) {
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == character => *last = *last.start()..=character,
            Some(_) | None => ranges.push(character..=character),
        }
    }
    Some(set::of(ranges))
}

fn script_extensions(name: &str) -> Option<Set> {
    let script = PropertyParser::<Script>::new().get_strict(name)?;
    Some(set::of(ScriptWithExtensions::new().get_script_extensions_ranges(script)))
}

fn binary(name: &str) -> Option<Set> {
    // ECMA-262 has taken its short name from elsewhere than the library.
    let name = if name == "space" { "White_Space" } else { name };
    Some(set::of(CodePointSetData::new_for_ecma262(name.as_bytes())?.iter_ranges()))
}
