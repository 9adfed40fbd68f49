//! The lossless document: spans over the text, immutable values, copy-through writing.
