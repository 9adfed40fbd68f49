// The pictures of the jobs, made by calculation and written by sharp; kept in a folder between runs.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const FOLDER = join(tmpdir(), 'transcript-hygiene-bench-images');

/** A generator of equal numbers for equal seeds. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Soft light, shapes with edges, and a little grain. */
function photo(width, height) {
  const next = random(width * height);
  const pixels = Buffer.alloc(3 * width * height);
  const shapes = Array.from({ length: 60 }, () => ({
    x: next() * width,
    y: next() * height,
    radius: (0.02 + 0.1 * next()) * width,
    color: [next(), next(), next()].map((part) => 120 * (part - 0.5)),
  }));
  const columns = Array.from({ length: 16 }, (_, at) => {
    const from = (at * width) / 16;
    const to = from + width / 16;
    return shapes.filter(({ x, radius }) => x + radius > from && x - radius < to);
  });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = x / width;
      const v = y / height;
      const light = 90 + 70 * u + 50 * v + 20 * Math.sin(13 * u + 7 * v) + 8 * Math.sin(140 * u * v);
      const color = [light, light * 0.92 + 10 * Math.sin(9 * v), light * 0.8 + 18 * Math.sin(5 * u)];
      for (const shape of columns[(16 * x) / width | 0]) {
        const distance = Math.hypot(x - shape.x, y - shape.y) / shape.radius;
        if (distance < 1) for (let c = 0; c < 3; c += 1) color[c] += shape.color[c] * (1 - distance * distance);
      }
      const grain = 5 * (next() - 0.5);
      for (let c = 0; c < 3; c += 1) pixels[3 * (y * width + x) + c] = Math.max(0, Math.min(255, color[c] + grain));
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Panels, and lines of letters that are squares with holes. */
function screenshot(width, height) {
  const next = random(width + height);
  const pixels = Buffer.alloc(3 * width * height, 250);
  const fill = (left, top, wide, high, color) => {
    for (let y = top; y < Math.min(top + high, height); y += 1) {
      for (let x = left; x < Math.min(left + wide, width); x += 1) pixels.set(color, 3 * (y * width + x));
    }
  };
  fill(0, 0, width, 60, [36, 41, 47]);
  fill(0, 60, width / 6 | 0, height, [240, 243, 246]);
  const inks = [[31, 35, 40], [9, 105, 218], [207, 34, 46], [17, 99, 41], [130, 80, 223]];
  for (let top = 80; top < height - 24; top += 28) {
    for (let column = 0; column < 3; column += 1) {
      const left = ((column + 0.55) * width) / 3 | 0;
      const end = left + (0.3 + 0.6 * next()) * (width / 3.4);
      for (let x = left; x < end; x += 12) {
        if (next() < 0.15) continue;
        const ink = inks[(next() * 1.3 * inks.length) | 0] ?? inks[0];
        for (let row = 0; row < 7; row += 1) {
          for (let dot = 0; dot < 4; dot += 1) if (next() < 0.5) fill(x + 2 * dot, top + 2 * row, 2, 2, ink);
        }
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const jpeg = (options) => (picture) => picture.jpeg({ quality: 90, chromaSubsampling: '4:2:0', ...options });

/** The jobs by their numbers: what goes in, and how it is made. */
export const JOBS = [
  { job: 1, what: '12 MP JPEG', file: 'photo.jpg', make: () => jpeg()(photo(4000, 3000)) },
  { job: 2, what: '4K PNG', file: 'screenshot.png', make: () => screenshot(3840, 2160).png({ palette: false }) },
  { job: 3, what: '3 MP WebP', file: 'photo.webp', make: () => photo(2000, 1500).webp({ quality: 80 }) },
  { job: 4, what: '25 MP JPEG', file: 'large.jpg', make: () => jpeg()(photo(5760, 4320)) },
  { job: 5, what: '25 MP PNG', file: 'large.png', make: () => screenshot(5760, 4320).png({ palette: false }) },
  { job: 6, what: '12 MP progressive', file: 'progressive.jpg', make: () => jpeg({ progressive: true })(photo(4000, 3000)) },
  {
    job: 7,
    what: '25 MP progressive 4:4:4',
    file: 'large-progressive.jpg',
    make: () => jpeg({ progressive: true, chromaSubsampling: '4:4:4' })(photo(5760, 4320)),
  },
];

/** The bytes of a job's picture. */
export async function input({ file, make }) {
  const path = join(FOLDER, file);
  if (!existsSync(path)) {
    mkdirSync(FOLDER, { recursive: true });
    await make().toFile(path);
  }
  return readFileSync(path);
}
