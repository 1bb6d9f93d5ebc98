//! The page and its socket over HTTP: a handful of routes, and what every answer says of itself.

use crate::capped::CameFrom;
use crate::doors::{Doors, Names, is_here, is_loopback, is_loopback_page};
use crate::game::Pictures;
use crate::page::{File, files, packed, sent};
use crate::parcels::Parcels;
use crate::socket::{self, Hall};
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

/// Bytes of a message that are read at all: of one that is longer than it may be the page is told so.
const MOST_BYTES: usize = 64 << 10;
/// Bytes that are read at once.
const AT_ONCE: usize = 4096;

/// What a page may load: nothing but what this server has.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What the routes know.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) names: Names,
    pub(crate) doors: Arc<Doors>,
    pub(crate) hall: Hall,
    pub(crate) desk_anywhere: bool,
    pub(crate) pictures: Pictures,
    pub(crate) parcels: Arc<Parcels>,
}

impl House {
    /// Whether the desk's link holds where a request comes from: on this machine, or anywhere.
    fn may_sit_at_desk(&self, from: &CameFrom, headers: &HeaderMap) -> bool {
        // What another server hands on came from elsewhere, though that server is here. It may say nothing of itself, and call this one
        // by this machine's name: the page itself has that server's then.
        let is_own = !headers.contains_key(ORIGIN) || is_loopback_page(text_of(headers, ORIGIN));
        let is_direct = is_here(from.at.ip()) && !is_handed_on(headers) && is_loopback(text_of(headers, HOST));
        self.desk_anywhere || (is_direct && is_own)
    }
}

impl House {
    /// Whether a browser says that a page asks which is none of ours.
    fn is_of_another_page(&self, headers: &HeaderMap) -> bool {
        let site = text_of(headers, HeaderName::from_static("sec-fetch-site"));
        let is_foreign =
            headers.contains_key(ORIGIN) && !self.names.is_own_page(text_of(headers, ORIGIN), text_of(headers, HOST));
        ["cross-site", "same-site"].contains(&site) || is_foreign
    }
}

/// Whether a request says that another server hands it on.
fn is_handed_on(headers: &HeaderMap) -> bool {
    const SAYS: [&str; 7] =
        ["forwarded", "via", "x-real-ip", "x-client-ip", "x-original-host", "cf-connecting-ip", "true-client-ip"];
    headers.keys().any(|name| name.as_str().starts_with("x-forwarded") || SAYS.contains(&name.as_str()))
}

fn text_of(headers: &HeaderMap, name: HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

type Shared = State<Arc<House>>;

/// Every route there is.
pub(crate) fn routes(house: Arc<House>) -> Router {
    let route = |router: Router<Arc<House>>, file: File| {
        let packed = packed(file.2);
        router.route(file.0, get(async move |headers: HeaderMap| sent(file, packed.as_ref(), &headers)))
    };
    let page = files().fold(Router::new(), route);
    page.route("/picture/{name}", get(picture))
        .route("/desk/{key}", get(fetch))
        .route("/ws", get(open))
        .layer(from_fn_with_state(house.clone(), guard))
        .with_state(house)
}

/// A picture of the layout: drawn by a page of ours or looked at alone, it may load and run nothing.
async fn picture(State(house): Shared, Path(name): Path<String>) -> Response {
    let pictures = house.pictures.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match pictures.iter().find(|picture| picture.name == name) {
        Some(picture) => {
            let headers =
                [(CONTENT_TYPE, picture.media_type), (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")];
            (headers, picture.bytes.to_vec()).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file that the desk has asked for, by the key that it was told then: for where the desk may be, and once.
async fn fetch(
    State(house): Shared,
    ConnectInfo(from): ConnectInfo<CameFrom>,
    Path(key): Path<String>,
    method: Method,
    headers: HeaderMap,
) -> Response {
    // Another site's page may make a browser ask, and make it ask often: that is no try of who sits at it.
    if house.is_of_another_page(&headers) {
        return (StatusCode::FORBIDDEN, "another page's request").into_response();
    }
    // Who asks for the head alone would use up the key.
    if method != Method::GET || !house.may_sit_at_desk(&from, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(parcel) = house.parcels.fetch(&key) else {
        if house.doors.note_wrong(from.at.ip()) {
            return (StatusCode::TOO_MANY_REQUESTS, "too many wrong keys").into_response();
        }
        return (StatusCode::NOT_FOUND, "this file has been fetched, or waited too long").into_response();
    };
    // However long it takes to be read.
    from.stays.on();
    let saved = format!("attachment; filename=\"{}\"", parcel.name);
    let mut response = ([(CONTENT_TYPE, parcel.of)], parcel.bytes).into_response();
    if let Ok(saved) = HeaderValue::from_str(&saved) {
        response.headers_mut().insert(CONTENT_DISPOSITION, saved);
    }
    let policy = HeaderValue::from_static("default-src 'none'; sandbox");
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

/// Answers only to its own names; every answer says what a browser may make of it.
async fn guard(State(house): Shared, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let mut response = match host.filter(|host| house.names.has(host)) {
        Some(_) => next.run(request).await,
        None => (StatusCode::MISDIRECTED_REQUEST, "this server is not called so").into_response(),
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

/// A socket: of a page of ours, while there is room.
async fn open(
    State(house): Shared,
    ConnectInfo(from): ConnectInfo<CameFrom>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let text = |name: HeaderName| text_of(&headers, name);
    if !house.names.is_own_page(text(ORIGIN), text(HOST)) {
        return (StatusCode::FORBIDDEN, "another page's socket").into_response();
    }
    let may_sit_at_desk = house.may_sit_at_desk(&from, &headers);
    // A page is told why not only by the socket itself.
    let place = house.doors.wait();
    let upgrade = upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES).read_buffer_size(AT_ONCE);
    upgrade.on_upgrade(move |socket| async move {
        match place {
            Some(place) => socket::run(socket, &house.hall, place, &from, may_sit_at_desk).await,
            None => socket::turn_away(socket).await,
        }
    })
}
