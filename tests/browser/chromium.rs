//! Drives Chromium over the DevTools protocol: tabs, input, and the errors that pages report.

use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// The timeout of every wait.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const FLAGS: [&str; 7] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage", // without it a screenshot may end the browser where /dev/shm is small
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-port=0",
];

/// A browser process with its own profile. Dropping it ends the process.
pub(crate) struct Browser {
    wire: Rc<Wire>,
    child: Child,
    _profile: tempfile::TempDir,
}

/// A tab with its own cookies and storage. Dropping it fails the test if it reported errors or contacted another host.
pub(crate) struct Tab {
    wire: Rc<Wire>,
    session: String,
    context: String,
    /// The address it was opened with, without the key.
    host: String,
    /// Texts that expected errors contain.
    may: RefCell<Vec<&'static str>>,
}

struct Wire {
    socket: RefCell<WebSocket<TcpStream>>,
    number: Cell<u64>,
    /// Events received from tabs: session, method, parameters.
    told: RefCell<Vec<(String, String, Value)>>,
}

impl Browser {
    /// Starts a browser. Without one on the machine it prints so and returns `None`, but fails if `CI` is set.
    pub(crate) fn start() -> Option<Browser> {
        let profile = tempfile::tempdir().unwrap();
        let start = |name: &&str| {
            let mut command = Command::new(name);
            command.args(FLAGS).arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        };
        let Some(child) = NAMES.iter().find_map(start) else {
            assert!(std::env::var("CI").is_err(), "CI has no chromium: `apt-get install chromium`");
            println!("skipped: no chromium");
            return None;
        };
        let (port, path) = door(&profile.path().join("DevToolsActivePort"));
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        let wire = Wire { socket: RefCell::new(socket), number: Cell::new(0), told: RefCell::default() };
        Some(Browser { wire: Rc::new(wire), child, _profile: profile })
    }

    /// Opens a page on a screen of this size, with touch if it is a phone.
    pub(crate) fn open(&self, url: &str, size: (u32, u32), is_phone: bool) -> Tab {
        let context = self.wire.call("", "Target.createBrowserContext", json!({}));
        let of = json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
        let target = self.wire.call("", "Target.createTarget", of);
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = text(&self.wire.call("", "Target.attachToTarget", attach)["sessionId"]);
        let host = url.split("/#").next().unwrap_or_default().to_owned();
        let context = text(&context["browserContextId"]);
        let tab = Tab { wire: self.wire.clone(), session, context, host, may: RefCell::default() };
        for domain in ["Page", "Runtime", "Log", "Network", "Audits", "Accessibility"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        let screen = json!({ "width": size.0, "height": size.1, "deviceScaleFactor": 1, "mobile": is_phone });
        tab.call("Emulation.setDeviceMetricsOverride", screen);
        tab.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone }));
        tab.call("Page.navigate", json!({ "url": url }));
        tab
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.complaints(), Vec::<String>::new(), "the page complains");
            self.asked_its_host_only();
            // It would keep drawing while other tabs play.
            self.wire.call("", "Target.disposeBrowserContext", json!({ "browserContextId": self.context }));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address a browser listens on: it writes its port and, on the next line, a path.
