//! TIFF: grey, palettes, colours and inks in strips or tiles; of several pictures the largest.
//!
//! Files hold pixels in many ways, of which those are read that programs write for one another: whole numbers of up to
//! 16 bits, stored or packed with LZW, Deflate or PackBits. Strips are read by rows.

mod directory;
mod grid;
mod packing;
mod samples;

use crate::images::options::Background;
use crate::images::pixels::Dimensions;
use crate::images::pixels::canvas::Canvas;
use crate::images::pixels::picture::{Chroma, Picture};
use crate::images::probe::Header;
use crate::images::texts::Omission;
use directory::Directory;
use grid::{Chunks, Grid};
use packing::Unpacker;
use samples::Samples;

const COMPRESSION: u16 = 259;

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
        for row in band.chunks_exact(row_len).take(rows) {
            samples.show(row, &mut shown);
            canvas.push(&shown)?;
        }
    }
    canvas.finish(Chroma::Full)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_damaged};
    use super::grid::*;
    use super::samples::*;
    use super::*;
    use crate::images::pixels::decode::decode as decode_any;
    use crate::images::probe::probe;

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
                    (BITS_PER_SAMPLE, bits.to_vec()),
                    (PHOTOMETRIC, vec![photometric]),
                    (SAMPLES_PER_PIXEL, vec![bits.len() as u32]),
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
            let file = File::new((2, 1), 2, &[8; 4]).with(EXTRA_SAMPLES, &[extra]);
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
            .with(TILE_LENGTH, &[!15]);
        check(&tall.chunk(&[7; 128]).tiles(), &[&[7; 64]], 0);
    }
}
