//! The map as a picture: what stands still, and the counters over it, as nodes that a page draws as they are.

use cardwright_content::Pack;
use cardwright_script::Program;
use cardwright_view::{Legend, View};
use serde_json::{Value, json};
use std::fmt;

/// A game's picture.
pub trait Drawn: fmt::Debug {
    /// What stays the same from view to view.
    fn scene(&self) -> Value;
    /// What lies on it.
    fn counters(&self, view: &View) -> Value;
    /// A picture beside the layout by its name, with its type.
    fn picture(&self, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let _ = name;
        None
    }
}

/// Makes the picture of a game from its program and packs; what is wrong with the layout, if it cannot.
pub type Draws = Box<dyn Fn(&Program, &[Pack]) -> Result<Box<dyn Drawn>, String> + Send>;

/// Every place a box, row by row.
#[derive(Debug)]
pub struct Grid(Vec<(String, String)>);

const ACROSS: usize = 5;
const BOX: [usize; 2] = [300, 130];

impl Grid {
    /// The grid of a game's places.
    pub fn of(legend: &Legend) -> Grid {
        Grid(legend.spaces.iter().map(|space| (space.id.clone(), space.name.clone())).collect())
    }

    fn at(&self, n: usize) -> [usize; 2] {
        [20 + n % ACROSS * (BOX[0] + 20), 20 + n / ACROSS * (BOX[1] + 20)]
    }
}

impl Drawn for Grid {
    fn scene(&self) -> Value {
        let nodes: Vec<Value> = (self.0.iter().enumerate())
            .map(|(n, (id, name))| {
                let [x, y] = self.at(n);
                json!({ "k": "group", "of": "space", "id": id, "label": name, "nodes": [
                    { "k": "rect", "x": x, "y": y, "w": BOX[0], "h": BOX[1], "r": 8, "s": "place" },
                    { "k": "text", "x": x + 10, "y": y + 24, "size": 18, "text": name, "anchor": "start", "s": "ink" },
                ]})
            })
            .collect();
        let [_, y] = self.at(self.0.len() + ACROSS - 1);
        json!({
            "width": 20 + ACROSS * (BOX[0] + 20), "height": y, "paper": "#dfe6ea",
            "styles": { "place": { "fill": "#f4ecd8", "line": "#7a6a48", "width": 2 }, "ink": { "fill": "#222222", "line": "none", "width": 0 } },
            "nodes": nodes, "symbols": {},
        })
    }

    fn counters(&self, view: &View) -> Value {
        let mut nodes = Vec::new();
        for (n, space) in view.spaces.iter().enumerate() {
            let [x, y] = self.at(n);
            for (k, pieces) in space.pieces.iter().enumerate() {
                let text = format!("{} {}", pieces.count, pieces.text);
                nodes.push(json!({
                    "k": "group", "of": "piece", "id": pieces.text, "at": space.id, "words": [pieces.piece],
                    "label": format!("{text} in {}", space.id),
                    "nodes": [{ "k": "text", "x": x + 10 + k % 2 * 145, "y": y + 50 + k / 2 * 22, "size": 15, "text": text, "anchor": "start", "s": "ink" }],
                }));
            }
        }
        Value::Array(nodes)
    }
}
