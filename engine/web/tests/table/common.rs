//! Serves the demo game for tests, and connects clients to the server.

use cardwright_content::PackSource;
use cardwright_session::{Place, Session};
use cardwright_table::record::Record;
use cardwright_table::{Library, Seat, SetUp, Table, record};
use cardwright_web::{Link, Options, Role, RunningServer, ServedGame, StopHandle, ViewCounts, serve};
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::{ClientRequestBuilder, Message, WebSocket, client};

/// The timeout of every wait. It is long because a busy machine gives the server little processor time, and the time
/// limits of rules count only processor time.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Returns a pack of `tests/packs`.
pub fn pack(name: &str) -> PackSource {
    PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs").join(name))
}

/// Returns a pack that consists of these paths and texts.
pub fn files(files: &[(&str, &str)]) -> PackSource {
    let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
    let files = [&[manifest], files].concat();
    PackSource::Memory(files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect())
}

/// The game to serve, and the options of the server.
#[derive(Clone)]
pub struct Setting {
    pub sources: Vec<PackSource>,
    pub scenario: &'static str,
    pub seed: u64,
    pub open: bool,
    pub seats: Vec<(String, Seat)>,
    pub record: Option<PathBuf>,
    pub is_watched: bool,
    pub options: Options,
    /// Changes the session before the server starts.
    pub session: fn(Session) -> Session,
}

impl Default for Setting {
    fn default() -> Setting {
        Setting {
            sources: vec![pack("demo")],
            scenario: "standard",
            seed: 7,
            open: false,
            seats: Vec::new(),
            record: None,
            is_watched: false,
            options: Options::default(),
            session: |session| session,
        }
    }
}

impl Setting {
    pub fn open() -> Setting {
        Setting { open: true, ..Setting::default() }
    }

    /// Starts a table, or resumes it from the record if the record exists.
    pub fn table(&self) -> Table {
        let library = Library::open(self.sources.clone()).unwrap();
        self.table_of(&library)
    }

    fn table_of(&self, library: &Library) -> Table {
        let (program, mut vm, _) = library.load("demo").unwrap_or_else(|problems| panic!("{problems:?}"));
        vm.set_structured_log(true);
        if let Some(path) = self.record.as_ref().filter(|path| path.exists()) {
            let (record, read) = Record::resume(path).unwrap();
            let mut table = Table::start(program, vm, &Table::set_up_of(&read)).unwrap();
            table.replay(&read, None, &mut |_| Err("the record has more than one content".into())).unwrap();
            table.continue_record(record).unwrap();
            return table;
        }
        let set_up = SetUp {
            scenario: self.scenario.into(),
            seed: self.seed,
            seats: self.seats.clone(),
            open: self.open,
            ..SetUp::default()
        };
        let mut table = Table::start(program, vm, &set_up).unwrap();
        if let Some(path) = &self.record {
            table.keep_record(path).unwrap();
        }
        table
    }

    /// Serves the game on a free port.
    pub fn serve(self) -> Server {
        let (send, receive) = channel();
        let thread = std::thread::spawn(move || {
            let start = || -> Result<ServedGame, String> {
                let library = Library::open(self.sources.clone()).unwrap();
                let table = self.table_of(&library);
                let session = Session::new(table, Arc::new(Mutex::new(library)), Place::Browser, 1);
                let session = (self.session)(session);
                Ok(ServedGame { session, is_watched: self.is_watched, report: Box::new(|_| {}) })
            };
            serve(start, &self.options, |serving| send.send(serving.clone()).unwrap())
                .map(drop)
                .map_err(|e| e.to_string())
        });
        let Ok(RunningServer { at, links, stop, counts, .. }) = receive.recv_timeout(TIMEOUT) else {
            panic!("not served: {:?}", thread.join());
        };
        Server { at, links, stop, counts, thread: Some(thread) }
    }
}

