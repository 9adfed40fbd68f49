// What people see of a history: a whole one, and one row more.
import { createProjector, project } from '../pkg/history-node.js';
import { byTurns, summary } from './measure.mjs';
import { agentAtWork, chat, smallTalkWithUsage } from './transcripts.mjs';

const PROFILES = ['strict', 'compat'];
const MEGABYTE = 1_000_000;
const ROWS = 10_000;
/** Rows that are appended one after the other. */
const APPENDED = 200;

const milliseconds = ({ min, median }) => `${min.toFixed(2)} / ${median.toFixed(2)} ms`;

/** The values door against the copy that JSON makes. */
export function displayDoor() {
  const histories = { '1 MB': agentAtWork(MEGABYTE), '10,000 short rows': smallTalkWithUsage(ROWS) };
  return Object.entries(histories).flatMap(([what, rows]) => {
    const tasks = { peer: () => JSON.parse(JSON.stringify(rows)) };
    for (const profile of PROFILES) tasks[profile] = () => project(rows, { profile });
    const { peer, ...times } = byTurns(tasks, 40);
    return Object.entries(times).map(([profile, time]) => {
      const own = new Set(rows);
      const { messages } = project(rows, { profile });
      const kept = messages.filter((row) => own.has(row)).length;
      return {
        what: `display, ${what}, ${profile}: time ÷ (JSON.stringify + JSON.parse)`,
        must: 1.6,
        aim: 1.0,
        measured: time.min / peer.min,
        note: `${milliseconds(time)}, peer ${milliseconds(peer)}; ${kept} of ${messages.length} shown rows are the caller's own`,
      };
    });
  });
}

/** One row behind many, against all of them. */
export function displayAppend() {
  const rows = chat(ROWS + APPENDED);
  const start = rows.slice(0, ROWS);
  return PROFILES.map((profile) => {
    const times = [];
    const projector = createProjector({ profile });
    projector.replace(start);
    for (const row of rows.slice(ROWS)) {
      const from = performance.now();
      projector.append([row]);
      times.push(performance.now() - from);
    }
    const one = summary(times);
    const { all } = byTurns({ all: () => project(start, { profile }) }, 20);
    return {
      what: `display, one row appended to 10,000, ${profile}: time ÷ time of all`,
      must: 1 / 500,
      aim: 1 / 1000,
      measured: one.median / all.median,
      note: `${(one.median * 1000).toFixed(0)} µs of ${milliseconds(all)}`,
    };
  });
}
