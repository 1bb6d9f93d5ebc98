//! The HTTP routes for the page, its socket, pictures and downloads. Adds security headers to every response.

use crate::access::{Access, Names, is_loopback, is_loopback_page, is_this_machine};
use crate::connection_limit::Peer;
use crate::downloads::Downloads;
use crate::game::Pictures;
use crate::page::{self, File};
use crate::socket::{self, SocketContext};
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, Path, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::{Arc, PoisonError};

/// The most bytes of a message that the server reads. This is more than a message may have, so that a page gets an
/// error for a message that is slightly too long.
const MAX_FRAME_BYTES: usize = 64 << 10;
const READ_BUFFER_BYTES: usize = 4096;

/// The content security policy of the page, which may load only what this server serves.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The data that all routes share.
#[derive(Debug)]
pub(crate) struct AppState {
    /// The host names of this server.
    pub(crate) names: Names,
    pub(crate) access: Arc<Access>,
    pub(crate) sockets: SocketContext,
    pub(crate) host_anywhere: bool,
    pub(crate) pictures: Pictures,
    pub(crate) downloads: Arc<Downloads>,
}

impl AppState {
    /// Whether the host's link works for a request. The request must come from this machine, unless every machine is
    /// allowed.
    fn may_be_host(&self, peer: &Peer, headers: &HeaderMap) -> bool {
        // A reverse proxy on this machine forwards requests from other machines. The `Origin` header reveals such a
        // request even if the proxy adds no header and uses this machine's name.
        let is_local_page = !headers.contains_key(ORIGIN) || is_loopback_page(header_text(headers, ORIGIN));
        let is_direct =
            is_this_machine(peer.address.ip()) && !is_forwarded(headers) && is_loopback(header_text(headers, HOST));
        self.host_anywhere || (is_direct && is_local_page)
    }

    /// Whether the browser says that a page of another site sends the request.
    fn is_from_another_site(&self, headers: &HeaderMap) -> bool {
        let site = header_text(headers, HeaderName::from_static("sec-fetch-site"));
        let is_foreign = headers.contains_key(ORIGIN)
            && !self.names.is_own_page(header_text(headers, ORIGIN), header_text(headers, HOST));
        ["cross-site", "same-site"].contains(&site) || is_foreign
    }
}

/// Whether the headers of a request show that a proxy forwarded it.
fn is_forwarded(headers: &HeaderMap) -> bool {
    const PROXY_HEADERS: [&str; 11] = [
        "forwarded",
        "via",
        "x-real-ip",
        "x-client-ip",
        "client-ip",
        "x-cluster-client-ip",
        "x-envoy-external-address",
        "x-original-host",
        "cf-connecting-ip",
        "true-client-ip",
        "cdn-loop",
    ];
    let is_of_proxy = |name: &str| {
        name.starts_with("x-forwarded") || name.starts_with("x-original-forwarded") || PROXY_HEADERS.contains(&name)
    };
    headers.keys().any(|name| is_of_proxy(name.as_str()))
}

fn header_text(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

type SharedState = State<Arc<AppState>>;

/// Builds the routes.
pub(crate) fn routes(state: Arc<AppState>) -> Router {
    let route = |router: Router<Arc<AppState>>, file: File| {
        let (path, _, text) = file;
        let gzipped = page::gzip(text);
        router.route(path, get(async move |headers: HeaderMap| page::response(file, gzipped.as_ref(), &headers)))
    };
    let page = page::files().fold(Router::new(), route);
    page.route("/picture/{name}", get(picture))
        .route("/download/{key}", get(download))
        .route("/ws", get(open_socket))
        .layer(from_fn_with_state(state.clone(), guard))
        .with_state(state)
}

/// Responds with a picture of the layout. The picture may not load or run anything, neither on the page nor when it
/// is opened alone.
async fn picture(State(state): SharedState, Path(name): Path<String>) -> Response {
    let pictures = state.pictures.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match pictures.iter().find(|picture| picture.name == name) {
        Some(picture) => {
            let headers =
                [(CONTENT_TYPE, picture.media_type), (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")];
            (headers, picture.bytes.to_vec()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Responds with a file for the host, by the key of the file. The file can be fetched once.
async fn download(
    State(state): SharedState,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(key): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    // Another site can make the browser send many requests with wrong keys. These must not count as wrong keys of the
    // user.
    if state.is_from_another_site(&headers) {
        return (StatusCode::FORBIDDEN, "request of another site").into_response();
    }
    // A HEAD request would use up the key.
    if method != Method::GET || !state.may_be_host(&peer, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(file) = state.downloads.fetch(&key) else {
        if state.access.count_wrong_key(peer.address.ip()) {
            return (StatusCode::TOO_MANY_REQUESTS, "too many wrong keys").into_response();
        }
        return (StatusCode::NOT_FOUND, "this file has been fetched, or its minute is over").into_response();
    };
    // A connection that has shown no key is soon closed, and the download may take longer.
    peer.connection.keep_open();
    let disposition = format!("attachment; filename=\"{}\"", file.name);
    let mut response = ([(CONTENT_TYPE, file.media_type)], file.bytes).into_response();
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        response.headers_mut().insert(CONTENT_DISPOSITION, value);
    }
    let policy = HeaderValue::from_static("default-src 'none'; sandbox");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// Refuses requests with a host name that this server does not have. Adds security headers to every response.
async fn guard(State(state): SharedState, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let mut response = match host.filter(|host| state.names.has(host)) {
        Some(_) => next.run(request).await,
        None => (StatusCode::MISDIRECTED_REQUEST, "this server does not answer to this host name").into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
        (X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Opens a WebSocket for a page of this server.
async fn open_socket(
    State(state): SharedState,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let text = |name: HeaderName| header_text(&headers, name);
    if !state.names.is_own_page(text(ORIGIN), text(HOST)) {
        return (StatusCode::FORBIDDEN, "socket of another site").into_response();
    }
    let may_be_host = state.may_be_host(&peer, &headers);
    let upgrade =
        upgrade.max_message_size(MAX_FRAME_BYTES).max_frame_size(MAX_FRAME_BYTES).read_buffer_size(READ_BUFFER_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        socket::run(socket, &state.sockets, &state.access, &peer, may_be_host).await;
    })
}