fn door(file: &Path) -> (u16, String) {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if let Some((port, path)) = text.split_once('\n') {
            return (port.parse().unwrap(), path.trim().to_owned());
        }
        assert!(begun.elapsed() < TIMEOUT, "chromium does not say where it listens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Wire {
    fn call(&self, session: &str, method: &str, params: Value) -> Value {
        let number = self.number.get() + 1;
        self.number.set(number);
        let mut message = json!({ "id": number, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let mut socket = self.socket.borrow_mut();
        socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let mut heard = match socket.read() {
                Ok(Message::Text(text)) => serde_json::from_str::<Value>(&text).unwrap(),
                Ok(_) => continue,
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    panic!("chromium says nothing to `{method}`")
                }
                Err(error) => panic!("chromium: {error}"),
            };
            if heard["id"] == number {
                assert!(heard["error"].is_null(), "`{method}`: {}", heard["error"]);
                return heard["result"].take();
            }
            if heard["method"].is_string() {
                let (session, method) = (text(&heard["sessionId"]), text(&heard["method"]));
                self.told.borrow_mut().push((session, method, heard["params"].take()));
            }
        }
    }
}

impl Tab {
    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        self.wire.call(&self.session, method, params)
    }

    /// The value of an expression; waits for a promise.
    pub(crate) fn eval(&self, script: &str) -> Value {
        let asked = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let mut said = self.call("Runtime.evaluate", asked);
        assert!(said["exceptionDetails"].is_null(), "{script}: {}", said["exceptionDetails"]);
        said["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&self, script: &str) {
        let begun = Instant::now();
        let asked = json!({ "expression": script, "returnByValue": true });
        // The expression fails while the page is not loaded.
        while self.call("Runtime.evaluate", asked.clone())["result"]["value"] != true {
            assert!(begun.elapsed() < TIMEOUT, "waited for {script}; the page says: {}", self.page_text());
            std::thread::sleep(Duration::from_millis(8));
        }
    }

    /// All text of the page, and its errors.
    pub(crate) fn page_text(&self) -> String {
        format!("{}\n{:#?}", self.eval("document.body.innerText"), self.complaints())
    }

    pub(crate) fn click(&self, [x, y]: [f64; 2]) {
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
        for of in ["mousePressed", "mouseReleased"] {
            let click = json!({ "type": of, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", click);
        }
    }

    pub(crate) fn touch(&self, [x, y]: [f64; 2]) {
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Presses a key by its name: `Enter`, `ArrowLeft`, `a`.
    pub(crate) fn key(&self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            " " => 32,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => u32::from(other.to_uppercase().as_bytes()[0]),
        };
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let mut down = json!({ "type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            down["text"] = text.into();
        }
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({ "type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Types a text into the focused element.
    pub(crate) fn write(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Switches the network on or off.
    pub(crate) fn network(&self, is_there: bool) {
        let conditions =
            json!({ "offline": !is_there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", conditions);
    }

    /// Stores a screenshot of the page in the build folder.
    pub(crate) fn keep_picture(&self, name: &str) -> PathBuf {
        let picture = base64(&text(&self.call("Page.captureScreenshot", json!({ "format": "png" }))["data"]));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&file, picture).unwrap();
        file
    }

    /// All events of a kind since the page was opened.
    pub(crate) fn events_of(&self, method: &str) -> Vec<Value> {
        self.eval("0"); // events that are on their way arrive first
        let told = self.wire.told.borrow();
        told.iter().filter(|it| it.0 == self.session && it.1 == method).map(|it| it.2.clone()).collect()
    }

    /// Errors that contain these words are expected, for example because the test takes the host away.
    pub(crate) fn may_complain(&self, of: &'static str) {
        self.may.borrow_mut().push(of);
    }

    /// Checks the page's requests: only files of its host and its own socket there.
    fn asked_its_host_only(&self) {
        let host = self.host.as_str();
        let socket = host.replacen("http", "ws", 1);
        let requests = self.events_of("Network.requestWillBeSent");
        assert!(!requests.is_empty(), "nothing was asked for: are requests told at all?");
        let urls = requests.iter().map(|request| text(&request["request"]["url"]));
        let sockets = self.events_of("Network.webSocketCreated");
        for url in urls.chain(sockets.iter().map(|socket| text(&socket["url"]))) {
            let is_own =
                [host, &socket].iter().any(|own| url.strip_prefix(own).is_some_and(|rest| rest.starts_with('/')));
            assert!(is_own || url.starts_with("data:"), "the page asked for {url}");
            assert!(!url.contains("k="), "the key went over the wire in an address");
        }
    }

    /// Errors, warnings and reports of the page, except expected ones.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let mut out: Vec<String> = self.events_of("Runtime.exceptionThrown").iter().map(Value::to_string).collect();
        let is_bad = |value: &Value, key: &str| matches!(value[key].as_str(), Some("error" | "warning" | "assert"));
        out.extend(
            self.events_of("Log.entryAdded").iter().filter(|it| is_bad(&it["entry"], "level")).map(Value::to_string),
        );
        out.extend(
            self.events_of("Runtime.consoleAPICalled").iter().filter(|it| is_bad(it, "type")).map(Value::to_string),
        );
        out.extend(self.events_of("Audits.issueAdded").iter().map(Value::to_string));
        out.retain(|complaint| !self.may.borrow().iter().any(|of| complaint.contains(of)));
        out
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn base64(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held & 0xff) as u8);
        }
    }
    out
}
