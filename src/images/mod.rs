//! Image payloads: what is decided about a block before and without touching pixels.
