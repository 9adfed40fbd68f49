// A client that sends what it is told, byte for byte, and hears the answer while it still sends: `fetch` would straighten
// an address first, and sees nothing of an answer to a body that does not end.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;
const HEAD_END = '\r\n\r\n';

/**
 * @param {URL} url  whose host and port are asked
 * @param {string} head  the request up to its body, without the empty line
 * @param {Iterable<string>} chunks  of the body, sent until there is an answer
 * @param {number} pause  milliseconds between two chunks
 * @returns {Promise<{ status: number, text: string }>}
 */
export async function sendRaw({ hostname, port }, head, chunks = [], pause = 1) {
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data) => (answer += data));
  // Whoever answers early closes while bytes are on their way.
  socket.on('error', () => {});
  socket.write(head + HEAD_END);
  const end = Date.now() + PATIENCE_MS;
  const waits = () => !isWhole(answer) && !socket.closed && Date.now() < end;
  for (const chunk of chunks) {
    if (!waits()) break;
    socket.write(chunk);
    await sleep(pause);
  }
  while (waits()) await sleep(5);
  socket.destroy();
  return { status: Number(answer.split(' ')[1]), text: answer };
}

function isWhole(answer) {
  const headEnd = answer.indexOf(HEAD_END);
  if (headEnd < 0) return false;
  const body = answer.slice(headEnd + HEAD_END.length);
  const [, length] = /^content-length: (\d+)/im.exec(answer.slice(0, headEnd)) ?? [];
  return length === undefined ? body.endsWith(`0${HEAD_END}`) : body.length >= Number(length);
}
