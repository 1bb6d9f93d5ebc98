//! The time of day, for listings and file names. Rules never see it.

use humantime::format_rfc3339_seconds;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time from 1970 to the last second of the year 9999.
const MAX: Duration = Duration::from_secs(253_402_300_799);

/// A time in UTC, limited to the years 1970 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timestamp(SystemTime);

impl Timestamp {
    /// Returns the current time.
    #[expect(clippy::disallowed_methods, reason = "listings and file names may show the time")]
    pub(crate) fn now() -> Timestamp {
        Timestamp::new(SystemTime::now())
    }
    /// Converts a system time, such as the date of a file.
    pub(crate) fn new(time: SystemTime) -> Timestamp {
        Timestamp(time.clamp(UNIX_EPOCH, UNIX_EPOCH + MAX))
    }
    /// Returns a text such as `2025-11-20T16:21:45Z`.
    fn iso_text(self) -> String {
        format_rfc3339_seconds(self.0).to_string()
    }
    /// Returns a text such as `2025-11-20 16:21 UTC`.
    pub(crate) fn text(self) -> String {
        let text = self.iso_text();
        format!("{} {} UTC", &text[..10], &text[11..16])
    }
    /// Returns a text for file names, such as `20251120-162145`.
    pub(crate) fn file_name_text(self) -> String {
        self.iso_text().replace('T', "-").replacen('-', "", 2).replace([':', 'Z'], "")
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX, Timestamp};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn timestamps_show_calendar_dates() {
        let at = |seconds| Timestamp::new(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0).text(), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400).text(), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_763_655_705).file_name_text(), "20251120-162145");
        assert_eq!(at(4_107_542_399).text(), "2100-02-28 23:59 UTC");
    }

    #[test]
    fn a_date_out_of_range_is_limited() {
        assert_eq!(Timestamp::new(UNIX_EPOCH - Duration::from_secs(1)).text(), "1970-01-01 00:00 UTC");
        assert_eq!(Timestamp::new(UNIX_EPOCH + MAX * 2).file_name_text(), "99991231-235959");
    }
}
