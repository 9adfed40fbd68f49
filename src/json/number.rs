//! Numbers as JavaScript reads and prints them.

/// So many digits are a whole number that a double holds exactly.
const EXACT_DIGITS: usize = 15;

/// Powers of ten that a double holds exactly, for as many digits behind the point.
const TENS: [f64; EXACT_DIGITS + 1] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// Value of a number's text, in text that is known to be JSON. Too large is infinite, as in `JSON.parse`.
pub fn parse_number(text: &[u8]) -> f64 {
    exact(text).unwrap_or_else(|| std::str::from_utf8(text).map_or(f64::NAN, host::parse))
}

/// The value of a short decimal, which is most of what there is: the quotient of two numbers that doubles hold exactly is
/// rounded as the decimal itself would be.
fn exact(text: &[u8]) -> Option<f64> {
    let (digits, sign) = match text.strip_prefix(b"-") {
        Some(digits) => (digits, -1.0),
        None => (text, 1.0),
    };
    // One more for the point.
    if digits.len() > EXACT_DIGITS + 1 {
        return None;
    }
    let mut whole = 0_u64;
    let mut behind_point = None;
    for (at, byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => whole = whole * 10 + u64::from(byte - b'0'),
            b'.' => behind_point = Some(digits.len() - at - 1),
            _ => return None,
        }
    }
    match behind_point {
        Some(count) => Some(sign * (whole as f64 / TENS[count])),
        None => (digits.len() <= EXACT_DIGITS).then_some(sign * whole as f64),
    }
}

/// ECMAScript `Number::toString`; what JSON cannot hold prints as `null`, as `JSON.stringify` has it.
pub fn number_text(n: f64) -> String {
    if !n.is_finite() {
        return "null".into();
    }
    if n == 0.0 {
        return "0".into();
    }
    host::print(n)
}

/// JavaScript itself is there, and the tables of Rust's conversions are a tenth of a module.
#[cfg(target_arch = "wasm32")]
mod host {
    use js_sys::Number;

    pub(super) fn parse(text: &str) -> f64 {
        js_sys::parse_float(text)
    }

    pub(super) fn print(n: f64) -> String {
        let text = Number::from(n).to_string_with_radix(10);
        text.as_ref().map(String::from).unwrap_or_default()
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod host {
    pub(super) fn parse(text: &str) -> f64 {
        // JSON's grammar is a part of Rust's; only text that is no number fails.
        text.parse().unwrap_or(f64::NAN)
    }

    pub(super) fn print(n: f64) -> String {
        // Rust prints the shortest digits that read back as the same number, which is what ECMAScript asks for.
        let scientific = format!("{:e}", n.abs());
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let point = exponent.parse::<i32>().unwrap_or(0) + 1;
        let count = digits.len() as i32;
        let sign = if n < 0.0 { "-" } else { "" };
        let zeros = |n: i32| "0".repeat(n.max(0) as usize);
        if count <= point && point <= 21 {
            format!("{sign}{digits}{}", zeros(point - count))
        } else if 0 < point && point <= 21 {
            let (whole, part) = digits.split_at(point as usize);
            format!("{sign}{whole}.{part}")
        } else if -6 < point && point <= 0 {
            format!("{sign}0.{}{digits}", zeros(-point))
        } else {
            let e = point - 1;
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!(
                "{sign}{first}{dot}{rest}e{}{}",
                if e < 0 { '-' } else { '+' },
                e.abs()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_ecmascript_does() {
        for (n, text) in [
            (1.0, "1"),
            (-0.0, "0"),
            (1e21, "1e+21"),
            (1e20, "100000000000000000000"),
            (12345678901234567890.0, "12345678901234567000"),
            (0.000001, "0.000001"),
            (0.0000001, "1e-7"),
            (1.5e-10, "1.5e-10"),
            (-1.25, "-1.25"),
            (0.1 + 0.2, "0.30000000000000004"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::INFINITY, "null"),
        ] {
            assert_eq!(number_text(n), text);
        }
    }

    #[test]
    fn short_decimals_are_rounded_as_any_other() {
        let mut digits = 1_u64;
        for round in 0..100_000 {
            digits = digits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let text = format!("{}", digits >> (round % 60));
            let point = round % text.len();
            let (whole, part) = text.split_at(point);
            let text = format!("-{}.{part}", if whole.is_empty() { "0" } else { whole });
            assert_eq!(Ok(parse_number(text.as_bytes())), text.parse(), "{text}");
        }
    }

    #[test]
    fn reads_what_json_spells() {
        assert_eq!(parse_number(b"1E400"), f64::INFINITY);
        assert_eq!(parse_number(b"-0"), 0.0);
        assert_eq!(parse_number(b"999999999999999"), 999999999999999.0);
        assert_eq!(parse_number(b"9007199254740993"), 9007199254740992.0);
        assert_eq!(
            parse_number(b"12345678901234567890"),
            12345678901234567890.0
        );
    }
}
