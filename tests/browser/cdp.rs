//! Chromium over its own protocol: tabs, what is pressed in them, and what they complain of.

use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket};

/// How long anything that is waited for may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const FLAGS: [&str; 7] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage", // without it a picture of a page may end the browser where /dev/shm is small
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--remote-debugging-port=0",
];

/// A browser with a profile of its own, ended when it is dropped.
pub(crate) struct Browser {
    wire: Rc<Wire>,
    child: Child,
    _profile: tempfile::TempDir,
}

/// A tab with cookies and storage of its own. When it is dropped it has complained of nothing, and asked its own host only.
pub(crate) struct Tab {
    wire: Rc<Wire>,
    session: String,
    context: String,
    /// Where it was opened, without its key.
    host: String,
    /// What it may complain of: these words are in it.
    may: RefCell<Vec<&'static str>>,
}

struct Wire {
    socket: RefCell<WebSocket<TcpStream>>,
    number: Cell<u64>,
    /// What tabs told unasked: session, method, parameters.
    told: RefCell<Vec<(String, String, Value)>>,
}

impl Browser {
    /// Starts one; none where the machine has none, which is said, and is a fault where `CI` is set.
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
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{path}"), stream).unwrap();
        let wire = Wire { socket: RefCell::new(socket), number: Cell::new(0), told: RefCell::default() };
        Some(Browser { wire: Rc::new(wire), child, _profile: profile })
    }

    /// Opens a page on a screen of this size; with touch where it is a phone's.
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
            // It would go on drawing what is played in others.
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

/// Where a browser listens: it writes its port, and below it a path.
fn door(file: &Path) -> (u16, String) {
    let begun = Instant::now();
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if let Some((port, path)) = text.split_once('\n') {
            return (port.parse().unwrap(), path.trim().to_owned());
        }
        assert!(begun.elapsed() < PATIENCE, "chromium does not say where it listens");
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

    /// What an expression comes to, or what its promise does.
    pub(crate) fn eval(&self, script: &str) -> Value {
        let asked = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let mut said = self.call("Runtime.evaluate", asked);
        assert!(said["exceptionDetails"].is_null(), "{script}: {}", said["exceptionDetails"]);
        said["result"]["value"].take()
    }

    /// Waits until an expression holds.
    pub(crate) fn wait(&self, script: &str) {
        let begun = Instant::now();
        let asked = json!({ "expression": script, "returnByValue": true });
        // While the page is not there yet, the expression fails.
        while self.call("Runtime.evaluate", asked.clone())["result"]["value"] != true {
            assert!(begun.elapsed() < PATIENCE, "waited for {script}; the page says: {}", self.says());
            std::thread::sleep(Duration::from_millis(8));
        }
    }

    /// All that the page says, and complains of.
    pub(crate) fn says(&self) -> String {
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

    /// Types a text into what has the focus.
    pub(crate) fn write(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Whether there is a network.
    pub(crate) fn network(&self, is_there: bool) {
        let conditions =
            json!({ "offline": !is_there, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.call("Network.emulateNetworkConditions", conditions);
    }

    /// Keeps a picture of the page among what the build makes, to be looked at.
    pub(crate) fn keep_picture(&self, name: &str) -> PathBuf {
        let picture = base64(&text(&self.call("Page.captureScreenshot", json!({ "format": "png" }))["data"]));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        std::fs::write(&file, picture).unwrap();
        file
    }

    /// What was told of a kind since the page was opened.
    pub(crate) fn told(&self, method: &str) -> Vec<Value> {
        self.eval("0"); // what is on its way has come then
        let told = self.wire.told.borrow();
        told.iter().filter(|it| it.0 == self.session && it.1 == method).map(|it| it.2.clone()).collect()
    }

    /// That its host is away, or knows nothing of it, is tried: whatever it complains of with these words in it is no fault.
    pub(crate) fn may_complain(&self, of: &'static str) {
        self.may.borrow_mut().push(of);
    }

    /// What a page may ask for, and nothing else: files of its host, and its own socket there.
    fn asked_its_host_only(&self) {
        let host = self.host.as_str();
        let socket = host.replacen("http", "ws", 1);
        let requests = self.told("Network.requestWillBeSent");
        assert!(!requests.is_empty(), "nothing was asked for: are requests told at all?");
        let urls = requests.iter().map(|request| text(&request["request"]["url"]));
        let sockets = self.told("Network.webSocketCreated");
        for url in urls.chain(sockets.iter().map(|socket| text(&socket["url"]))) {
            let is_own =
                [host, &socket].iter().any(|own| url.strip_prefix(own).is_some_and(|rest| rest.starts_with('/')));
            assert!(is_own || url.starts_with("data:"), "the page asked for {url}");
            assert!(!url.contains("k="), "the key went over the wire in an address");
        }
    }

    /// Errors, warnings and reports of the page, but for those that it may have.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let mut out: Vec<String> = self.told("Runtime.exceptionThrown").iter().map(Value::to_string).collect();
        let is_bad = |value: &Value, key: &str| matches!(value[key].as_str(), Some("error" | "warning" | "assert"));
        out.extend(self.told("Log.entryAdded").iter().filter(|it| is_bad(&it["entry"], "level")).map(Value::to_string));
        out.extend(self.told("Runtime.consoleAPICalled").iter().filter(|it| is_bad(it, "type")).map(Value::to_string));
        out.extend(self.told("Audits.issueAdded").iter().map(Value::to_string));
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
