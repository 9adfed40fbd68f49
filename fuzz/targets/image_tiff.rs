#![no_main]

use transcript_hygiene::images::Format;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| transcript_hygiene_fuzz::image(bytes, Format::Tiff));
