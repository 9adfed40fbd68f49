//! Every machine makes the same bytes of a picture: here without the instructions that the WebAssembly module uses, which
//! is held to the same digests by `tests/conformance/image-bytes.test.mjs`.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use transcript_hygiene::images::{ImageLimits, fit};

/// A side that no picture has, so that all are scaled.
const SIDE: u32 = 77;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors/images")
}

fn digest(picture: &Path) -> String {
    let bytes = fs::read(picture).expect("a picture");
    let limits = ImageLimits {
        max_dimension_px: SIDE,
        max_bytes: u64::MAX,
    };
    let fitted = fit(&bytes, &limits.into()).expect("a picture that can be read");
    assert!(fitted.changed);
    let digest = Sha256::digest(&fitted.bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn pictures_become_the_bytes_that_are_recorded() {
    let text = fs::read(folder().join("digests.json")).expect("the digests");
    let expected: BTreeMap<String, String> = serde_json::from_slice(&text).expect("JSON");
    let pictures = fs::read_dir(folder().join("pictures")).expect("a folder");
    let found: BTreeMap<String, String> = pictures
        .map(|picture| {
            let picture = picture.expect("a picture");
            let name = picture.file_name().to_string_lossy().into_owned();
            (name, digest(&picture.path()))
        })
        .collect();
    assert_eq!(found, expected);
}
