//! What the desk takes home: the record, the position in words, the board as a picture.

use crate::game::Game;
use crate::parcels::Parcel;
use crate::reply::Reply;
use cardwright_state::notation;
use cardwright_table::label::Audience;
use cardwright_view::View;

/// What there is to be had.
pub(crate) const FILES: [&str; 3] = ["record", "position", "board"];

impl Game {
    /// `download`: makes a file, and tells where it waits.
    pub(crate) fn download(&mut self, what: &str) -> Reply {
        let parcel = match what {
            "record" => self.record_file(),
            "position" => Ok(self.position_file()),
            "board" => Ok(self.board_file()),
            "" => Err(format!("`download` takes one of {}", FILES.join(", "))),
            other => Err(format!("there is no `{other}` to download: {}", FILES.join(", "))),
        };
        let parcel = match parcel {
            Ok(parcel) => parcel,
            Err(why) => return Reply::refused(why),
        };
        let told = format!("{}: it is to be fetched within a minute, once", parcel.name);
        match self.parcels.leave(parcel) {
            Ok(key) => Reply::download(told).with("path", &format!("/desk/{key}")),
            Err(error) => Reply::refused(error.to_string()),
        }
    }

    /// What files of this game are called.
    fn called(&self, ending: &str) -> String {
        let table = self.keeper.look();
        format!("{}-event-{}.{ending}", table.board().game, table.now())
    }

    fn record_file(&self) -> Result<Parcel, String> {
        let path = self.keeper.look().record_path().ok_or("this game is played without a record")?;
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        let name = path.file_name().map_or_else(|| self.called("cwr"), |name| name.to_string_lossy().into_owned());
        Ok(Parcel::new(&name, "application/octet-stream", bytes))
    }

    fn position_file(&self) -> Parcel {
        let table = self.keeper.look();
        let text = notation::print_save(table.board(), table.position());
        Parcel::new(&self.called("txt"), "text/plain; charset=utf-8", text.into_bytes())
    }

    fn board_file(&mut self) -> Parcel {
        let view = View::of(self.keeper.table(), Audience::Open);
        Parcel::new(&self.called("svg"), "image/svg+xml", self.drawn().svg(&view).into_bytes())
    }
}
