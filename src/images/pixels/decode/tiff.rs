//! TIFF: grey, palettes, colours and inks in strips or tiles; of several pictures the largest.
//!
//! Files hold pixels in many ways, of which those are read that programs write for one another: whole numbers of up to
//! 16 bits, stored or packed with LZW, Deflate or PackBits. Strips are read by rows.

mod directory;
mod packing;
mod samples;

use super::DECODER_BYTES;
use crate::images::limits::MAX_PIXELS;
use crate::images::options::Background;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::Canvas;
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::probe::Header;
use crate::images::texts::Omission;
use directory::{Directory, Numbers};
use packing::Unpacker;
use samples::Samples;

const COMPRESSION: u16 = 259;
const FILL_ORDER: u16 = 266;
const STRIP_OFFSETS: u16 = 273;
const ROWS_PER_STRIP: u16 = 278;
const STRIP_BYTE_COUNTS: u16 = 279;
const PLANAR_CONFIGURATION: u16 = 284;
const TILE_WIDTH: u16 = 322;
const TILE_LENGTH: u16 = 323;
const TILE_OFFSETS: u16 = 324;
const TILE_BYTE_COUNTS: u16 = 325;

/// Both sides of a tile are multiples of this.
const TILE_UNIT: u32 = 16;

/// The planar configuration in which each kind of sample is stored by itself.
const SEPARATE: u32 = 2;

/// Bytes and samples of a stored row at most.
const MOST_IN_ROW: u64 = MAX_PIXELS;

/// Bytes that are unpacked at most: twice those of the largest picture with four samples of 16 bits, since tiles reach
/// beyond its edges.
const MOST_UNPACKED: u64 = MAX_PIXELS * 4 * 2 * 2;

pub(super) fn decode(
    bytes: &[u8],
    header: &Header,
    target: Dimensions,
    background: Background,
) -> Result<Picture, Omission> {
    let directory = Directory::of(bytes).ok_or(Omission::CannotDecode)?;
    let samples = Samples::of(&directory).ok_or(Omission::Unavailable)?;
    let compression = directory.number(COMPRESSION, 1);
    let mut unpacker = Unpacker::new(compression).ok_or(Omission::Unavailable)?;
    let grid = Grid::of(&directory, header, &samples).ok_or(Omission::Unavailable)?;
    grid.check_cost(header)?;
    let chunks = Chunks::of(bytes, &directory, &grid).ok_or(Omission::CannotDecode)?;
    let mut canvas = Canvas::new(
        samples.layout(),
        (header.width, header.height).into(),
        target,
        background,
    );
    let row_len = header.width as usize * samples.per_pixel;
    let mut stored = vec![0; grid.stored_row_len()];
    let mut part = vec![0; grid.width as usize * grid.step];
    let mut shown = vec![0; header.width as usize * samples.layout().samples()];
    let mut band = vec![0; row_len * grid.rows_in_memory()];
    for (index, top) in (0..header.height).step_by(grid.height as usize).enumerate() {
        let rows = grid.height.min(header.height - top) as usize;
        for (plane, column) in grid.parts() {
            unpacker.start(chunks.get(&grid, index, plane, column)?);
            for row in 0..rows {
                unpacker.read(&mut stored).ok_or(Omission::CannotDecode)?;
                samples.unpack(&mut stored, grid.step, &mut part);
                if grid.is_streamed() {
                    samples.show(&part, &mut shown);
                    canvas.push(&shown)?;
                } else {
                    let row = &mut band[row * row_len..][..row_len];
                    grid.lay(&part, row, plane, column);
                }
            }
        }
        for row in band.chunks_exact(row_len.max(1)).take(rows) {
            samples.show(row, &mut shown);
            canvas.push(&shown)?;
        }
    }
    canvas.finish(Chroma::Full)
}

/// How a picture is cut into strips or tiles: bands, each of them columns, and these once more for each plane.
struct Grid {
    /// Sides of a strip or tile.
    width: u32,
    height: u32,
    /// Tiles beside each other.
    columns: usize,
    /// Bands below each other.
    bands: usize,
    /// Parts that hold a kind of sample each, or one that holds all.
    planes: usize,
    /// Samples of a pixel in one part.
    step: usize,
    /// Bits of a sample.
    bits: u32,
    is_tiled: bool,
}

