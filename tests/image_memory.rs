//! How much memory images may cost: nothing worth naming for headers that lie, little more than the result where a
//! format is read by rows.

use std::alloc::System;

use cap::Cap;
use jpeg_encoder::{Encoder, ImageBuffer, JpegColorType};
use transcript_hygiene::images::{ImageLimits, Omission, fit};

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

const SIDES: (u32, u32) = (3000, 2000);

/// A gradient that is computed as it is asked for.
struct Gradient;

impl ImageBuffer for Gradient {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        JpegColorType::Ycbcr
    }

    fn width(&self) -> u16 {
        SIDES.0 as u16
    }

    fn height(&self) -> u16 {
        SIDES.1 as u16
    }

    fn fill_buffers(&self, y: u16, buffers: &mut [Vec<u8>; 4]) {
        for (channel, buffer) in buffers.iter_mut().take(3).enumerate() {
            buffer.extend((0..self.width()).map(|x| ((x + y) >> (channel + 2)) as u8));
        }
    }
}

fn jpeg() -> Vec<u8> {
    let mut bytes = Vec::new();
    Encoder::new(&mut bytes, 80).encode_image(Gradient).unwrap();
    bytes
}

/// A PNG whose header promises these sides and which holds some of the rows.
fn png((width, height): (u32, u32), rows: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    let mut stream = writer.stream_writer_with_size(64 * KIB).unwrap();
    let row: Vec<u8> = (0..width * 3).map(|n| n as u8).collect();
    for _ in 0..rows {
        std::io::Write::write_all(&mut stream, &row).unwrap();
    }
    drop(stream);
    drop(writer);
    bytes
}

/// Files of a few bytes whose headers claim more than 25 megapixels, or whose content claims more than their header.
fn bombs() -> [Vec<u8>; 6] {
    let side = 60_000_u16;
    let (be, le) = (side.to_be_bytes(), side.to_le_bytes());
    let canvas = b"RIFF\x32\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\x13\x05\0\x09\0\0";
    [
        png((side.into(), side.into()), 0),
        [
            b"\xFF\xD8\xFF\xC0\0\x0B\x08",
            &be[..],
            &be,
            b"\x01\x01\x11\0",
        ]
        .concat(),
        [b"GIF89a", &le[..], &le, b"\x80\0\0"].concat(),
        [
            b"BM\0\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0",
            &le[..],
            b"\0\0",
            &le,
            b"\0\0",
        ]
        .concat(),
        [
            &canvas[..],
            b"VP8 \x0A\0\0\0\x10\0\0\x9D\x01\x2A\xFF\x3F\xFF\x3F",
        ]
        .concat(),
        tiff((side.into(), side.into()), &[]),
    ]
}

/// Black rows of RGB.
fn deflated_black() -> Vec<u8> {
    let mut stream = fdeflate::Compressor::new(Vec::new()).unwrap();
    for _ in 0..SIDES.1 {
        stream.write_data(&[0; 3 * SIDES.0 as usize]).unwrap();
    }
    stream.finish().unwrap()
}

/// A TIFF whose header promises these sides in RGB, packed with Deflate in one strip.
fn tiff((width, height): (u32, u32), strip: &[u8]) -> Vec<u8> {
    const HEADER: usize = 8;
    // Bits are said once for all three samples.
    let entries = [
        (256, width),
        (257, height),
        (258, 8),
        (259, 8),
        (262, 2),
        (273, HEADER as u32),
        (277, 3),
    ];
    let mut bytes = b"II*\0".to_vec();
    bytes.extend(((HEADER + strip.len()) as u32).to_le_bytes());
    bytes.extend(strip);
    bytes.extend((entries.len() as u16).to_le_bytes());
    for (tag, value) in entries {
        bytes.extend([tag, 4_u16].map(u16::to_le_bytes).concat());
        bytes.extend([1, value].map(u32::to_le_bytes).concat());
    }
    bytes.extend([0; 4]);
    bytes
}

/// Asserts that nothing so far has needed more than `most` bytes beside what is still in use.
#[track_caller]
fn check_peak(what: &str, most: usize) {
    let peak = ALLOCATOR.max_allocated() - ALLOCATOR.allocated();
    assert!(peak <= most, "{what}: {peak} bytes, not {most}");
}

// One test, the cheapest first: the allocator knows one peak for the whole process.
#[test]
fn memory_follows_the_result() {
    let limits = ImageLimits::default().into();
    for bomb in bombs() {
        let refused = fit(&bomb, &limits).unwrap_err();
        let expected = [
            Omission::TooManyPixels {
                width: 60_000,
                height: 60_000,
            },
            Omission::CannotDecode,
        ];
        assert!(expected.contains(&refused), "{refused:?}");
    }
    check_peak("headers of 60,000 by 60,000", 2 * MIB);

    assert_eq!(
        fit(&png((5000, 5000), 3), &limits).err(),
        Some(Omission::CannotDecode)
    );
    assert_eq!(
        fit(&tiff((5000, 5000), &[]), &limits).err(),
        Some(Omission::CannotDecode)
    );
    check_peak("headers of 25 megapixels", 3 * MIB);

    let image = png(SIDES, SIDES.1);
    assert_eq!(fit(&image, &limits).unwrap().width, 1200);
    check_peak("a PNG of 6 megapixels", 14 * MIB);

    let image = tiff(SIDES, &deflated_black());
    assert_eq!(fit(&image, &limits).unwrap().width, 1200);
    check_peak("a TIFF of 6 megapixels", 14 * MIB);

    let image = jpeg();
    assert_eq!(fit(&image, &limits).unwrap().width, 1200);
    check_peak("a JPEG of 6 megapixels", 24 * MIB);
}
