//! Parses the host names and URLs that people give to the server, and converts them to the form that browsers send.

use axum::http::Uri;
use axum::http::uri::Authority;
use std::net::Ipv6Addr;

/// Returns the origin of the URL under which a reverse proxy serves the game, in lower case and without the default
/// port.
///
/// # Errors
/// The URL is not an `http` or `https` URL without a path.
pub fn origin(url: &str) -> Result<String, String> {
    const FORM: &str = "write it as https://HOST or https://HOST:PORT, without a path";
    let uri: Uri = url.parse().map_err(|_| FORM)?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(FORM.into()) };
    let default_port = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return Err(FORM.into()),
    };
    let is_root = uri.path().trim_matches('/').is_empty() && uri.query().is_none() && !url.contains(['#', '?']);
    let (host, port) = is_root.then(|| host_and_port(authority)).flatten().ok_or(FORM)?;
    Ok(match port.filter(|port| *port != default_port) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

/// Returns a host name of this server in lower case and without the port.
///
/// # Errors
/// The name is neither a host name nor an IP address.
pub fn host(name: &str) -> Result<String, String> {
    let authority = name.parse().ok();
    let host = authority.as_ref().and_then(host_and_port).map(|(host, _)| host);
    host.ok_or_else(|| "write the name alone, as in the browser's address bar: table.example".into())
}

/// Returns the host and the port of an authority, if the authority is valid and has no user name.
fn host_and_port(authority: &Authority) -> Option<(String, Option<u16>)> {
    let (host, text) = (authority.host(), authority.as_str());
    let port = match text.strip_prefix(host)? {
        "" => None,
        port => Some(port.strip_prefix(':').filter(|port| port.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?),
    };
    let ipv6 = host.strip_prefix('[').map(|rest| rest.strip_suffix(']').map(str::parse::<Ipv6Addr>));
    let is_host = match ipv6 {
        Some(address) => matches!(address, Some(Ok(_))),
        None => {
            let is_label = |label: &str| {
                let is_letter = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
                !label.is_empty() && label.bytes().all(is_letter)
            };
            host.strip_suffix('.').unwrap_or(host).split('.').all(is_label)
        }
    };
    (is_host && port != Some(0)).then(|| (host.to_ascii_lowercase(), port))
}

#[cfg(test)]
mod tests {
    use super::{host, origin};

    #[test]
    fn origins_have_the_form_that_browsers_send() {
        for (url, wanted) in [
            ("https://play.example", "https://play.example"),
            ("https://Play.Example:443/", "https://play.example"),
            ("http://play.example:80", "http://play.example"),
            ("https://play.example:8443", "https://play.example:8443"),
            ("http://[::1]:7777", "http://[::1]:7777"),
            ("HTTPS://10.0.0.7", "https://10.0.0.7"),
        ] {
            assert_eq!(origin(url).as_deref(), Ok(wanted), "{url}");
        }
        for url in [
            "",
            "play.example",
            "ftp://play.example",
            "https://",
            "https://:443",
            "https://me@play.example",
            "https://me:secret@play.example",
            "https://play.example:99999",
            "https://play.example:0",
            "https://play.example:",
            "https://play.example:x",
            "https://[::1",
            "https://::1]",
            "https://[::g]",
            "https://play..example",
            "https://play.example/table",
            "https://play.example/?a",
            "https://play.example/#a",
            "https://pl ay.example",
        ] {
            assert!(origin(url).is_err(), "{url}");
        }
    }

    #[test]
    fn only_host_names_are_accepted() {
        for (name, wanted) in [
            ("table.example", "table.example"),
            ("Table:7777", "table"),
            ("[::1]:7777", "[::1]"),
            ("192.168.0.7", "192.168.0.7"),
        ] {
            assert_eq!(host(name).as_deref(), Ok(wanted), "{name}");
        }
        for name in
            ["", ":7777", "me@table", "table:x", "table:70000", "[::1", "a/b", "https://table", "*", ".", "-:[]"]
        {
            assert!(host(name).is_err(), "{name}");
        }
    }
}
