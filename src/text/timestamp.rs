//! Dates in text, as `Date.parse` reads the forms that have one meaning.
//!
//! - *date*: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; the year may be `+YYYYYY` or `-YYYYYY`, but not `-000000`. Months are 01
//!   to 12, days 01 to 31 in any month: what is too many runs over into the next (`2026-02-30` is 2 March).
//! - *time*: `HH:mm`, `HH:mm:ss` or `HH:mm:ss.f…` with one or more digits, cut to milliseconds; 24:00 with nothing but
//!   zeros is the next midnight.
//! - *zone*: `Z`, `±HH:mm` or `±HHmm`, to 23:59.
//! - A date alone is midnight in UTC. A date, `T` or a space, and a time are local time without a zone. `t` and `z` are as
//!   good as `T` and `Z`.
//! - `Thu, 02 Jul 2026 10:11:12 GMT`; nobody checks the day of the week.
//!
//! DIFFERENCE: engines read looser forms (`Jul 2 2026`, `5`), each in its own way; they are no dates here.

use super::JsStr;

const MS_PER_DAY: i64 = 86_400_000;
const MS_PER_MINUTE: i64 = 60_000;
/// The largest distance from 1970 that a JavaScript date can have.
const MAX_MS: i64 = 8_640_000_000_000_000;

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Milliseconds since 1970 in UTC; `None` when the text is no date. `local_offset_minutes` is what local time is ahead of
/// UTC.
///
/// ```
/// use transcript_hygiene::text::parse_timestamp;
///
/// assert_eq!(parse_timestamp("1970-01-01T01:00".into(), 60), Some(0.0));
/// assert_eq!(parse_timestamp("1700000000000".into(), 0), None);
/// ```
pub fn parse_timestamp(text: JsStr<'_>, local_offset_minutes: i32) -> Option<f64> {
    let ms = parse_iso(text, local_offset_minutes).or_else(|| parse_rfc1123(text))?;
    (-MAX_MS..=MAX_MS).contains(&ms).then_some(ms as f64)
}

fn parse_iso(text: JsStr<'_>, local_offset_minutes: i32) -> Option<i64> {
    let mut reader = Reader(text.as_bytes());
    let year = match reader.sign() {
        None => reader.number(4)?,
        Some(sign) => match sign * reader.number(6)? {
            0 if sign < 0 => return None,
            year => year,
        },
    };
    let (mut month, mut day) = (1, 1);
    if reader.eat(b"-") {
        month = reader.number_in(2, 1, 12)?;
        if reader.eat(b"-") {
            day = reader.number_in(2, 1, 31)?;
        }
    }
    let date = days_from_1970(year, month, day) * MS_PER_DAY;
    if reader.is_done() {
        return Some(date);
    }
    if !reader.eat(b"Tt ") {
        return None;
    }
    let time = reader.time()?;
    let offset = if reader.eat(b"Zz") {
        0
    } else if let Some(sign) = reader.sign() {
        let hours = reader.number_in(2, 0, 23)?;
        reader.eat(b":");
        sign * (hours * 60 + reader.number_in(2, 0, 59)?)
    } else {
        i64::from(local_offset_minutes)
    };
    reader
        .is_done()
        .then_some(date + time - offset * MS_PER_MINUTE)
}

fn parse_rfc1123(text: JsStr<'_>) -> Option<i64> {
    let mut reader = Reader(text.as_bytes());
    reader.name(&WEEKDAYS)?;
    reader.literal(", ")?;
    let day = reader.number_in(2, 1, 31)?;
    reader.literal(" ")?;
    let month = reader.name(&MONTHS)?;
    reader.literal(" ")?;
    let year = reader.number(4)?;
    reader.literal(" ")?;
    let hours = reader.number_in(2, 0, 23)?;
    reader.literal(":")?;
    let minutes = reader.number_in(2, 0, 59)?;
    reader.literal(":")?;
    let seconds = reader.number_in(2, 0, 59)?;
    reader.literal(" GMT")?;
    let time = ((hours * 60 + minutes) * 60 + seconds) * 1000;
    reader
        .is_done()
        .then_some(days_from_1970(year, month, day) * MS_PER_DAY + time)
}

