//! The time of day, for listings and file names only: rules never see it.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    year: i64,
    month: i64,
    day: i64,
    second: i64,
}

impl Moment {
    /// Now.
    #[expect(clippy::disallowed_methods, reason = "listings and file names may know what time it is")]
    pub(crate) fn now() -> Moment {
        Moment::of(SystemTime::now())
    }
    /// Of a file's date.
    pub(crate) fn of(time: SystemTime) -> Moment {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs()) as i64;
        // Days to a date in the Gregorian calendar, years counted from March so that leap days come last.
        let days = seconds / 86_400 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        Moment {
            year: era * 400 + year_of_era + i64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            second: seconds % 86_400,
        }
    }
    /// `2025-11-20 16:21 UTC`.
    pub(crate) fn text(self) -> String {
        let (hour, minute) = (self.second / 3_600, self.second / 60 % 60);
        format!("{:04}-{:02}-{:02} {hour:02}:{minute:02} UTC", self.year, self.month, self.day)
    }
    /// `20251120-162145`.
    pub(crate) fn digits(self) -> String {
        let (hour, minute, second) = (self.second / 3_600, self.second / 60 % 60, self.second % 60);
        format!("{:04}{:02}{:02}-{hour:02}{minute:02}{second:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn dates_are_those_of_the_calendar() {
        let at = |seconds| Moment::of(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0).text(), "1970-01-01 00:00 UTC");
        assert_eq!(at(951_782_400).text(), "2000-02-29 00:00 UTC");
        assert_eq!(at(1_763_655_705).digits(), "20251120-162145");
        assert_eq!(at(4_107_542_399).text(), "2100-02-28 23:59 UTC");
    }
}