impl Grid {
    /// What a directory says; none where that is against the rules.
    fn of(directory: &Directory<'_>, header: &Header, samples: &Samples) -> Option<Self> {
        // Bits from the right are for fax machines.
        if directory.number(FILL_ORDER, 1) != 1 {
            return None;
        }
        let (planes, step) = match directory.number(PLANAR_CONFIGURATION, 1) {
            SEPARATE => (samples.per_pixel, 1),
            _ => (1, samples.per_pixel),
        };
        let is_tiled = directory.numbers(TILE_OFFSETS).is_some();
        let (width, height) = match is_tiled {
            true => (
                directory.number(TILE_WIDTH, 0),
                directory.number(TILE_LENGTH, 0),
            ),
            false => (
                header.width,
                directory
                    .number(ROWS_PER_STRIP, header.height)
                    .min(header.height),
            ),
        };
        let fits_unit = |side: u32| side > 0 && side.is_multiple_of(TILE_UNIT);
        if height == 0 || is_tiled && !(fits_unit(width) && fits_unit(height)) {
            return None;
        }
        // What is below the picture is not read.
        let height = height.min(header.height);
        Some(Grid {
            width,
            height,
            columns: header.width.div_ceil(width) as usize,
            bands: header.height.div_ceil(height) as usize,
            planes,
            step,
            bits: samples.bits,
            is_tiled,
        })
    }

    /// Refuses what would cost more than a picture of the most pixels does, before anything is allocated.
    fn check_cost(&self, header: &Header) -> Result<(), Omission> {
        let samples = u64::from(self.width) * self.step as u64;
        let row = (samples * u64::from(self.bits)).div_ceil(8);
        let rows = u64::from(header.height) * self.columns as u64 * self.planes as u64;
        let band = header.pixels() * (self.step * self.planes) as u64;
        match row.max(samples) > MOST_IN_ROW
            || row.saturating_mul(rows) > MOST_UNPACKED
            || !self.is_streamed() && band > DECODER_BYTES as u64
        {
            true => Err(Omission::Unavailable),
            false => Ok(()),
        }
    }

    /// True where rows are whole as they are stored.
    fn is_streamed(&self) -> bool {
        !self.is_tiled && self.planes == 1
    }

    /// Rows of a band that have to be put together.
    fn rows_in_memory(&self) -> usize {
        match self.is_streamed() {
            true => 0,
            false => self.height as usize,
        }
    }

    /// Bytes of a stored row of one strip or tile.
    fn stored_row_len(&self) -> usize {
        (self.width as usize * self.step * self.bits as usize).div_ceil(8)
    }

    /// The planes and columns of a band.
    fn parts(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (0..self.planes).flat_map(move |plane| (0..columns).map(move |column| (plane, column)))
    }

    /// Puts the samples of a part where they belong in a row of all samples.
    fn lay(&self, part: &[u8], row: &mut [u8], plane: usize, column: usize) {
        let per_pixel = self.step * self.planes;
        let row = &mut row[column * self.width as usize * per_pixel..];
        let pixels = row.chunks_exact_mut(per_pixel);
        for (pixel, samples) in pixels.zip(part.chunks_exact(self.step)) {
            pixel[plane..][..self.step].copy_from_slice(samples);
        }
    }
}

/// Where strips or tiles are.
struct Chunks<'a> {
    file: &'a [u8],
    offsets: Numbers<'a>,
    lengths: Option<Numbers<'a>>,
}

impl<'a> Chunks<'a> {
    /// None where there are fewer than the grid has.
    fn of(file: &'a [u8], directory: &Directory<'a>, grid: &Grid) -> Option<Self> {
        let (offsets, lengths) = match grid.is_tiled {
            true => (TILE_OFFSETS, TILE_BYTE_COUNTS),
            false => (STRIP_OFFSETS, STRIP_BYTE_COUNTS),
        };
        let offsets = directory.numbers(offsets)?;
        let all = grid.bands.checked_mul(grid.columns)?;
        (offsets.len() >= all.checked_mul(grid.planes)?).then_some(Chunks {
            file,
            offsets,
            lengths: directory.numbers(lengths),
        })
    }

    /// The bytes of a strip or tile, as far as the file has them.
    fn get(
        &self,
        grid: &Grid,
        band: usize,
        plane: usize,
        column: usize,
    ) -> Result<&'a [u8], Omission> {
        let index = (plane * grid.bands + band) * grid.columns + column;
        let at = self.offsets.get(index).ok_or(Omission::CannotDecode)?;
        let rest = self.file.get(at as usize..).ok_or(Omission::CannotDecode)?;
        let len = self.lengths.and_then(|lengths| lengths.get(index));
        let len = len.map_or(rest.len(), |len| rest.len().min(len as usize));
        Ok(&rest[..len])
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use super::*;
    use crate::images::pixels::decode::decode as decode_any;
    use crate::images::probe::probe;

    const BITS: u16 = 258;
    const PHOTOMETRIC: u16 = 262;
    const SAMPLES: u16 = 277;
    const PREDICTOR: u16 = 317;
    const COLOR_MAP: u16 = 320;
    const EXTRA: u16 = 338;

    const RED_AND_BLUE: [u8; 6] = [255, 0, 0, 0, 0, 255];
    const PLANES: [&[u8]; 3] = [&[76, 29], &[85, 255], &[255, 107]];

