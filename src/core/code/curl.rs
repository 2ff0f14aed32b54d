//! A call as a command for a shell. The key is not in it: a variable stands in its place.

use super::key::variable;
use super::sent::{SentCall, before_key};
use crate::core::agent::Attempt;
use crate::core::provider::Connection;

/// The longest argument that every system lets a program have, with some room.
const LONGEST_ARGUMENT: usize = 120_000;

/// A call as a command of `curl` for any POSIX shell.
pub fn curl(sent: &SentCall) -> String {
    let mut command = format!("curl {}", quoted(&sent.url));
    let remark = sent.image.as_ref().map(|name| {
        format!("# Only the beginning of the image {name} is in it: put all of its base64 there.\n")
    });
    let remark = remark.unwrap_or_default();
    for (name, value) in &sent.headers {
        // Only between double quotes is the variable looked up; what stands before it there is our own.
        let header = match before_key(value) {
            Some(before) => format!("\"{name}: {before}${}\"", variable(sent.provider)),
            None => quoted(&format!("{name}: {value}")),
        };
        command.push_str(&format!(" \\\n  -H {header}"));
    }
    let body = quoted(&sent.body);
    // A shell's own commands may have any argument.
    match body.len() {
        0..=LONGEST_ARGUMENT => format!("{remark}{command} \\\n  --data-raw {body}"),
        _ => format!("{remark}printf %s {body} |\n{command} \\\n  --data-binary @-"),
    }
}

/// The call of an attempt, as it was sent by a connection, as a command; none where nothing was.
pub fn curl_of(attempt: &Attempt, connection: &Connection) -> Option<String> {
    let sent = attempt.sent.as_deref()?;
    let connection = Connection { quirks: sent.quirks, ..connection.clone() };
    SentCall::new(&sent.call, &connection).map(|sent| curl(&sent))
}

/// A text as one word of a POSIX shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::image::{Image, MediaType};
    use crate::core::provider::{BaseUrl, Call, Exchange, Message, Provider, Secret};
    use std::io::Write;
    use std::process::{Command, Stdio};

    const HOSTILE: [&str; 12] = [
        "plain",
        "it's",
        "''",
        "'; rm -rf / #",
        "$HOME `id` $(id) \"$API_KEY\" ${x}",
        "\\ \\' \\\\ \\n",
        "line\nbreak\r\n\ttab",
        "!history !! ^a^b",
        "-n -e %s %d",
        "ä天\u{1F600}\u{200B}\u{7f}\u{1b}[0m",
        "* ? [a] {a,b} ~ & | ; < > ( )",
        "'\\''",
    ];

    /// What a shell makes of a script.
    fn said(script: &str) -> String {
        let mut shell = Command::new("bash");
        shell
            .args(["--posix", "-s"])
            .env("API_KEY", "k")
            .env("ANTHROPIC_API_KEY", "k")
            .env("OLLAMA_API_KEY", "k");
        shell.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = shell.spawn().expect("bash runs");
        let mut input = shell.stdin.take().expect("an input");
        input.write_all(script.as_bytes()).expect("it reads");
        drop(input);
        String::from_utf8(shell.wait_with_output().expect("it ends").stdout).expect("UTF-8")
    }

    #[test]
    fn a_shell_gives_the_quoted_text_back() {
        for text in HOSTILE {
            assert_eq!(said(&format!("printf %s {}", quoted(text))), text);
        }
    }

    fn call(content: &str) -> Call {
        Call { messages: vec![Message::user(content)], token_limit: 9, ..Call::default() }
    }

    fn connection(provider: Provider, key: Option<&str>) -> Connection {
        let base_url = BaseUrl::parse("http://host:1/it's").expect("an address");
        Connection::new(provider.preset(), base_url, "m'$API_KEY", key.and_then(Secret::new))
    }

    #[test]
    fn the_key_is_never_in_it() {
        let lines = |provider, key| {
            let sent = SentCall::new(&call("x"), &connection(provider, key));
            let command = sent.as_ref().map(curl).unwrap_or_default();
            assert!(!command.contains("planted"), "{command}");
            command.lines().filter(|line| line.starts_with("  -H \"")).map(str::to_owned).collect::<Vec<_>>()
        };
        for (provider, expected) in [
            (Provider::OpenAi, "  -H \"Authorization: Bearer $OPENAI_API_KEY\" \\"),
            (Provider::Anthropic, "  -H \"x-api-key: $ANTHROPIC_API_KEY\" \\"),
        ] {
            assert_eq!(lines(provider, Some("planted-key")), [expected]);
            assert_eq!(lines(provider, None), [""; 0]);
        }
        assert_eq!(SentCall::new(&call("x"), &connection(Provider::Browser, None)), None);
    }

    #[test]
    fn an_image_is_shortened_and_that_is_told() {
        let bytes = [7; 300];
        let image = Image::new(MediaType::Png, "a\n b.png", [1, 1], &bytes);
        let call = Call { image, ..call("x") };
        let command = SentCall::new(&call, &connection(Provider::Custom, None)).as_ref().map(curl);
        let command = command.unwrap_or_default();
        let [first, second] = command.lines().take(2).collect::<Vec<_>>()[..] else { panic!("{command}") };
        let remark = "# Only the beginning of the image a b.png is in it: put all of its base64 there.";
        assert_eq!((first, second), (remark, r"curl 'http://host:1/it'\''s/chat/completions' \"));
        assert!(
            command.contains("data:image/png;base64,BwcHBwcHBwcHBwcHBwcHBwcH… (376 bytes more)"),
            "{command}"
        );
    }

    /// The arguments that a shell hands to `curl`, of which the last is read where it is `@-`.
    #[test]
    fn a_shell_hands_on_what_would_be_sent() {
        let long = HOSTILE.concat().repeat(2_000);
        for content in HOSTILE.into_iter().chain([long.as_str()]) {
            for provider in [Provider::Custom, Provider::Anthropic, Provider::Ollama] {
                let (call, connection) = (call(content), connection(provider, Some("k")));
                let exchange = Exchange::new(&call, &connection);
                let request = exchange.request();
                let command = SentCall::new(&call, &connection).as_ref().map(curl).unwrap_or_default();
                let function = r#"curl() { for word; do [ "$word" = @- ] && word=$(cat); printf '%s\0' "$word"; done; }"#;
                let mut expected = vec![request.url.clone()];
                for (name, value) in &request.headers {
                    expected.extend(["-H".to_owned(), format!("{name}: {value}")]);
                }
                let data = if command.starts_with("printf") { "--data-binary" } else { "--data-raw" };
                expected.extend([data.to_owned(), request.body.clone()]);
                let words = said(&format!("{function}\n{command}\n"));
                assert_eq!(words.split_terminator('\0').collect::<Vec<_>>(), expected);
            }
        }
    }
}
