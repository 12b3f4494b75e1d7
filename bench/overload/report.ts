// The report of the overload benchmark.
import {
  healthMostMs,
  memoryMostBytes,
  normalMs,
  normalRatio,
  percent,
  servedShare,
  violationsOf,
} from './bounds.ts';
import type { OverloadResult } from './measure.ts';

/** Writes what was measured, by priority, and which bounds hold. */
export function reportOf(machine: string, result: OverloadResult): string {
  const { plan, rated, priorities, memory, healthMs } = result;
  const { overloadSeconds, calmSeconds, settlingSeconds, times } = plan;
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const milliseconds = (ms: number) => (Number.isNaN(ms) ? '-' : ms.toFixed(1));
  const rows = priorities.map(({ priority, before, during, after }) => {
    const { arrivals, served, shed, unsent } = during.perSecond;
    const counts = [arrivals, served, shed, unsent].map((each) => each.toFixed(0));
    const times = [before.p50Ms, during.p50Ms, before.p99Ms, during.p99Ms, after.p99Ms];
    const cells = [priority, ...counts, percent(servedShare(during)), ...times, during.shedP99Ms];
    return `| ${cells.map((cell) => (typeof cell === 'string' ? cell : milliseconds(cell))).join(' | ')} |`;
  });
  const faults = violationsOf(result);
  return `# Overload

\`npm run bench -- overload\` on ${machine}. The product runs as \`npm start\` runs it (worker inside, embedded PostgreSQL) on one
core, and the load comes from the other. Of twenty requests 12 choose for a page, 3 read a profile, 4 report an event and 1 lists
the campaigns. The rated load is what 32 connections get answered that ask without a pause: **${rated.toFixed(0)} requests a second**.
Then requests arrive at random times and wait for no answer: half of the rated load for ${calmSeconds} s, ${times} times the rated load
for ${overloadSeconds} s, and half of it again.

| priority | arrivals/s | served/s | shed/s | unsent/s | served | p50 before | during | p99 before | during | ${settlingSeconds} s after | shed p99 |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

Milliseconds are from arrival to the whole answer; a p99 is that of the median second. Unsent: all connections were busy.

- Answers: 2xx, or 503 with Retry-After; ${priorities.reduce((sum, { failed }) => sum + failed, 0)} others.
- Memory of the product without PostgreSQL: ${mebibytes(memory.before)} before, at most ${mebibytes(memory.most)}, ${mebibytes(memory.after)} at the end; the bound is ${mebibytes(memoryMostBytes)}.
- \`/healthz\`, asked each second at \`ADMIN_PORT\`: answered within ${Math.max(...healthMs).toFixed(0)} ms; the bound is ${healthMostMs} ms.
- Normal again after ${settlingSeconds} s: choose's p99 is at most ${normalRatio} times, or ${normalMs} ms more than, what it was before.

${faults.length === 0 ? 'All bounds hold.' : faults.map((fault) => `- DOES NOT HOLD: ${fault}`).join('\n')}
`;
}
