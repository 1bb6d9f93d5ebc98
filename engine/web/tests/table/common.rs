//! A server of the demo game, and readers of it.

use cardwright_content::PackSource;
use cardwright_table::record::Record;
use cardwright_table::{Library, Seat, SetUp, Table, record};
use cardwright_web::{Keeper, Link, Made, Options, Plain, Role, Serving, Started, Stop, serve};
use serde_json::{Map, Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tungstenite::{ClientRequestBuilder, Message, WebSocket, client};

/// How long anything may take before a test fails: a rule that runs away has its seconds of a processor, of which a busy machine gives
/// few.
const PATIENCE: Duration = Duration::from_secs(90);

/// A pack of the tests, by its name.
pub fn pack(name: &str) -> PackSource {
    PackSource::Folder(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/packs").join(name))
}

/// A pack of these files.
pub fn files(files: &[(&str, &str)]) -> PackSource {
    let manifest = ("pack.toml", "id = \"more\"\nname = \"More\"\nversion = \"0.1.0\"\n");
    let files = [&[manifest], files].concat();
    PackSource::Memory(files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect())
}

/// What is served.
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
    /// Who keeps the table.
    pub keeper: Arc<dyn Fn(Plain) -> Box<dyn Keeper> + Send + Sync>,
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
            keeper: Arc::new(|plain| Box::new(plain)),
        }
    }
}

impl Setting {
    pub fn open() -> Setting {
        Setting { open: true, ..Setting::default() }
    }

    /// The table: begun, or gone on with where its record is there.
    pub fn table(&self) -> Table {
        let library = Library::open(self.sources.clone()).unwrap();
        self.table_of(&library)
    }

