//! Writes a picture as a baseline JPEG.

use jpeg_encoder::{ChromaSubsamplingMethod, Encoder, ImageBuffer, JpegColorType, SamplingFactor};

use super::picture::{Chroma, Picture};
use crate::images::texts::Omission;

/// Longest side of a JPEG: its header has 16 bits for it.
pub(in crate::images) const MAX_JPEG_SIDE: u32 = u16::MAX as u32;

/// The picture as a JPEG of this quality (1 to 100). Neither side may be longer than [`MAX_JPEG_SIDE`].
pub(in crate::images) fn encode(picture: &Picture, quality: u8) -> Result<Vec<u8>, Omission> {
    let mut jpeg = Vec::new();
    let mut encoder = Encoder::new(&mut jpeg, quality);
    encoder.set_optimized_huffman_tables(true);
    encoder.set_chroma_subsampling_method(ChromaSubsamplingMethod::Average);
    encoder.set_sampling_factor(match picture.chroma() {
        Chroma::Full => SamplingFactor::F_1_1,
        Chroma::Quarter => SamplingFactor::F_2_2,
    });
    // Only a side that does not fit, or memory that does, could fail here.
    encoder
        .encode_image(Planes(picture))
        .map_err(|_| Omission::CannotDecode)?;
    Ok(jpeg)
}

/// A picture as the encoder asks for it.
struct Planes<'a>(&'a Picture);

impl ImageBuffer for Planes<'_> {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        match self.0.planes().len() {
            1 => JpegColorType::Luma,
            _ => JpegColorType::Ycbcr,
        }
    }

    fn width(&self) -> u16 {
        self.0.size().0 as u16
    }

    fn height(&self) -> u16 {
        self.0.size().1 as u16
    }

    fn fill_buffers(&self, y: u16, buffers: &mut [Vec<u8>; 4]) {
        let width = usize::from(self.width());
        for (buffer, plane) in buffers.iter_mut().zip(self.0.planes()) {
            buffer.extend_from_slice(&plane[usize::from(y) * width..][..width]);
        }
    }
}
