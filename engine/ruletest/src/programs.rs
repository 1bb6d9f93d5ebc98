//! A cache of loaded games, one entry for each set of inline cards and knob settings, with VMs to reuse.

use crate::inline_cards::{self, CardShape};
use crate::knobs::KnobSetting;
use crate::log_vocabulary::LogVocabulary;
use cardwright_content::{Content, Diagnostic, Severity, SourceFile};
use cardwright_script::{Program, TextUse, Vm, use_of_text};
use cardwright_state::Board;
use cardwright_table::{Library, line};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use toml::Table;

/// A loaded game, with the inline cards and knob settings of a test.
#[derive(Debug)]
pub(crate) struct LoadedGame {
    pub(crate) program: Arc<Program>,
    /// Spare VMs.
    vms: RefCell<Vec<Vm>>,
    /// The fields that every card of the game has, for the inline cards of tests.
    card_shape: CardShape,
    /// Every word that a row may have, except numbers.
    words: BTreeSet<String>,
    /// Every word that the log may contain. Built on first use.
    log_vocabulary: OnceCell<LogVocabulary>,
    /// How scripts use a text, by the key of the text. Filled on first use.
    text_uses: RefCell<BTreeMap<String, TextUse>>,
}

/// Why a game does not load.
#[derive(Debug, Clone)]
pub(crate) struct LoadFailure {
    /// The errors, each as a short message.
    pub(crate) problems: Vec<LoadProblem>,
    /// The full diagnostics, for a terminal.
    pub(crate) rendered: String,
}

/// One error that keeps a game from loading.
#[derive(Debug, Clone)]
pub(crate) struct LoadProblem {
    /// The error, and what to do about it.
    pub(crate) message: String,
    /// The inline card that contains the error, counted from 0.
    pub(crate) card: Option<usize>,
}

impl LoadFailure {
    fn new(problems: &[Diagnostic]) -> LoadFailure {
        LoadFailure::new_with_cards(problems, |_| None)
    }
    /// Takes the errors among `problems`. `card` returns the index of the inline card that a file contains, if any.
    fn new_with_cards(problems: &[Diagnostic], card: impl Fn(&SourceFile) -> Option<usize>) -> LoadFailure {
        let errors: Vec<Diagnostic> = problems.iter().filter(|d| d.severity == Severity::Error).cloned().collect();
        let message = |d: &Diagnostic| match &d.help {
            Some(help) => format!("{} ({help})", d.message),
            None => d.message.clone(),
        };
        let card = |d: &Diagnostic| d.file.as_deref().and_then(&card);
        let problems = errors.iter().map(|d| LoadProblem { message: message(d), card: card(d) }).collect();
        LoadFailure { problems, rendered: cardwright_content::render(&errors, false) }
    }
    fn from_message(message: String) -> LoadFailure {
        LoadFailure { problems: vec![LoadProblem { message: message.clone(), card: None }], rendered: message }
    }
}

impl LoadedGame {
    fn new(program: Arc<Program>, vm: Vm) -> LoadedGame {
        let card_shape = CardShape::new(&program.content);
        let words = words(&program.board);
        let (log_vocabulary, text_uses) = (OnceCell::new(), RefCell::default());
        LoadedGame { program, vms: RefCell::new(vec![vm]), card_shape, words, log_vocabulary, text_uses }
    }
    /// Takes a spare VM, or makes a new VM.
    pub(crate) fn vm(&self) -> Result<Vm, LoadFailure> {
        match self.vms.borrow_mut().pop() {
            Some(vm) => Ok(vm),
            None => self.program.vm().map_err(|problems| LoadFailure::new(&problems)),
        }
    }
    /// Gives back a VM, so that the next test can use it.
    pub(crate) fn return_vm(&self, vm: Vm) {
        self.vms.borrow_mut().push(vm);
    }
    /// Whether some row may have this word.
    pub(crate) fn is_row_word(&self, word: &str) -> bool {
        let is_number = word.parse::<i64>().is_ok() || line::amount_of(word).is_some();
        is_number || self.words.contains(word) || self.program.board.state(word).is_some()
    }
    /// The words that the log may contain.
    pub(crate) fn log_vocabulary(&self) -> &LogVocabulary {
        self.log_vocabulary.get_or_init(|| LogVocabulary::new(&self.program.content))
    }
    /// How scripts use the text with this key.
    pub(crate) fn use_of_text(&self, key: &str) -> TextUse {
        let mut text_uses = self.text_uses.borrow_mut();
        text_uses.entry(key.to_owned()).or_insert_with(|| use_of_text(&self.program.content, key)).clone()
    }
    /// Every word that a row may have, except numbers.
    pub(crate) fn words(&self) -> Vec<String> {
        self.words.iter().cloned().collect()
    }
}