/// Reads fixed-width fields.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads one of the characters, if it is next.
    fn eat(&mut self, any_of: &[u8]) -> bool {
        match self.0 {
            [first, rest @ ..] if any_of.contains(first) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    fn literal(&mut self, text: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(text.as_bytes())?;
        Some(())
    }

    /// Reads `+` as 1 and `-` as -1.
    fn sign(&mut self) -> Option<i64> {
        if self.eat(b"+") {
            Some(1)
        } else {
            self.eat(b"-").then_some(-1)
        }
    }

    /// Reads exactly so many digits.
    fn number(&mut self, digits: usize) -> Option<i64> {
        let (field, rest) = self.0.split_at_checked(digits)?;
        let value = field.iter().try_fold(0, |value, b| {
            b.is_ascii_digit().then(|| value * 10 + i64::from(b - b'0'))
        })?;
        self.0 = rest;
        Some(value)
    }

    fn number_in(&mut self, digits: usize, min: i64, max: i64) -> Option<i64> {
        self.number(digits)
            .filter(|value| (min..=max).contains(value))
    }

    /// Reads one of the names and gives its place in the list, from 1.
    fn name(&mut self, names: &[&str]) -> Option<i64> {
        let (place, name) = (1..)
            .zip(names)
            .find(|(_, name)| self.0.starts_with(name.as_bytes()))?;
        self.literal(name)?;
        Some(place)
    }

    /// Reads a time of day in milliseconds.
    fn time(&mut self) -> Option<i64> {
        let hours = self.number_in(2, 0, 24)?;
        self.literal(":")?;
        let minutes = self.number_in(2, 0, 59)?;
        let mut ms = (hours * 60 + minutes) * MS_PER_MINUTE;
        if self.eat(b":") {
            ms += self.number_in(2, 0, 59)? * 1000;
            if self.eat(b".") {
                ms += self.fraction()?;
            }
        }
        (ms <= MS_PER_DAY).then_some(ms)
    }

    /// Reads one or more digits behind the point, in milliseconds.
    fn fraction(&mut self) -> Option<i64> {
        let digits = self.0.iter().take_while(|b| b.is_ascii_digit()).count();
        let (field, rest) = self.0.split_at(digits);
        self.0 = rest;
        let place = |nth: usize| field.get(nth).map_or(0, |b| i64::from(b - b'0'));
        (digits > 0).then(|| place(0) * 100 + place(1) * 10 + place(2))
    }
}

/// Days from 1970-01-01 in the Gregorian calendar; the day may lie beyond the end of its month.
fn days_from_1970(year: i64, month: i64, day: i64) -> i64 {
    // Years that start in March have their leap day at the end, and 400 of them are always 146,097 days.
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + day_of_year - DAYS_TO_1970
}

/// Days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<f64>) {
        assert_eq!(parse_timestamp(text.into(), 330), expected, "{text}");
    }

    #[test]
    fn reads_dates() {
        check("2026", Some(1767225600000.0));
        check("2026-07", Some(1782864000000.0));
        check("2026-07-02", Some(1782950400000.0));
        check("0000", Some(-62167219200000.0));
        check("+002026", Some(1767225600000.0));
        check("-000001-07", Some(-62183116800000.0));
        check("+275760-09-13", Some(8640000000000000.0));
        check("-271821-04-20", Some(-8640000000000000.0));
        check("2026-02-30", Some(1772409600000.0));
        check("2026-07-02T10:11Z", Some(1782987060000.0));
        check("2026-07-02T10:11:12+0530", Some(1782967272000.0));
        check("2026-07-02T10:11:12.1239Z", Some(1782987072123.0));
        check("2026-07-02T10:11:12.5-23:59", Some(1783073412500.0));
        check("2026-07-02T10:11:12", Some(1782967272000.0));
        check("2026-07-02 10:11", Some(1782967260000.0));
        check("2026-07-02t10:11z", Some(1782987060000.0));
        check("2026-07T10:11Z", Some(1782900660000.0));
        check("2026-01-01T24:00:00Z", Some(1767312000000.0));
        check("2026-02-31T24:00Z", Some(1772582400000.0));
        check("Thu, 02 Jul 2026 10:11:12 GMT", Some(1782987072000.0));
        check("Fri, 31 Feb 2026 10:11:12 GMT", Some(1772532672000.0));
        check("1969-12-31T23:59:59.999Z", Some(-1.0));
        check("2000-02-29", Some(951782400000.0));
        check("1900-03-01", Some(-2203891200000.0));
    }

    #[test]
    fn refuses_what_is_no_date() {
        for text in [
            "",
            "  ",
            "1700000000000",
            " 2026-07-02",
            "2026-07-02 ",
            "2026-07-02T10:11 ",
            "-000000",
            "-000000-01-01",
            "2026-13-01",
            "2026-00-01",
            "2026-01-32",
            "2026-01-00",
            "2026-7-2",
            "2026-07-02T",
            "2026-07-02T10",
            "2026-07-02T10:60Z",
            "2026-07-02T10:11:60Z",
            "2026-07-02T10:11.5Z",
            "2026-07-02T10:11:12.Z",
            "2026-07-02T10:11:12,5Z",
            "2026-07-02T10:11:12-05",
            "2026-07-02T10:11:12+24:00",
            "2026-01-01T24:00:00.001Z",
            "2026-01-01T24:01Z",
            "+275760-09-14",
            "-271821-04-19",
            "Thu, 32 Jul 2026 10:11:12 GMT",
            "Jul 2 2026",
            "5",
        ] {
            check(text, None);
        }
    }
}