    /// A little-endian file of one picture: entries of numbers, and strips or tiles.
    struct File {
        entries: Vec<(u16, Vec<u32>)>,
        chunks: Vec<Vec<u8>>,
    }

    impl File {
        fn new(size: Dimensions, photometric: u32, bits: &[u32]) -> Self {
            File {
                entries: vec![
                    (256, vec![size.0]),
                    (257, vec![size.1]),
                    (BITS, bits.to_vec()),
                    (PHOTOMETRIC, vec![photometric]),
                    (SAMPLES, vec![bits.len() as u32]),
                ],
                chunks: Vec::new(),
            }
        }

        fn with(mut self, tag: u16, numbers: &[u32]) -> Self {
            self.entries.push((tag, numbers.to_vec()));
            self
        }

        fn chunk(mut self, bytes: &[u8]) -> Self {
            self.chunks.push(bytes.to_vec());
            self
        }

        fn strips(self) -> Vec<u8> {
            self.write(STRIP_OFFSETS, STRIP_BYTE_COUNTS)
        }

        fn tiles(self) -> Vec<u8> {
            self.write(TILE_OFFSETS, TILE_BYTE_COUNTS)
        }

        fn write(mut self, offsets: u16, lengths: u16) -> Vec<u8> {
            let mut bytes = b"II*\0\0\0\0\0".to_vec();
            let mut places = Vec::new();
            for chunk in &self.chunks {
                places.push(bytes.len() as u32);
                bytes.extend(chunk);
            }
            let sizes = self.chunks.iter().map(|chunk| chunk.len() as u32);
            self.entries.push((lengths, sizes.collect()));
            self.entries.push((offsets, places));
            let mut directory = (self.entries.len() as u16).to_le_bytes().to_vec();
            for (tag, numbers) in &self.entries {
                // All are written as numbers of four bytes.
                let value = match numbers[..] {
                    [number] => number,
                    _ => bytes.len() as u32,
                };
                if numbers.len() > 1 {
                    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
                }
                directory.extend([tag.to_le_bytes(), [4, 0]].concat());
                directory.extend((numbers.len() as u32).to_le_bytes());
                directory.extend(value.to_le_bytes());
            }
            let at = bytes.len() as u32;
            bytes[4..8].copy_from_slice(&at.to_le_bytes());
            [bytes, directory, vec![0; 4]].concat()
        }
    }

    #[track_caller]
    fn check_unavailable(image: &[u8]) {
        let header = probe(image).expect("a header");
        let refused = decode_any(image, &header, (1, 1), Background::WHITE).err();
        assert_eq!(refused, Some(Omission::Unavailable));
    }

    #[test]
    fn grey_is_read_at_every_depth() {
        for (bits, row) in [
            (1, &[0b0100_0000][..]),
            (2, &[0b0011_0000]),
            (4, &[0x0F]),
            (8, &[0, 255]),
            (16, &[9, 0, 0, 255]),
        ] {
            let picture = |photometric| {
                let file = File::new((2, 1), photometric, &[bits]);
                file.chunk(row).strips()
            };
            check(&picture(1), &[&[0, 255]], 0);
            check(&picture(0), &[&[255, 0]], 0);
        }
    }

    #[test]
    fn colours_are_read_from_strips_of_one_or_more_rows() {
        let rows = RED_AND_BLUE.repeat(3);
        let planes = PLANES.map(|plane| plane.repeat(3));
        let planes = planes.each_ref().map(Vec::as_slice);
        let file = || File::new((2, 3), 2, &[8; 3]);
        let whole = file().chunk(&rows);
        let two = file()
            .with(ROWS_PER_STRIP, &[2])
            .chunk(&rows[..12])
            .chunk(&rows[12..]);
        let each = (0..3).fold(file().with(ROWS_PER_STRIP, &[1]), |file, _| {
            file.chunk(&RED_AND_BLUE)
        });
        for picture in [whole, two, each] {
            check(&picture.strips(), &planes, 0);
        }
    }

    #[test]
    fn kinds_of_samples_may_be_stored_by_themselves() {
        let file = File::new((2, 1), 2, &[8; 3]).with(PLANAR_CONFIGURATION, &[SEPARATE]);
        let file = file.chunk(&[255, 0]).chunk(&[0, 0]).chunk(&[0, 255]);
        check(&file.strips(), &PLANES, 0);
    }

    #[test]
    fn tiles_reach_beyond_the_picture() {
        let (width, height) = (20, 18);
        let value = |x: usize, y: usize| (x * 12 + y) as u8;
        let mut file = File::new((width as u32, height as u32), 1, &[8])
            .with(TILE_WIDTH, &[16])
            .with(TILE_LENGTH, &[16]);
        for (top, left) in [(0, 0), (0, 16), (16, 0), (16, 16)] {
            let tile: Vec<u8> = (0..256)
                .map(|at| value(left + at % 16, top + at / 16))
                .collect();
            file = file.chunk(&tile);
        }
        let picture: Vec<u8> = (0..width * height)
            .map(|at| value(at % width, at / width))
            .collect();
        check(&file.tiles(), &[&picture], 0);
    }

