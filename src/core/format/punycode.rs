//! Punycode: RFC 3492, from the form of a label in ASCII to its Unicode and back.
//! Works on one label of a host name, so its quadratic steps are bounded by 63 octets.

/// The most octets of a label.
pub const LABEL: usize = 63;

const BASE: u32 = 36;
const LEAST: u32 = 1;
const MOST: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const FIRST_BIAS: u32 = 72;
const FIRST_CODE_POINT: u32 = 0x80;

/// The text that lower-case Punycode stands for; none where it stands for none.
pub fn decode(code: &str) -> Option<String> {
    let (basic, deltas) = code.rsplit_once('-').unwrap_or(("", code));
    if code.len() > LABEL || !code.is_ascii() {
        return None;
    }
    let mut text: Vec<char> = basic.chars().collect();
    let mut code_point = FIRST_CODE_POINT;
    let mut bias = FIRST_BIAS;
    let mut index: u32 = 0;
    let mut digits = deltas.bytes().map(digit_of).peekable();
    while digits.peek().is_some() {
        let start = index;
        let mut weight: u32 = 1;
        let mut position = BASE;
        loop {
            let digit = digits.next()??;
            index = index.checked_add(digit.checked_mul(weight)?)?;
            let threshold = threshold(position, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            position += BASE;
        }
        let length = u32::try_from(text.len()).ok()? + 1;
        bias = adapted(index - start, length, start == 0);
        code_point = code_point.checked_add(index / length)?;
        index %= length;
        text.insert(usize::try_from(index).ok()?, char::from_u32(code_point)?);
        index += 1;
    }
    Some(text.into_iter().collect())
}

/// The Punycode of a text; none where it is longer than a label.
pub fn encode(text: &str) -> Option<String> {
    // A character takes at least one octet, so this bounds the work that follows.
    if text.chars().count() > LABEL {
        return None;
    }
    let mut code: String = text.chars().filter(char::is_ascii).collect();
    let mut handled = u32::try_from(code.len()).ok()?;
    let basic = handled;
    if handled > 0 {
        code.push('-');
    }
    let mut last = FIRST_CODE_POINT;
    let mut bias = FIRST_BIAS;
    let mut delta: u32 = 0;
    while let Some(next) = text.chars().map(u32::from).filter(|code_point| *code_point >= last).min() {
        delta = delta.checked_add((next - last).checked_mul(handled + 1)?)?;
        for code_point in text.chars().map(u32::from) {
            if code_point < next {
                delta = delta.checked_add(1)?;
            } else if code_point == next {
                push_delta(&mut code, delta, bias);
                bias = adapted(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        last = next + 1;
    }
    (code.len() <= LABEL).then_some(code)
}

/// Writes a number in digits whose weights depend on the bias.
fn push_delta(code: &mut String, delta: u32, bias: u32) {
    let mut rest = delta;
    let mut position = BASE;
    loop {
        let threshold = threshold(position, bias);
        if rest < threshold {
            break;
        }
        let span = BASE - threshold;
        code.extend(digit(threshold + (rest - threshold) % span));
        rest = (rest - threshold) / span;
        position += BASE;
    }
    code.extend(digit(rest));
}

fn digit(value: u32) -> Option<char> {
    // The standard digits of base 36 begin with 0, those of Punycode with a.
    char::from_digit((value + 10) % BASE, BASE)
}

fn digit_of(byte: u8) -> Option<u32> {
    char::from(byte).to_digit(BASE).map(|value| (value + MOST) % BASE)
}

fn threshold(position: u32, bias: u32) -> u32 {
    position.saturating_sub(bias).clamp(LEAST, MOST)
}

/// The bias after a delta was read or written.
fn adapted(delta: u32, length: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / length;
    let mut position = 0;
    while delta > (BASE - LEAST) * MOST / 2 {
        delta /= BASE - LEAST;
        position += BASE;
    }
    position + (BASE - LEAST + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let cases = [
            ("bücher", "bcher-kva"),
            ("ü", "tda"),
            ("例子", "fsqu00a"),
            ("пример", "e1afmkfd"),
            ("a\u{10FFFF}b", "ab-ke24y"),
            ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
        ];
        for (text, code) in cases {
            assert_eq!(encode(text).as_deref(), Some(code));
            assert_eq!(decode(code).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_stands_for_nothing() {
        for code in ["a-é", "tda!", "99999999", "zzzzzzzz", "k", &"a".repeat(64)] {
            assert_eq!(decode(code), None, "{code}");
        }
        assert_eq!(encode(&"ü".repeat(64)), None);
        assert_eq!(encode(&format!("ü{}", "a".repeat(62))), None);
    }
}
