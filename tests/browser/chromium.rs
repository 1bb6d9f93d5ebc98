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

const PROGRAMS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const FLAGS: [&str; 7] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage", // Otherwise a screenshot may end the browser on machines with a small /dev/shm.
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-port=0",
];

/// A browser process with its own profile. The process ends when the value is dropped.
pub(crate) struct Browser {
    connection: Rc<Connection>,
    child: Child,
    _profile: tempfile::TempDir,
}

/// A tab with its own cookies and storage. When it is dropped, the test fails if the page has reported errors or
/// contacted another server.
pub(crate) struct Tab {
    connection: Rc<Connection>,
    session: String,
    context: String,
    /// The address of the server, which is the address of the page without the key.
    host: String,
    /// Texts that expected errors contain.
    expected_errors: RefCell<Vec<&'static str>>,
}

/// The DevTools connection to the browser.
struct Connection {
    socket: RefCell<WebSocket<TcpStream>>,
    /// The number of the last message.
    number: Cell<u64>,
    /// Events received from tabs: session, method, parameters.
    events: RefCell<Vec<(String, String, Value)>>,
}

impl Browser {
    /// Starts a browser. If the machine has none, prints a notice and returns `None`, or fails if `CI` is set.
    pub(crate) fn start() -> Option<Browser> {
        let profile = tempfile::tempdir().unwrap();
        let start = |name: &&str| {
            let mut command = Command::new(name);
            command.args(FLAGS).arg(format!("--user-data-dir={}", profile.path().display())).arg("about:blank");
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
        };
        let Some(child) = PROGRAMS.iter().find_map(start) else {
            assert!(std::env::var("CI").is_err(), "CI has no chromium: `apt-get install chromium`");
            println!("skipped: no chromium");
            return None;
        };
        let (port, path) = debugging_address(&profile.path().join("DevToolsActivePort"));
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        let connection = Connection { socket: RefCell::new(socket), number: Cell::new(0), events: RefCell::default() };
        Some(Browser { connection: Rc::new(connection), child, _profile: profile })
    }

    /// Opens a page on a screen of this size. If `is_phone` is true, the screen is a touch screen.
    pub(crate) fn open(&self, url: &str, size: (u32, u32), is_phone: bool) -> Tab {
        let context = self.connection.call("", "Target.createBrowserContext", json!({}));
        let blank_page = json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
        let target = self.connection.call("", "Target.createTarget", blank_page);
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = text(&self.connection.call("", "Target.attachToTarget", attach)["sessionId"]);
        let host = url.split("/#").next().unwrap_or_default().to_owned();
        let context = text(&context["browserContextId"]);
        let connection = self.connection.clone();
        let tab = Tab { connection, session, context, host, expected_errors: RefCell::default() };
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
            self.check_requests();
            // Close the tab, because it would keep drawing while other tabs play.
            self.connection.call("", "Target.disposeBrowserContext", json!({ "browserContextId": self.context }));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the port and the path on which the browser listens. The browser writes them to a file, one on each line.
fn debugging_address(file: &Path) -> (u16, String) {
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if let Some((port, path)) = text.split_once('\n') {
            return (port.parse().unwrap(), path.trim().to_owned());
        }
        assert!(start.elapsed() < TIMEOUT, "chromium does not say where it listens");
        std::thread::sleep(Duration::from_millis(20));
    }
}

impl Connection {
    /// Calls a method and returns its result. Stores the events that arrive before the result.
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
            let mut message = match socket.read() {
                Ok(Message::Text(text)) => serde_json::from_str::<Value>(&text).unwrap(),
                Ok(_) => continue,
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    panic!("chromium says nothing to `{method}`")
                }
                Err(error) => panic!("chromium: {error}"),
            };
            if message["id"] == number {
                assert!(message["error"].is_null(), "`{method}`: {}", message["error"]);
                return message["result"].take();
            }
            if message["method"].is_string() {
                let (session, method) = (text(&message["sessionId"]), text(&message["method"]));
                self.events.borrow_mut().push((session, method, message["params"].take()));
            }
        }
    }
}

impl Tab {
    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        self.connection.call(&self.session, method, params)
    }

    /// Returns the value of an expression. If the value is a promise, waits for its result.
    pub(crate) fn eval(&self, script: &str) -> Value {
        let parameters = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let mut result = self.call("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{script}: {}", result["exceptionDetails"]);
        result["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&self, script: &str) {
        let start = Instant::now();
        let parameters = json!({ "expression": script, "returnByValue": true });
        // The expression fails while the page is not loaded.
        while self.call("Runtime.evaluate", parameters.clone())["result"]["value"] != true {
            assert!(start.elapsed() < TIMEOUT, "waited for {script}; the page says: {}", self.page_text());
            std::thread::sleep(Duration::from_millis(8));
        }
    }

    /// Returns all text of the page, and its errors.
    pub(crate) fn page_text(&self) -> String {
        format!("{}\n{:#?}", self.eval("document.body.innerText"), self.complaints())
    }

    pub(crate) fn click(&self, [x, y]: [f64; 2]) {
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
        for kind in ["mousePressed", "mouseReleased"] {
            let click = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", click);
        }
    }

    pub(crate) fn touch(&self, [x, y]: [f64; 2]) {
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }));
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// Presses a key, given by its name such as `Enter`, `ArrowLeft` or `a`.
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
    pub(crate) fn network(&self, is_online: bool) {
        let conditions =
            json!({ "offline": !is_online, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", conditions);
    }

    /// Stores a screenshot of the page in the build folder and returns its path.
    pub(crate) fn save_screenshot(&self, name: &str) -> PathBuf {
        let picture = base64(&text(&self.call("Page.captureScreenshot", json!({ "format": "png" }))["data"]));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&file, picture).unwrap();
        file
    }

    /// Returns the parameters of all events of a method since the page was opened.
    pub(crate) fn events_of(&self, method: &str) -> Vec<Value> {
        self.eval("0"); // Pending events arrive before the result of this call.
        let events = self.connection.events.borrow();
        events.iter().filter(|it| it.0 == self.session && it.1 == method).map(|it| it.2.clone()).collect()
    }

    /// Declares that errors with this text are expected, for example because the test disconnects the page.
    pub(crate) fn expect_error(&self, text: &'static str) {
        self.expected_errors.borrow_mut().push(text);
    }

    /// Checks that the page has requested only files and a socket of its own server.
    fn check_requests(&self) {
        let host = self.host.as_str();
        let socket = host.replacen("http", "ws", 1);
        let requests = self.events_of("Network.requestWillBeSent");
        assert!(!requests.is_empty(), "no request was reported");
        let urls = requests.iter().map(|request| text(&request["request"]["url"]));
        let sockets = self.events_of("Network.webSocketCreated");
        for url in urls.chain(sockets.iter().map(|socket| text(&socket["url"]))) {
            let is_own =
                [host, &socket].iter().any(|prefix| url.strip_prefix(prefix).is_some_and(|path| path.starts_with('/')));
            assert!(is_own || url.starts_with("data:"), "the page requested {url}");
            assert!(!url.contains("k="), "the page sent the key in an address");
        }
    }

    /// Returns the errors, warnings and issues that the page has reported, except expected ones.
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
        out.retain(|complaint| !self.expected_errors.borrow().iter().any(|text| complaint.contains(text)));
        out
    }
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn base64(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut bit_count) = (0u32, 0);
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
        bit_count += 6;
        if bit_count >= 8 {
            bit_count -= 8;
            out.push((bits >> bit_count & 0xff) as u8);
        }
    }
    out
}
