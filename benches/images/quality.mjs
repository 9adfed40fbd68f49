// How near an output is to the picture, decoded whole and scaled with Lanczos3 by sharp.
import sharp from 'sharp';

const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

const raw = async (image) => (await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }));

/** The wanted picture in the size of the output. */
export async function reference(bytes, { width, height }) {
  const { data, info } = await raw(sharp(bytes));
  const whole = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  return (await raw(whole.resize(width, height, { kernel: 'lanczos3', fit: 'fill' }))).data;
}

/** PSNR in dB over red, green and blue; SSIM of luma. */
export async function compare(output, bytes) {
  const { data, info } = await raw(sharp(output));
  const wanted = await reference(bytes, info);
  let squares = 0;
  for (let at = 0; at < data.length; at += 1) squares += (data[at] - wanted[at]) ** 2;
  return {
    psnr: 10 * Math.log10((255 ** 2 * data.length) / squares),
    ssim: ssim(luma(data), luma(wanted), info.width, info.height),
  };
}

function luma(rgb) {
  const plane = new Float64Array(rgb.length / 3);
  for (let at = 0; at < plane.length; at += 1) {
    plane[at] = 0.299 * rgb[3 * at] + 0.587 * rgb[3 * at + 1] + 0.114 * rgb[3 * at + 2];
  }
  return plane;
}

function ssim(some, others, width, height) {
  let sum = 0;
  let windows = 0;
  for (let y = 0; y + WINDOW <= height; y += STEP) {
    for (let x = 0; x + WINDOW <= width; x += STEP) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let row = y; row < y + WINDOW; row += 1) {
        for (let at = row * width + x; at < row * width + x + WINDOW; at += 1) {
          const [p, q] = [some[at], others[at]];
          a += p;
          b += q;
          aa += p * p;
          bb += q * q;
          ab += p * q;
        }
      }
      const n = WINDOW * WINDOW;
      const [ma, mb] = [a / n, b / n];
      const [va, vb, cov] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb];
      sum += ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2));
      windows += 1;
    }
  }
  return sum / windows;
}
