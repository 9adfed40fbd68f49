//! How a picture is cut, and where its pieces are.

use super::directory::{Directory, Numbers};
use super::samples::Samples;
use crate::images::limits::MAX_PIXELS;
use crate::images::pixels::decode::DECODER_BYTES;
use crate::images::probe::Header;
use crate::images::texts::Omission;

pub(super) const FILL_ORDER: u16 = 266;
pub(super) const STRIP_OFFSETS: u16 = 273;
pub(super) const ROWS_PER_STRIP: u16 = 278;
pub(super) const STRIP_BYTE_COUNTS: u16 = 279;
pub(super) const PLANAR_CONFIGURATION: u16 = 284;
pub(super) const TILE_WIDTH: u16 = 322;
pub(super) const TILE_LENGTH: u16 = 323;
pub(super) const TILE_OFFSETS: u16 = 324;
pub(super) const TILE_BYTE_COUNTS: u16 = 325;

/// Both sides of a tile are multiples of this.
const TILE_UNIT: u32 = 16;

/// The planar configuration in which each kind of sample is stored by itself.
pub(super) const SEPARATE: u32 = 2;

/// Bytes and samples of a stored row at most.
const MOST_IN_ROW: u64 = MAX_PIXELS;

/// Bytes that are unpacked at most: twice those of the largest picture with four samples of 16 bits, since tiles reach
/// beyond its edges.
const MOST_UNPACKED: u64 = MAX_PIXELS * 4 * 2 * 2;

/// How a picture is cut into strips or tiles: bands, each of them columns, and these once more for each plane.
pub(super) struct Grid {
    /// Sides of a strip or tile.
    pub(super) width: u32,
    pub(super) height: u32,
    /// Tiles beside each other.
    columns: usize,
    /// Bands below each other.
    bands: usize,
    /// Parts that hold a kind of sample each, or one that holds all.
    planes: usize,
    /// Samples of a pixel in one part.
    pub(super) step: usize,
    /// Bits of a sample.
    bits: u32,
    is_tiled: bool,
}

impl Grid {
    /// What a directory says; none where that is against the rules.
    pub(super) fn of(
        directory: &Directory<'_>,
        header: &Header,
        samples: &Samples,
    ) -> Option<Self> {
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
    pub(super) fn check_cost(&self, header: &Header) -> Result<(), Omission> {
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
    pub(super) fn is_streamed(&self) -> bool {
        !self.is_tiled && self.planes == 1
    }

    /// Rows of a band that have to be put together.
    pub(super) fn rows_in_memory(&self) -> usize {
        match self.is_streamed() {
            true => 0,
            false => self.height as usize,
        }
    }

    /// Bytes of a stored row of one strip or tile.
    pub(super) fn stored_row_len(&self) -> usize {
        (self.width as usize * self.step * self.bits as usize).div_ceil(8)
    }

    /// The planes and columns of a band.
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (0..self.planes).flat_map(move |plane| (0..columns).map(move |column| (plane, column)))
    }

    /// Puts the samples of a part where they belong in a row of all samples.
    pub(super) fn lay(&self, part: &[u8], row: &mut [u8], plane: usize, column: usize) {
        let per_pixel = self.step * self.planes;
        let row = &mut row[column * self.width as usize * per_pixel..];
        let pixels = row.chunks_exact_mut(per_pixel);
        for (pixel, samples) in pixels.zip(part.chunks_exact(self.step)) {
            pixel[plane..][..self.step].copy_from_slice(samples);
        }
    }
}

/// Where strips or tiles are.
pub(super) struct Chunks<'a> {
    file: &'a [u8],
    offsets: Numbers<'a>,
    lengths: Option<Numbers<'a>>,
}

impl<'a> Chunks<'a> {
    /// None where there are fewer than the grid has.
    pub(super) fn of(file: &'a [u8], directory: &Directory<'a>, grid: &Grid) -> Option<Self> {
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
    pub(super) fn get(
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
