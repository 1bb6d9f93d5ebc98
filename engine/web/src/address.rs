//! Names and URLs by which a server is called, as people write them: read once, and kept as browsers say them.

use axum::http::Uri;
use axum::http::uri::Authority;
use std::net::Ipv6Addr;

/// The origin of a URL at which a game stands behind another server: in small letters, and without the port that goes without saying.
///
/// # Errors
/// It is no `http` or `https` URL of a host's root.
pub fn origin(url: &str) -> Result<String, String> {
    const FORM: &str = "write it as https://HOST or https://HOST:PORT: the game stands at its root";
    let uri: Uri = url.parse().map_err(|_| FORM)?;
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return Err(FORM.into()) };
    let usual = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return Err(FORM.into()),
    };
    let is_root = uri.path().trim_matches('/').is_empty() && uri.query().is_none() && !url.contains(['#', '?']);
    let (host, port) = is_root.then(|| parts(authority)).flatten().ok_or(FORM)?;
    Ok(match port.filter(|port| *port != usual) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    })
}

/// A name by which a browser may ask for this server, in small letters and without a port.
///
/// # Errors
/// It is no name and no address.
pub fn host(name: &str) -> Result<String, String> {
    let authority = name.parse().ok();
    let host = authority.as_ref().and_then(parts).map(|(host, _)| host);
    host.ok_or_else(|| "write the name alone, as it stands in the address: table.example".into())
}

/// Host and port; none where there is more, or either is none.
fn parts(authority: &Authority) -> Option<(String, Option<u16>)> {
    let (host, all) = (authority.host(), authority.as_str());
    let port = match all.strip_prefix(host)? {
        "" => None,
        port => Some(port.strip_prefix(':').filter(|port| port.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?),
    };
    let inner = host.strip_prefix('[').map(|inner| inner.strip_suffix(']').map(str::parse::<Ipv6Addr>));
    let is_host = match inner {
        Some(address) => matches!(address, Some(Ok(_))),
        None => {
            let is_part = |part: &str| {
                let is_letter = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
                !part.is_empty() && part.bytes().all(is_letter)
            };
            host.strip_suffix('.').unwrap_or(host).split('.').all(is_part)
        }
    };
    (is_host && port != Some(0)).then(|| (host.to_ascii_lowercase(), port))
}

#[cfg(test)]
mod tests {
    use super::{host, origin};

    #[test]
    fn origins_are_as_browsers_say_them() {
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
    fn names_are_hosts_and_nothing_else() {
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
