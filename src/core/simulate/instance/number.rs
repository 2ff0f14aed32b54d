//! Numbers: whole steps of a grid within the bounds, counted exactly, so that no noise of fractions
//! gets into what is written.

use crate::core::random::Random;
use crate::core::schema::{Bound, NumberShape};
use serde_json::{Number, Value};

/// The most decimals of a number that need not have any.
const MOST_DECIMALS: u32 = 36;

/// How many steps there are between the bounds at least, unless the grid is given.
const LEAST_CHOICE: i128 = 5;

/// How far a number is from its only bound at most, and from 0 if it has none.
const SPAN: i128 = 100;

/// The numbers that are `count × step ÷ 10^decimals`.
struct Grid {
    step: i128,
    decimals: u32,
}

/// A number of this shape: a third of the way at least from either end, an answer that looks like one.
/// Later draws are from the whole range.
pub(super) fn number(shape: &NumberShape, draw: u32, random: &mut Random) -> Value {
    for grid in grids(shape) {
        let Some((low, high)) = grid.range(shape) else { continue };
        let span = high - low;
        if span < LEAST_CHOICE && is_free(shape) {
            continue;
        }
        let mut below = |end: i128| i128::from(random.below(u64::try_from(end).unwrap_or(u64::MAX)));
        let count = if draw == 0 {
            let rounded = low + (span * (33 + below(34)) + 50) / 100;
            // Cents would be the same in every price without this.
            if shape.multiples.is_empty() { rounded } else { rounded + below(span / 100) }
        } else {
            low + below(span.saturating_add(1))
        };
        if let Some(value) = grid.value(count) {
            return value;
        }
    }
    between(shape, draw)
}

/// Whether the number may have any fraction.
fn is_free(shape: &NumberShape) -> bool {
    !shape.integer && shape.multiples.is_empty()
}

/// The grids that are tried, the coarsest first.
fn grids(shape: &NumberShape) -> Vec<Grid> {
    if !is_free(shape) {
        return Grid::of(shape).into_iter().collect();
    }
    (1..=MOST_DECIMALS).map(|decimals| Grid { step: 1, decimals }).collect()
}

impl Grid {
    /// The multiples of all that the number is a multiple of.
    fn of(shape: &NumberShape) -> Option<Self> {
        let decimals = shape.multiples.iter().filter_map(|number| decimals(number)).max().unwrap_or(0);
        let mut step = if shape.integer { power(decimals)? } else { 0 };
        for number in &shape.multiples {
            let (floor, _) = scaled(number, decimals)?;
            step = if step == 0 { floor } else { (step / divisor(step, floor)).checked_mul(floor)? };
        }
        (step > 0).then_some(Self { step, decimals })
    }

    /// The least and the most count within the bounds, if there is any.
    fn range(&self, shape: &NumberShape) -> Option<(i128, i128)> {
        let span = (SPAN.checked_mul(power(self.decimals)?)? / self.step).max(10);
        let low = match &shape.minimum {
            Some(bound) => Some(self.least(bound)?),
            None => None,
        };
        let high = match &shape.maximum {
            Some(bound) => Some(self.most(bound)?),
            None => None,
        };
        let (low, high) = match (low, high) {
            (Some(low), Some(high)) => (low, high),
            (Some(low), None) => (low, low.checked_add(span)?.min(self.count(u64::MAX.into())?.max(low))),
            (None, Some(high)) => (high.checked_sub(span)?.max(self.count(i64::MIN.into())?.min(high)), high),
            (None, None) => (0, span),
        };
        let is_countable = high.checked_sub(low)?.checked_mul(100).is_some();
        (low <= high && is_countable).then_some((low, high))
    }

    /// How many steps it is to a whole number that JSON readers hold exactly, rounded towards 0.
    fn count(&self, whole: i128) -> Option<i128> {
        Some(whole.checked_mul(power(self.decimals)?)? / self.step)
    }

    fn least(&self, bound: &Bound) -> Option<i128> {
        let (floor, is_exact) = scaled(bound.number, self.decimals)?;
        let count = floor.div_euclid(self.step);
        let is_there = is_exact && floor.rem_euclid(self.step) == 0;
        Some(if is_there && !bound.exclusive { count } else { count + 1 })
    }

    fn most(&self, bound: &Bound) -> Option<i128> {
        let (floor, is_exact) = scaled(bound.number, self.decimals)?;
        let count = floor.div_euclid(self.step);
        let is_there = is_exact && floor.rem_euclid(self.step) == 0;
        Some(if is_there && bound.exclusive { count - 1 } else { count })
    }

    /// Whole numbers are written without a fraction, as models do.
    fn value(&self, count: i128) -> Option<Value> {
        let number = count.checked_mul(self.step)?;
        let unit = power(self.decimals)?;
        let (whole, fraction) =
            (number.unsigned_abs() / unit.unsigned_abs(), number.unsigned_abs() % unit.unsigned_abs());
        let sign = if number < 0 { "-" } else { "" };
        let mut text = format!("{sign}{whole}");
        if fraction > 0 {
            let fraction = format!("{fraction:0width$}", width = self.decimals as usize);
            text = format!("{text}.{}", fraction.trim_end_matches('0'));
        }
        serde_json::from_str(&text).ok()
    }
}

/// What lies between bounds that no grid reaches.
fn between(shape: &NumberShape, draw: u32) -> Value {
    let bound = |bound: &Option<Bound>| bound.as_ref().and_then(|bound| bound.number.as_f64());
    let (low, high) = match (bound(&shape.minimum), bound(&shape.maximum)) {
        (Some(low), Some(high)) => (low, high),
        (Some(low), None) => (low, low + low.abs()),
        (None, Some(high)) => (high - high.abs(), high),
        (None, None) => (0.0, 1.0),
    };
    let step = shape.multiples.iter().filter_map(|number| number.as_f64()).fold(0.0, f64::max);
    let drawn = match draw % 4 {
        0 => low / 2.0 + high / 2.0,
        1 => low,
        2 => high,
        _ if step > 0.0 => (low / step).ceil() * step,
        _ => low + (high - low) / 3.0,
    };
    Value::from(if shape.integer { drawn.round() } else { drawn })
}

/// A number times `10^decimals`, rounded down, and whether nothing was lost by that.
fn scaled(number: &Number, decimals: u32) -> Option<(i128, bool)> {
    let (digits, exponent) = digits(number)?;
    let exponent = exponent.checked_add(i32::try_from(decimals).ok()?)?;
    if exponent >= 0 {
        return Some((digits.checked_mul(power(exponent.unsigned_abs())?)?, true));
    }
    // What is smaller than any power that can be held rounds to the same.
    let unit = power(exponent.unsigned_abs()).unwrap_or(i128::MAX);
    Some((digits.div_euclid(unit), digits.rem_euclid(unit) == 0))
}

/// How many decimals a number has.
fn decimals(number: &Number) -> Option<u32> {
    let (digits, exponent) = digits(number)?;
    Some(if digits == 0 || exponent >= 0 { 0 } else { exponent.unsigned_abs() })
}

/// A number as `digits × 10^exponent`, as it is written.
fn digits(number: &Number) -> Option<(i128, i32)> {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let exponent: i32 = exponent.parse().ok()?;
    let digits = format!("{whole}{fraction}").parse().ok()?;
    Some((digits, exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?))
}

fn power(exponent: u32) -> Option<i128> {
    10i128.checked_pow(exponent)
}

/// The greatest common divisor.
fn divisor(left: i128, right: i128) -> i128 {
    if right == 0 { left } else { divisor(right, left % right) }
}
