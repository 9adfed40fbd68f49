//! A picture of its final size, the way a JPEG holds it.

use super::Dimensions;
use super::orientation::Orientation;
use super::scale::Scaler;

/// How much of the colour is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chroma {
    /// All of it: coloured text keeps its edges.
    Full,
    /// One sample for four pixels: enough for what has lost the rest in an earlier encoding.
    Quarter,
}

/// Pixels up to which a picture keeps all of its colour: it costs few bytes there, and each pixel stands for much.
const SMALL: u64 = 512 * 512;

impl Chroma {
    /// What a picture of this size keeps when it was encoded with loss before.
    pub(super) fn after_loss(size: Dimensions) -> Self {
        match u64::from(size.0) * u64::from(size.1) > SMALL {
            true => Chroma::Quarter,
            false => Chroma::Full,
        }
    }
}

/// Planes of one sample for each pixel: luma alone, or luma and the two chroma differences of JFIF.
#[derive(Debug)]
pub(in crate::images) struct Picture {
    size: Dimensions,
    planes: Vec<Vec<u8>>,
    chroma: Chroma,
}

impl Picture {
    /// Planes of grey alone, or of red, green and blue.
    pub(super) fn from_rgb(size: Dimensions, mut planes: Vec<Vec<u8>>, chroma: Chroma) -> Self {
        if let [red, green, blue] = &mut planes[..] {
            to_ycbcr(red, green, blue);
        }
        Picture {
            size,
            planes,
            chroma,
        }
    }

    /// Width and height.
    pub(in crate::images) fn size(&self) -> Dimensions {
        self.size
    }

    pub(super) fn chroma(&self) -> Chroma {
        self.chroma
    }

    /// The planes: one or three.
    pub(super) fn planes(&self) -> &[Vec<u8>] {
        &self.planes
    }

    /// The picture turned the way it is to be looked at.
    pub(in crate::images) fn oriented(self, orientation: Orientation) -> Self {
        if orientation.is_upright() {
            return self;
        }
        Picture {
            size: orientation.apply(self.size),
            planes: self
                .planes
                .iter()
                .map(|plane| orientation.turn(plane, self.size))
                .collect(),
            chroma: self.chroma,
        }
    }

    /// The picture in another size.
    pub(in crate::images) fn resized(&self, size: Dimensions) -> Self {
        let planes = self.planes.iter().flat_map(|plane| {
            let mut scaler = Scaler::new(1, self.size.into(), size);
            plane
                .chunks(self.size.0 as usize)
                .for_each(|row| scaler.push(row));
            scaler.finish()
        });
        Picture {
            size,
            planes: planes.collect(),
            chroma: self.chroma,
        }
    }
}

/// Turns red, green and blue into luma and the two chroma differences, by the factors of JFIF in 65536ths.
fn to_ycbcr(red: &mut [u8], green: &mut [u8], blue: &mut [u8]) {
    // Just under one half: a chroma of 255.5 must not become 256.
    const HALF: i32 = 0x7FFF;
    const MIDDLE: i32 = 128 << 16;
    for ((red, green), blue) in red.iter_mut().zip(green).zip(blue) {
        let [r, g, b] = [*red, *green, *blue].map(i32::from);
        *red = ((19595 * r + 38470 * g + 7471 * b + HALF) >> 16) as u8;
        *green = ((-11059 * r - 21709 * g + 32768 * b + MIDDLE + HALF) >> 16) as u8;
        *blue = ((32768 * r - 27439 * g - 5329 * b + MIDDLE + HALF) >> 16) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_become_luma_and_differences() {
        for (rgb, expected) in [
            ([0, 0, 0], [0, 128, 128]),
            ([255, 255, 255], [255, 128, 128]),
            ([255, 0, 0], [76, 85, 255]),
            ([0, 255, 0], [150, 44, 21]),
            ([0, 0, 255], [29, 255, 107]),
        ] {
            let picture = Picture::from_rgb(
                (1, 1),
                rgb.map(|sample| vec![sample]).to_vec(),
                Chroma::Full,
            );
            assert_eq!(picture.planes().concat(), expected, "{rgb:?}");
        }
    }

    #[test]
    fn small_pictures_keep_their_colour() {
        assert_eq!(Chroma::after_loss((512, 512)), Chroma::Full);
        assert_eq!(Chroma::after_loss((513, 512)), Chroma::Quarter);
    }

    #[test]
    fn grey_stays_one_plane() {
        let picture = Picture::from_rgb((2, 1), vec![vec![3, 200]], Chroma::Full);
        assert_eq!(picture.planes(), [[3, 200]]);
        assert_eq!(picture.resized((1, 1)).planes().len(), 1);
    }
}
