//! Times as text, in the one form that `Date.prototype.toISOString` writes.

const MS_PER_DAY: i64 = 86_400_000;

/// The largest distance from 1970 that a JavaScript date can have, in milliseconds.
const MAX_MS: f64 = 8.64e15;

/// Milliseconds since 1970 as `YYYY-MM-DDTHH:mm:ss.sssZ`; what is no date becomes 1970.
///
/// ```
/// use transcript_hygiene::text::iso_timestamp;
/// assert_eq!(iso_timestamp(1_700_000_000_000.0), "2023-11-14T22:13:20.000Z");
/// ```
pub fn iso_timestamp(ms: f64) -> String {
    let ms = if ms.abs() <= MAX_MS { ms as i64 } else { 0 };
    let (days, of_day) = (ms.div_euclid(MS_PER_DAY), ms.rem_euclid(MS_PER_DAY));
    let (year, month, day) = civil_date(days);
    let year = match year {
        0..=9999 => format!("{year:04}"),
        _ => format!(
            "{}{:06}",
            if year < 0 { '-' } else { '+' },
            year.unsigned_abs()
        ),
    };
    let (seconds, ms) = (of_day / 1000, of_day % 1000);
    format!(
        "{year}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{ms:03}Z",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// Year, month and day of a number of days since 1970-01-01 in the Gregorian calendar.
fn civil_date(days: i64) -> (i64, i64, i64) {
    // Counted from 0000-03-01, so that a leap day ends its year; 400 years are always 146,097 days.
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_timestamp;

    #[test]
    fn writes_what_parsing_reads_back() {
        for ms in [
            0.0,
            -1.0,
            1_709_164_800_000.0,
            -62_167_219_200_001.0,
            8.64e15,
            -8.64e15,
            253_402_300_800_000.0,
        ] {
            let text = iso_timestamp(ms);
            assert_eq!(parse_timestamp(text.as_str().into(), 0), Some(ms), "{text}");
        }
    }

    #[test]
    fn years_beyond_four_digits_have_six_and_a_sign() {
        assert_eq!(iso_timestamp(8.64e15), "+275760-09-13T00:00:00.000Z");
        assert_eq!(
            iso_timestamp(-62_167_219_200_001.0),
            "-000001-12-31T23:59:59.999Z"
        );
    }
}
