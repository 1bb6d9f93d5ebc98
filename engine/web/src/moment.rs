//! A table at one moment, as several look at it: what is the same for some of them is worked out once.

use crate::draw::Drawing;
use crate::parts::Parts;
use crate::reader::{Reader, Role};
use crate::story::Scribe;
use cardwright_script::Figured;
use cardwright_state::SideId;
use cardwright_table::Table;
use cardwright_table::label::Audience;
use cardwright_view::{Choice, Eyes, Row, View};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What there is to see.
pub(crate) struct Moment<'t> {
    pub(crate) table: &'t mut Table,
    pub(crate) scribe: Scribe,
    drawn: &'t Drawing,
    /// What the rules' figures come to, whoever reads them.
    figured: Vec<Vec<Figured>>,
    sights: Vec<(Audience, Arc<Sight>)>,
    standing: Vec<(SideId, Audience, Arc<[Row]>)>,
}

/// What some eyes see, before it is known who is to answer.
struct Sight {
    parts: Parts,
    choice: Option<Choice>,
    result: Option<String>,
}

impl<'t> Moment<'t> {
    pub(crate) fn of(table: &'t mut Table, drawn: &'t Drawing) -> Moment<'t> {
        let figured = table.figures();
        Moment { table, scribe: Scribe::default(), drawn, figured, sights: Vec::new(), standing: Vec::new() }
    }

    /// The figures that fail, by their names, and why.
    pub(crate) fn failed_figures(&self) -> BTreeMap<String, String> {
        let why = |all: &Vec<Figured>| {
            all.iter().find_map(|it| if let Figured::Failed(why) = it { Some(why.clone()) } else { None })
        };
        let figures = self.table.program().figures.iter().zip(&self.figured);
        figures.filter_map(|(figure, all)| Some((figure.name.clone(), why(all)?))).collect()
    }

    /// What a reader sees, in parts, and who won and why if the game is over.
    pub(crate) fn seen(&mut self, reader: Reader) -> (Parts, Option<String>) {
        let eyes = reader.audience(self.table);
        let sight = self.sight(eyes);
        let mut parts = sight.parts.clone();
        if let Some(choice) = &sight.choice {
            parts.ask(choice, reader.is_asked(self.table));
        }
        // A rule that fails is told to who uses it.
        if reader.role != Role::Watcher {
            let own = reader.sides(self.table);
            for (side, _) in self.table.standing_actions() {
                if own.has(side) && eyes.reads(side) {
                    let rows = self.standing(side, eyes);
                    parts.stand(&self.table.board().sides[side.at()].id, &rows);
                }
            }
        }
        (parts, sight.result.clone())
    }

    fn sight(&mut self, eyes: Audience) -> Arc<Sight> {
        if let Some((_, sight)) = self.sights.iter().find(|(of, _)| *of == eyes) {
            return sight.clone();
        }
        let seen = Eyes::at(self.table, &self.figured, eyes);
        let mut view = View::by(self.table, &seen, self.drawn.legend());
        let parts = Parts::of(&view, self.drawn.layout());
        let sight = Arc::new(Sight { parts, choice: view.choice.take(), result: view.result.take() });
        self.sights.push((eyes, sight.clone()));
        sight
    }

    fn standing(&mut self, side: SideId, eyes: Audience) -> Arc<[Row]> {
        if let Some((.., rows)) = self.standing.iter().find(|(of, by, _)| (*of, *by) == (side, eyes)) {
            return rows.clone();
        }
        let rows = self.table.standing(side, eyes).unwrap_or_default();
        let rows: Arc<[Row]> = rows.into_iter().map(Row::from).collect();
        self.standing.push((side, eyes, rows.clone()));
        rows
    }
}