fn words(board: &Board) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = board.ids().map(|(id, _)| id.to_owned()).collect();
    // If things of several kinds share an id, rows may add the kind: `space:gold`.
    words.extend(board.ids().map(|(_, val)| board.qualified_id(val).into_owned()));
    words.extend(board.labels.words.iter().map(|w| w.id.clone()));
    words.extend(board.labels.actions.iter().map(|w| w.id.clone()));
    words.extend(board.cards.iter().map(|c| c.id.clone()));
    words.extend(board.states.iter().map(|s| s.text.clone()));
    words.extend(board.piles.iter().flat_map(|p| p.id.split(' ').map(str::to_owned)));
    words.extend(board.zones.iter().chain(&board.labels.effects).chain(&board.labels.steps).cloned());
    words
}

/// The games of a library, loaded on demand.
pub(crate) struct Programs<'a> {
    library: &'a Library,
    /// By the id of the game, and the text of the cards and knobs.
    loaded: BTreeMap<(String, String), Result<Rc<LoadedGame>, LoadFailure>>,
}

impl<'a> Programs<'a> {
    pub(crate) fn new(library: &'a Library) -> Programs<'a> {
        Programs { library, loaded: BTreeMap::new() }
    }

    /// Loads a game as the packs define it.
    pub(crate) fn game(&mut self, game: &str) -> Result<Rc<LoadedGame>, LoadFailure> {
        let library = self.library;
        let load = || match library.load(game) {
            Ok((program, vm, _)) => Ok(Rc::new(LoadedGame::new(program, vm))),
            Err(problems) => Err(LoadFailure::new(&problems)),
        };
        self.loaded.entry((game.to_owned(), String::new())).or_insert_with(load).clone()
    }

    /// Loads a game with additional cards and changed knobs.
    pub(crate) fn game_with(
        &mut self,
        game: &str,
        cards: &[(String, Table)],
        knobs: &[KnobSetting],
    ) -> Result<Rc<LoadedGame>, LoadFailure> {
        let base = self.game(game)?;
        if cards.is_empty() && knobs.is_empty() {
            return Ok(base);
        }
        let cards_key = cards.iter().map(|(id, card)| format!("{id} = {card}\n"));
        let key = cards_key.chain(knobs.iter().map(|knob| format!("knob {knob:?}\n"))).collect();
        let library = self.library;
        let load = || {
            let mut packs = library.packs.clone();
            let test_pack = inline_cards::test_pack(game, &base.card_shape, cards, knobs);
            packs.push(test_pack.map_err(LoadFailure::from_message)?);
            let (content, problems) = Content::load(&packs, game);
            let card = |file: &SourceFile| inline_cards::card_index(&file.pack, &file.path, game, cards.len());
            let content = content.ok_or_else(|| LoadFailure::new_with_cards(&problems, card))?;
            let loaded = Program::load(Arc::new(content));
            let (program, vm) = loaded.map_err(|problems| LoadFailure::new_with_cards(&problems, card))?;
            Ok(Rc::new(LoadedGame::new(program, vm)))
        };
        self.loaded.entry((game.to_owned(), key)).or_insert_with(load).clone()
    }
}
