//! References between URIs, as RFC 3986 section 5 resolves them.

/// The URI that a reference means where the base is known; a fragment stays at its end.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    let (base, _) = split_fragment(base);
    if reference.is_empty() {
        return base.to_owned();
    }
    if reference.starts_with('#') {
        return format!("{base}{reference}");
    }
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let (scheme, rest) = scheme(base).map_or(("", base), |scheme| base.split_at(scheme.len() + 1));
    if reference.starts_with("//") {
        return format!("{scheme}{reference}");
    }
    let (authority, path) = split_authority(rest);
    let (path, _) = path.split_once('?').unwrap_or((path, ""));
    if reference.starts_with('?') {
        return format!("{scheme}{authority}{path}{reference}");
    }
    let (reference, tail) = match reference.find(['?', '#']) {
        Some(end) => reference.split_at(end),
        None => (reference, ""),
    };
    let merged = if reference.starts_with('/') {
        reference.to_owned()
    } else {
        let folder = path.rfind('/').map_or(if authority.is_empty() { "" } else { "/" }, |end| &path[..=end]);
        format!("{folder}{reference}")
    };
    format!("{scheme}{authority}{}{tail}", without_dots(&merged))
}

/// A URI, and its fragment without the `#`.
pub(super) fn split_fragment(uri: &str) -> (&str, &str) {
    uri.split_once('#').unwrap_or((uri, ""))
}

/// The text with its percent-encoded bytes decoded, as far as they are UTF-8.
pub(super) fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let code = match (first, tail) {
            (b'%', [high, low, ..]) => digit(*high).zip(digit(*low)).map(|(high, low)| high * 16 + low),
            (_, _) => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = tail.get(if code.is_some() { 2 } else { 0 }..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some(scheme)
}

/// `//host:port` and the path behind it.
fn split_authority(rest: &str) -> (&str, &str) {
    let Some(host) = rest.strip_prefix("//") else { return ("", rest) };
    rest.split_at(host.find(['/', '?']).map_or(rest.len(), |end| end + 2))
}

fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." && kept.len() > usize::from(path.starts_with('/')) {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    kept.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_resolved() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        for (base, reference, expected) in [
            ("", "node", "node"),
            ("", "#/a", "#/a"),
            ("folder/root.json", "item.json", "folder/item.json"),
            ("http://a", "b", "http://a/b"),
            ("urn:uuid:1", "#/x", "urn:uuid:1#/x"),
            ("/absolute", "#frag", "/absolute#frag"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{base} {reference}");
        }
    }

    #[test]
    fn percent_encoding_is_decoded() {
        for (text, expected) in
            [("a%25b", "a%b"), ("%22", "\""), ("50%", "50%"), ("%zz", "%zz"), ("%C3%A4", "ä")]
        {
            assert_eq!(decoded(text), expected);
        }
    }
}
