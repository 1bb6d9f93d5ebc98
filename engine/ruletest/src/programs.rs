//! Games loaded once for each set of inline cards and turned knobs, and VMs kept for the next test.

use crate::spoken::Spoken;
use crate::stub::{self, CardShape};
use crate::turned::Turned;
use cardwright_content::{Content, Diagnostic, Severity, SourceFile};
use cardwright_script::{Program, TextUse, Vm, use_of_text};
use cardwright_state::Board;
use cardwright_table::Library;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use toml::Table;

/// A game with some inline cards and turned knobs, ready to play.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) program: Arc<Program>,
    vms: RefCell<Vec<Vm>>,
    shape: CardShape,
    /// Every word a row may have, numbers apart.
    words: BTreeSet<String>,
    /// Every word the log may say, once somebody has asked.
    spoken: OnceCell<Spoken>,
    /// What scripts do with a text, for those that somebody has asked of.
    text_uses: RefCell<BTreeMap<String, TextUse>>,
}

/// Why a game does not load.
#[derive(Debug, Clone)]
pub(crate) struct Broken {
    /// In short.
    pub(crate) problems: Vec<Problem>,
    /// In full, for a terminal.
    pub(crate) shown: String,
}

/// One thing for which a game does not load.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    /// What is wrong, and what to do about it.
    pub(crate) message: String,
    /// Which of the inline cards it stands in.
    pub(crate) card: Option<usize>,
}

impl Broken {
    fn of(problems: &[Diagnostic]) -> Broken {
        Broken::of_cards(problems, |_| None)
    }
    /// Problems of a game with inline cards, each with the card in whose file it stands.
    fn of_cards(problems: &[Diagnostic], card: impl Fn(&SourceFile) -> Option<usize>) -> Broken {
        let errors: Vec<Diagnostic> = problems.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
        let message = |d: &Diagnostic| match &d.help {
            Some(help) => format!("{} ({help})", d.message),
            None => d.message.clone(),
        };
        let card = |d: &Diagnostic| d.file.as_deref().and_then(&card);
        let problems = errors.iter().map(|d| Problem { message: message(d), card: card(d) }).collect();
        Broken { problems, shown: cardwright_content::render(&errors, false) }
    }
    fn plain(message: String) -> Broken {
        Broken { problems: vec![Problem { message: message.clone(), card: None }], shown: message }
    }
}

impl Loaded {
    fn new(program: Arc<Program>, vm: Vm) -> Loaded {
        let shape = CardShape::of(&program.content);
        let words = words(&program.board);
        let (spoken, text_uses) = (OnceCell::new(), RefCell::default());
        Loaded { program, vms: RefCell::new(vec![vm]), shape, words, spoken, text_uses }
    }
    /// A VM, used before or new.
    pub(crate) fn vm(&self) -> Result<Vm, Broken> {
        match self.vms.borrow_mut().pop() {
            Some(vm) => Ok(vm),
            None => self.program.vm().map_err(|problems| Broken::of(&problems)),
        }
    }
    /// Keeps a VM for the next test.
    pub(crate) fn keep(&self, vm: Vm) {
        self.vms.borrow_mut().push(vm);
    }
    /// Whether a word could stand in a row.
    pub(crate) fn is_known(&self, word: &str) -> bool {
        self.words.contains(word) || word.parse::<i64>().is_ok() || self.program.board.state(word).is_some()
    }
    /// The words that the log may say.
    pub(crate) fn spoken(&self) -> &Spoken {
        self.spoken.get_or_init(|| Spoken::of(&self.program.content))
    }
    /// What scripts do with the text of this key.
    pub(crate) fn use_of_text(&self, key: &str) -> TextUse {
        let mut all = self.text_uses.borrow_mut();
        all.entry(key.to_owned()).or_insert_with(|| use_of_text(&self.program.content, key)).clone()
    }
    /// Every word a row may have.
    pub(crate) fn words(&self) -> Vec<String> {
        self.words.iter().cloned().collect()
    }
}

fn words(board: &Board) -> BTreeSet<String> {
    let mut all: BTreeSet<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
    // Where things of several kinds have an id, rows may say the kind.
    all.extend(board.ids().map(|(_, val)| board.named(val).into_owned()));
    all.extend(board.words.iter().map(|w| w.id.clone()));
    all.extend(board.actions.iter().map(|w| w.id.clone()));
    all.extend(board.cards.iter().map(|c| c.id.clone()));
    all.extend(board.states.iter().map(|s| s.text.clone()));
    all.extend(board.piles.iter().flat_map(|p| p.id.split(' ').map(str::to_owned)));
    all.extend(board.zones.iter().chain(&board.effects).chain(&board.steps).cloned());
    all
}

/// The games of a library, loaded as they are needed.
pub(crate) struct Programs<'a> {
    library: &'a Library,
    loaded: BTreeMap<(String, String), Result<Rc<Loaded>, Broken>>,
}

impl<'a> Programs<'a> {
    pub(crate) fn new(library: &'a Library) -> Programs<'a> {
        Programs { library, loaded: BTreeMap::new() }
    }

    /// A game as the packs have it.
    pub(crate) fn game(&mut self, game: &str) -> Result<Rc<Loaded>, Broken> {
        let library = self.library;
        let load = || match library.load(game) {
            Ok((program, vm, _)) => Ok(Rc::new(Loaded::new(program, vm))),
            Err(problems) => Err(Broken::of(&problems)),
        };
        self.loaded.entry((game.to_owned(), String::new())).or_insert_with(load).clone()
    }

    /// A game with more cards, and with knobs turned.
    pub(crate) fn with(
        &mut self,
        game: &str,
        cards: &[(String, Table)],
        knobs: &[Turned],
    ) -> Result<Rc<Loaded>, Broken> {
        let base = self.game(game)?;
        if cards.is_empty() && knobs.is_empty() {
            return Ok(base);
        }
        let cards_key = cards.iter().map(|(id, card)| format!("{id} = {card}\n"));
        let key = cards_key.chain(knobs.iter().map(|knob| format!("knob {knob:?}\n"))).collect();
        let library = self.library;
        let load = || {
            let mut packs = library.packs.clone();
            packs.push(stub::pack(game, &base.shape, cards, knobs).map_err(Broken::plain)?);
            let (content, problems) = Content::load(&packs, game);
            let card = |file: &SourceFile| stub::card_in(&file.pack, &file.path, game, cards.len());
            let content = content.ok_or_else(|| Broken::of_cards(&problems, card))?;
            let loaded = Program::load(Arc::new(content));
            let (program, vm) = loaded.map_err(|problems| Broken::of_cards(&problems, card))?;
            Ok(Rc::new(Loaded::new(program, vm)))
        };
        self.loaded.entry((game.to_owned(), key)).or_insert_with(load).clone()
    }
}