    #[test]
    fn palettes_and_inks_become_colours() {
        let wide: Vec<u32> = RED_AND_BLUE
            .iter()
            .map(|part| u32::from(*part) * 257)
            .collect();
        for shift in [0, 8] {
            // All reds, then all greens, then all blues.
            let map = [0, 3, 1, 4, 2, 5].map(|at| wide[at] >> shift);
            let file = File::new((2, 1), 3, &[1]).with(COLOR_MAP, &map);
            check(&file.chunk(&[0b0100_0000]).strips(), &PLANES, 0);
        }
        let inks = [0, 255, 255, 0, 255, 255, 0, 0];
        check(
            &File::new((2, 1), 5, &[8; 4]).chunk(&inks).strips(),
            &PLANES,
            0,
        );
    }

    #[test]
    fn what_is_transparent_is_white_and_other_extra_samples_are_not_seen() {
        let file = |extra: u32, pixels: &[u8]| {
            let file = File::new((2, 1), 2, &[8; 4]).with(EXTRA, &[extra]);
            file.chunk(pixels).strips()
        };
        let half_and_none = [128, 128, 128, 128, 0, 0, 0, 0];
        check(
            &file(1, &half_and_none),
            &[&[255, 255], &[128; 2], &[128; 2]],
            0,
        );
        check(
            &file(2, &half_and_none),
            &[&[191, 255], &[128; 2], &[128; 2]],
            0,
        );
        check(
            &file(0, &half_and_none),
            &[&[128, 0], &[128; 2], &[128; 2]],
            0,
        );
    }

    #[test]
    fn differences_are_added_up() {
        let bytes = File::new((3, 1), 1, &[8]).with(PREDICTOR, &[2]);
        check(&bytes.chunk(&[200, 50, 10]).strips(), &[&[200, 250, 4]], 0);
        // 0x00FF, 0x0100, 0x0200: the carry counts.
        let words = File::new((3, 1), 1, &[16]).with(PREDICTOR, &[2]);
        let words = words.chunk(&[0xFF, 0, 1, 0, 0, 1]).strips();
        check(&words, &[&[0, 1, 2]], 0);
    }

    #[test]
    fn packed_strips_are_unpacked() {
        let packed = fdeflate::compress_to_vec(&RED_AND_BLUE);
        let file = File::new((2, 1), 2, &[8; 3]).with(COMPRESSION, &[8]);
        check(&file.chunk(&packed).strips(), &PLANES, 0);
    }

    #[test]
    fn damage_is_noticed() {
        let file = || File::new((2, 2), 2, &[8; 3]).with(ROWS_PER_STRIP, &[1]);
        check_damaged(&file().chunk(&RED_AND_BLUE).strips());
        check_damaged(&file().chunk(&RED_AND_BLUE).chunk(&[0; 5]).strips());
        let mut far = file().with(STRIP_OFFSETS, &[8, u32::MAX]);
        far.entries.rotate_right(1);
        check_damaged(&far.chunk(&RED_AND_BLUE).strips());
    }

    #[test]
    fn kinds_that_are_not_known_are_unavailable() {
        let grey = || File::new((2, 1), 1, &[8]).chunk(&[0, 255]);
        for (tag, number) in [
            (COMPRESSION, 4),
            (COMPRESSION, 7),
            (FILL_ORDER, 2),
            (PREDICTOR, 3),
            (339, 3),
        ] {
            check_unavailable(&grey().with(tag, &[number]).strips());
        }
        for (photometric, bits) in [
            (1, &[32][..]),
            (2, &[8; 2]),
            (3, &[8]),
            (6, &[8; 3]),
            (2, &[5, 6, 5]),
        ] {
            check_unavailable(
                &File::new((2, 1), photometric, bits)
                    .chunk(&[0; 64])
                    .strips(),
            );
        }
    }

    #[test]
    fn tiles_that_cost_more_than_pictures_do_are_unavailable() {
        for (width, height) in [(15, 16), (16, 0), (1 << 30, 16), (0, 16)] {
            let file = File::new((8, 8), 1, &[8])
                .with(TILE_WIDTH, &[width])
                .with(TILE_LENGTH, &[height]);
            check_unavailable(&file.chunk(&[0; 256]).tiles());
        }
        let tall = File::new((8, 8), 1, &[8])
            .with(TILE_WIDTH, &[16])
            .with(TILE_LENGTH, &[u32::MAX & !15]);
        check(&tall.chunk(&[7; 128]).tiles(), &[&[7; 64]], 0);
    }
}
