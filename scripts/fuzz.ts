// `npm run fuzz`: hostile requests to a server of its own, for as long as one likes.
// `npm run fuzz -- decide`: random requests of random campaigns, in the core alone.
import { parseArgs } from 'node:util';
import { newTally, type Tally } from '../e2e/fuzz/attack.ts';
import { attackWire } from '../e2e/fuzz/attack-wire.ts';
import { fuzzDecisions } from '../e2e/fuzz/decide.ts';
import { attackEndpoint, inOrder } from '../e2e/fuzz/run.ts';
import { startTarget } from '../e2e/fuzz/target.ts';
import { atEnd, endAll, tidyUpOnSignals } from '../e2e/support/cleanup.ts';

/** What a server is sent before the next one takes its place: tables and memory stay small. */
const perServer = 20_000;
/** Of all requests, how many are sent as bytes that are no HTTP. */
const bytesShare = 0.2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    requests: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    endpoint: { type: 'string' },
  },
});
const decides = positionals[0] === 'decide';
const wanted = Number(values.requests ?? (decides ? 1_000_000 : 100_000));
const firstSeed = Number(values.seed);
const { endpoint: only } = values;
const chosen = inOrder.filter(({ id }) => only === undefined || id === only);
if (!Number.isSafeInteger(wanted) || !Number.isSafeInteger(firstSeed)) {
  throw new Error('--requests and --seed are whole numbers');
}
if (chosen.length === 0 && only !== 'bytes') {
  throw new Error(`--endpoint is bytes, or one of ${inOrder.map(({ id }) => id).join(', ')}`);
}

console.log(`${wanted} requests, seed ${firstSeed}`);
if (decides) {
  fuzzDecisions(wanted, firstSeed, console.log);
  process.exit(0);
}
const isInterrupted = tidyUpOnSignals();
const startMs = performance.now();
const tally = newTally();
let failures = 0;
atEnd(tell);
for (let seed = firstSeed; tally.requests < wanted && goesOn(); seed += 1) {
  await round(seed, Math.min(perServer, wanted - tally.requests)).catch((error: unknown) => {
    // A server that is taken away under it is no finding.
    if (!isInterrupted()) throw error;
  });
}
await endAll();
process.exit(failures === 0 ? 0 : 1);

function goesOn(): boolean {
  return failures === 0 && !isInterrupted();
}

/** One server's share: every endpoint, then bytes. */
async function round(seed: number, requests: number): Promise<void> {
  const withBytes = only === undefined || only === 'bytes';
  const forBytes = only === 'bytes' ? requests : withBytes ? requests * bytesShare : 0;
  const each = Math.ceil((requests - forBytes) / Math.max(1, chosen.length));
  const target = await startTarget();
  const close = atEnd(target.close);
  try {
    for (const endpoint of chosen) {
      if (isInterrupted()) return;
      const fault = await attackEndpoint(target, endpoint, { seed, requests: each }, tally);
      if (fault) fail(fault);
      tell();
    }
    if (withBytes) {
      const fault = await attackWire(target, { seed, requests: Math.ceil(forBytes) }, tally);
      if (fault) fail(fault);
    }
  } finally {
    await close();
  }
}

function fail(fault: string): void {
  if (isInterrupted()) return;
  failures += 1;
  console.error(`\n${fault}\n`);
}

function tell(): void {
  const seconds = (performance.now() - startMs) / 1_000;
  const rate = Math.round(tally.requests / seconds);
  const line = `${tally.requests} sent, ${rate}/s, ${failures} failures, ${statusesOf(tally)}`;
  if (process.stdout.isTTY) process.stdout.write(`\r${line}   `);
  else console.log(line);
}

function statusesOf({ statuses }: Tally): string {
  const counts = [...statuses].sort(([one], [other]) => one - other);
  return counts.map(([status, count]) => `${status || 'closed'}: ${count}`).join(' ');
}
