#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| transcript_hygiene_fuzz::strict(bytes));
