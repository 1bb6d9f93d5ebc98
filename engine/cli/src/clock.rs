//! The time of day, for listings and file names, and how long an answer may take: rules never see it.

use humantime::format_rfc3339_seconds;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The last second of the year 9999, counted from 1970.
const LAST: Duration = Duration::from_secs(253_402_300_799);

/// A moment in UTC; a file dated before 1970 or past the year 9999 counts as of the nearest moment between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment(SystemTime);

impl Moment {
    /// Now.
    #[expect(clippy::disallowed_methods, reason = "listings and file names may know what time it is")]
    pub(crate) fn now() -> Moment {
        Moment::of(SystemTime::now())
    }
    /// Of a file's date.
    pub(crate) fn of(time: SystemTime) -> Moment {
        Moment(time.clamp(UNIX_EPOCH, UNIX_EPOCH + LAST))
    }
    /// `2025-11-20T16:21:45Z`.
    fn stamp(self) -> String {
        format_rfc3339_seconds(self.0).to_string()
    }
    /// `2025-11-20 16:21 UTC`.
    pub(crate) fn text(self) -> String {
        let stamp = self.stamp();
        format!("{} {} UTC", &stamp[..10], &stamp[11..16])
    }
    /// `20251120-162145`.
    pub(crate) fn digits(self) -> String {
        self.stamp().replace('T', "-").replacen('-', "", 2).replace([':', 'Z'], "")
    }
}

/// A clock that runs from now on, until somebody has left.
pub(crate) fn until(mut has_left: impl FnMut() -> bool) -> impl FnMut() -> Option<Duration> {
    let began = Instant::now();
    move || (!has_left()).then(|| began.elapsed())
}

#[cfg(test)]
mod tests {
    use super::{LAST, Moment};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| Moment::of(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0).text(), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400).text(), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_763_655_705).digits(), "20251120-162145");
        assert_eq!(at(4_107_542_399).text(), "2100-02-28 23:59 UTC");
    }

    #[test]
    fn a_date_beyond_the_calendar_is_the_nearest_in_it() {
        assert_eq!(Moment::of(UNIX_EPOCH - Duration::from_secs(1)).text(), "1970-01-01 00:00 UTC");
        assert_eq!(Moment::of(UNIX_EPOCH + LAST * 2).digits(), "99991231-235959");
    }
}
