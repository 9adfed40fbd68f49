// A session whose last line was cut, and what is sound of it.
export const SOUND = '{"type":"session","id":"s"}\n{"type":"custom","id":"a"}\n';
export const DAMAGED = `${SOUND}{"cut\n`;
