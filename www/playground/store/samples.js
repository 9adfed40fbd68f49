// The gallery. Everything is fetched while the page loads, so that later nothing has to be.

const FOLDER = new URL('./samples/', import.meta.url);

/** @returns {Promise<{ file: string, title: string, note: string, target: object, text: string }[]>} */
export async function loadSamples() {
  const samples = await (await fetch(new URL('index.json', FOLDER))).json();
  const texts = await Promise.all(samples.map(async ({ file }) => (await fetch(new URL(file, FOLDER))).text()));
  return samples.map((sample, index) => ({ ...sample, text: texts[index] }));
}
