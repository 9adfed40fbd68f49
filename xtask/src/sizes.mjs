// Prints the raw, gzip -9 and brotli sizes of the files named as arguments.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const kilobytes = (bytes) => `${(bytes.length / 1024).toFixed(1)} KiB`;
for (const file of process.argv.slice(1)) {
  const raw = readFileSync(file);
  const gzip = gzipSync(raw, { level: 9 });
  const brotli = brotliCompressSync(raw);
  console.log(`${relative('.', file)}  ${kilobytes(raw)}, gzip ${kilobytes(gzip)}, brotli ${kilobytes(brotli)}`);
}