    fn table_of(&self, library: &Library) -> Table {
        let (program, mut vm, _) = library.load("demo").unwrap_or_else(|all| panic!("{all:?}"));
        vm.tell_story(true);
        if let Some(path) = self.record.as_ref().filter(|path| path.exists()) {
            let (record, read) = Record::resume(path).unwrap();
            let mut table = Table::start(program, vm, &Table::set_up_of(&read).unwrap()).unwrap();
            table.replay(&read, None, &mut |_| Err("one content".into())).unwrap();
            table.go_on_with(record).unwrap();
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

    /// Serves it.
    pub fn serve(self) -> Server {
        let (send, receive) = channel();
        let thread = std::thread::spawn(move || {
            let start = || -> Result<Started, String> {
                let library = Library::open(self.sources.clone()).unwrap();
                let table = self.table_of(&library);
                let keeper = Plain { table, library: Arc::new(Mutex::new(library)), is_watched: self.is_watched };
                Ok(Started { keeper: (self.keeper)(keeper), bot_seed: 1 })
            };
            serve(start, &self.options, |serving| send.send(serving.clone()).unwrap())
                .map(drop)
                .map_err(|e| e.to_string())
        });
        let Ok(Serving { at, links, stop, made, .. }) = receive.recv_timeout(PATIENCE) else {
            panic!("not served: {:?}", thread.join());
        };
        Server { at, links, stop, made, thread: Some(thread) }
    }
}

/// A game that is served.
pub struct Server {
    pub at: SocketAddr,
    pub links: Vec<Link>,
    stop: Stop,
    pub made: Made,
    thread: Option<JoinHandle<Result<(), String>>>,
}

impl Server {
    /// The key of a link, by `desk`, `watch`, or the name of a side.
    pub fn key(&self, whose: &str) -> String {
        let is_it = |link: &&Link| match link.role {
            Role::Desk => whose == "desk",
            Role::Watcher => whose == "watch",
            Role::Side(_) => link.names.iter().any(|name| name.to_lowercase() == whose),
        };
        self.links.iter().find(is_it).unwrap().key.clone()
    }

    /// Opens a link.
    pub fn client(&self, whose: &str) -> Client {
        let mut client = self.knock(&json!({ "key": self.key(whose), "log": 0 }));
        client.hello = client.next("hello");
        client.settle();
        client
    }

    /// Opens a socket and says this first.
    pub fn knock(&self, first: &Value) -> Client {
        let mut client = self.socket(&[]).unwrap();
        client.send(first);
        client
    }

    /// A socket of a page of ours, with more headers; the status where it is refused.
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
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        match client(request, stream) {
            Ok((socket, _)) => {
                let parts = Parts::default();
                Ok(Client { socket, to: 0, hello: Value::Null, view: Value::Null, parts, heard: Vec::new() })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(other) => panic!("{other}"),
        }
    }

    /// What a plain request brings: all of the answer.
    pub fn get(&self, path: &str, host: &str) -> String {
        self.ask("GET", path, host, "")
    }

    /// The same of another method, and with more headers.
    pub fn ask(&self, method: &str, path: &str, host: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// Ends it.
    pub fn end(mut self) {
        self.stop.now();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.now();
        if let Some(thread) = self.thread.take() {
            let done = thread.join();
            assert!(std::thread::panicking() || matches!(done, Ok(Ok(()))), "{done:?}");
        }
    }
}

/// The parts that a page has, as `page/view.js` keeps them.
#[derive(Default)]
pub struct Parts(Map<String, Value>);

impl Parts {
    /// A view as it stands once a message has been taken up.
    pub fn after(&mut self, message: &Value) -> Value {
        if message["whole"] == true {
            self.0.clear();
        }
        for (key, part) in message["parts"].as_object().unwrap() {
            if part.is_null() {
                // Who missed views may never have had it.
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

/// Who looks through a link.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    to: u64,
    pub hello: Value,
    /// The newest view, with all the parts that the page has then.
    pub view: Value,
    parts: Parts,
    /// All that came, in order.
    pub heard: Vec<Value>,
}

impl Client {
    pub fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message; none once the socket is closed.
    pub fn read(&mut self) -> Option<Value> {
        let began = Instant::now();
        loop {
            assert!(
                began.elapsed() < PATIENCE,
                "nothing came; so far {:?}",
                self.heard.iter().rev().take(3).collect::<Vec<_>>()
            );
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["m"] == "view" {
                        self.view = self.parts.after(&message);
                    }
                    self.heard.push(message.clone());
                    return Some(message);
                }
                Ok(Message::Close(_)) => {}
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing came; so far {:?}", self.heard.iter().map(|m| m["m"].clone()).collect::<Vec<_>>())
                }
                Err(_) => return None,
            }
        }
    }

    /// The next message of a kind.
    pub fn next(&mut self, kind: &str) -> Value {
        loop {
            let message = self.read().unwrap_or_else(|| panic!("closed before a {kind}: {:?}", self.heard.last()));
            if message["m"] == kind {
                return message;
            }
        }
    }

    /// Reads on until a view is as wanted.
    pub fn until(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        while self.view.is_null() || !is_so(&self.view) {
            self.next("view");
        }
        self.view.clone()
    }

    /// The first view.
    pub fn settle(&mut self) -> Value {
        self.until(|_| true)
    }

    /// Reads on until the game is at an event.
    pub fn at(&mut self, event: u64) -> Value {
        self.until(|view| view["at"] == event)
    }

    /// Sends a line for the newest view; the reply.
    pub fn line(&mut self, line: &str) -> Value {
        let at = self.view["at"].clone();
        self.line_at(line, &at)
    }

    pub fn line_at(&mut self, line: &str, at: &Value) -> Value {
        self.to += 1;
        let to = self.to;
        self.send(&json!({ "to": to, "at": at, "line": line }));
        self.reply(to)
    }

    fn reply(&mut self, to: u64) -> Value {
        loop {
            let reply = self.next("reply");
            if reply["to"] == to {
                return reply;
            }
        }
    }

    /// The words that may follow.
    pub fn complete(&mut self, text: &str) -> Vec<String> {
        self.to += 1;
        let to = self.to;
        self.send(&json!({ "to": to, "complete": text }));
        let reply = self.reply(to);
        reply["words"].as_array().unwrap().iter().map(|w| w["word"].as_str().unwrap().to_owned()).collect()
    }

    /// A line that is played; the view after it.
    pub fn plays(&mut self, line: &str) -> Value {
        let before = self.view["last"].as_u64().unwrap();
        let reply = self.line(line);
        assert_eq!(reply["of"], "played", "{line}: {reply}");
        self.until(|view| view["last"].as_u64().unwrap() > before)
    }

    /// Why a line is refused.
    pub fn refused(&mut self, line: &str) -> String {
        let reply = self.line(line);
        assert_eq!(reply["of"], "refused", "{line}: {reply}");
        reply["text"].as_str().unwrap().to_owned()
    }

    /// Reads to the end; what was said last.
    pub fn closed(&mut self) -> String {
        while self.read().is_some() {}
        self.heard.last().map(|last| last["text"].as_str().unwrap_or_default().to_owned()).unwrap_or_default()
    }

    /// What may be answered.
    pub fn rows(&self) -> Vec<String> {
        let rows = self.view["parts"]["choice"]["rows"].as_array().cloned().unwrap_or_default();
        rows.iter().map(|row| row[0].as_str().unwrap().to_owned()).collect()
    }
}

/// The hashes of a record's events.
pub fn hashes(path: &Path) -> Vec<String> {
    record::read(path).unwrap().entries.into_iter().map(|entry| entry.hash).collect()
}