/// A running server. It ends when the value is dropped.
pub struct Server {
    pub at: SocketAddr,
    pub links: Vec<Link>,
    stop: StopHandle,
    pub counts: ViewCounts,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Server {
    /// Returns the key of a link: `host`, `spectator`, or the name of a side in lower case.
    pub fn key(&self, link_name: &str) -> String {
        let is_wanted = |link: &&Link| match link.role {
            Role::Host => link_name == "host",
            Role::Spectator => link_name == "spectator",
            Role::Side(_) => link.names.iter().any(|name| name.to_lowercase() == link_name),
        };
        self.links.iter().find(is_wanted).unwrap().key.clone()
    }

    /// Opens a link and reads its first view.
    pub fn client(&self, link_name: &str) -> Client {
        let mut client = self.open_with(&json!({ "key": self.key(link_name), "log": 0 }));
        client.greeting = client.next("hello");
        client.first_view();
        client
    }

    /// Opens a socket and sends this first message.
    pub fn open_with(&self, first: &Value) -> Client {
        let mut client = self.socket(&[]).unwrap();
        client.send(first);
        client
    }

    /// Opens a socket with these headers and, unless they give another, the origin of the server's own page. Returns
    /// the HTTP status if the server refuses.
    pub fn socket(&self, headers: &[(&str, &str)]) -> Result<Client, u16> {
        let at = self.at;
        let mut request = ClientRequestBuilder::new(format!("ws://{at}/ws").parse().unwrap());
        if !headers.iter().any(|(name, _)| *name == "Origin") {
            request = request.with_header("Origin", format!("http://{at}"));
        }
        for (name, value) in headers {
            request = request.with_header(*name, *value);
        }
        let stream = TcpStream::connect(at).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        match client(request, stream) {
            Ok((socket, _)) => {
                let parts = Parts::default();
                Ok(Client {
                    socket,
                    last_number: 0,
                    greeting: Value::Null,
                    view: Value::Null,
                    parts,
                    messages: Vec::new(),
                })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// Returns the whole response to a GET request. `host` is the `Host` header.
    pub fn get(&self, path: &str, host: &str) -> String {
        self.request("GET", path, host, "")
    }

    /// Returns the whole response to a request. `headers` are added to the usual headers.
    pub fn request(&self, method: &str, path: &str, host: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// Ends the server.
    pub fn end(mut self) {
        self.stop.now();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.now();
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            assert!(std::thread::panicking() || matches!(result, Ok(Ok(()))), "{result:?}");
        }
    }
}

/// The parts of a view, as `page/view.js` stores them.
#[derive(Default)]
pub struct Parts(Map<String, Value>);

impl Parts {
    /// Takes a view message. Returns the message with all parts of the view.
    pub fn after(&mut self, message: &Value) -> Value {
        if message["whole"] == true {
            self.0.clear();
        }
        for (key, part) in message["parts"].as_object().unwrap() {
            if part.is_null() {
                // A client that missed views may not have the part.
                self.0.remove(key);
            } else {
                self.0.insert(key.clone(), part.clone());
            }
        }
        let mut view = message.clone();
        view["parts"] = Value::Object(self.0.clone());
        view
    }
}

/// A client of a link.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    /// The number of the last message that was sent.
    last_number: u64,
    pub greeting: Value,
    /// The newest view, with all its parts.
    pub view: Value,
    parts: Parts,
    /// All messages so far, in order.
    pub messages: Vec<Value>,
}

impl Client {
    pub fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// Reads the next message. Returns `None` once the socket is closed.
    pub fn read(&mut self) -> Option<Value> {
        let began = Instant::now();
        loop {
            assert!(
                began.elapsed() < TIMEOUT,
                "timeout; messages so far {:?}",
                self.messages.iter().rev().take(3).collect::<Vec<_>>()
            );
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["m"] == "view" {
                        self.view = self.parts.after(&message);
                    }
                    self.messages.push(message.clone());
                    return Some(message);
                }
                Ok(Message::Close(_)) => {}
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!(
                        "timeout; messages so far {:?}",
                        self.messages.iter().map(|m| m["m"].clone()).collect::<Vec<_>>()
                    )
                }
                Err(_) => return None,
            }
        }
    }

    /// Reads until the next message of a kind.
    pub fn next(&mut self, kind: &str) -> Value {
        loop {
            let message = self.read().unwrap_or_else(|| panic!("closed before a {kind}: {:?}", self.messages.last()));
            if message["m"] == kind {
                return message;
            }
        }
    }

    /// Reads until a view meets a condition.
    pub fn wait_for(&mut self, condition: impl Fn(&Value) -> bool) -> Value {
        while self.view.is_null() || !condition(&self.view) {
            self.next("view");
        }
        self.view.clone()
    }

    /// Reads until there is a view.
    pub fn first_view(&mut self) -> Value {
        self.wait_for(|_| true)
    }

    /// Reads until the game is at an event.
    pub fn view_at(&mut self, event: u64) -> Value {
        self.wait_for(|view| view["at"] == event)
    }

    /// Sends a line for the newest view. Returns the reply.
    pub fn line(&mut self, line: &str) -> Value {
        let at = self.view["at"].clone();
        self.line_at(line, &at)
    }

    /// Sends a line for the event `at`. Returns the reply.
    pub fn line_at(&mut self, line: &str, at: &Value) -> Value {
        self.last_number += 1;
        let number = self.last_number;
        self.send(&json!({ "to": number, "at": at, "line": line }));
        self.reply(number)
    }

    /// Reads until the reply to the message with this number.
    pub fn reply(&mut self, number: u64) -> Value {
        loop {
            let reply = self.next("reply");
            if reply["to"] == number {
                return reply;
            }
        }
    }

    /// Returns the completions of a text.
    pub fn complete(&mut self, text: &str) -> Vec<String> {
        self.last_number += 1;
        let number = self.last_number;
        self.send(&json!({ "to": number, "complete": text }));
        let reply = self.reply(number);
        reply["words"].as_array().unwrap().iter().map(|w| w["word"].as_str().unwrap().to_owned()).collect()
    }

    /// Plays a line. Returns the view after it.
    pub fn play(&mut self, line: &str) -> Value {
        let before = self.view["last"].as_u64().unwrap();
        let reply = self.line(line);
        assert_eq!(reply["of"], "played", "{line}: {reply}");
        self.wait_for(|view| view["last"].as_u64().unwrap() > before)
    }

    /// Sends a command and waits for the reply. Then all earlier messages of the server have arrived.
    pub fn ping(&mut self) {
        let reply = self.line("log 1");
        assert_eq!(reply["of"], "log", "{reply}");
    }

    /// Sends a line that the server refuses. Returns the text of the refusal.
    pub fn refusal(&mut self, line: &str) -> String {
        let reply = self.line(line);
        assert_eq!(reply["of"], "refused", "{line}: {reply}");
        reply["text"].as_str().unwrap().to_owned()
    }

    /// Reads until the socket is closed. Returns the text of the last message.
    pub fn read_to_end(&mut self) -> String {
        while self.read().is_some() {}
        self.messages.last().map(|last| last["text"].as_str().unwrap_or_default().to_owned()).unwrap_or_default()
    }

    /// Returns the legal rows of the newest view.
    pub fn rows(&self) -> Vec<String> {
        let rows = self.view["parts"]["choice"]["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row[0].as_str().unwrap().to_owned()).collect()
    }
}

/// Returns the hashes of a record's events.
pub fn hashes(path: &Path) -> Vec<String> {
    record::read(path).unwrap().entries.into_iter().map(|entry| entry.hash).collect()
}
