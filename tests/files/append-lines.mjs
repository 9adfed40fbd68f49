// Appends lines to files as another program would: opens by name, writes, closes. Told by its parent which and how many.
import { appendFileSync } from 'node:fs';
import process from 'node:process';

process.on('message', async ({ paths, lines, round }) => {
  for (let line = 0; line < lines; line += 1) {
    for (const path of paths) appendFileSync(path, `{"type":"custom","id":"late-${round}-${line}"}\n`);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  }
  process.send('done');
});
process.on('disconnect', () => process.exit());
