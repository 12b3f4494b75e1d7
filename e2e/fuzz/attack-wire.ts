// Attacks on the reading of HTTP itself: bytes over connections of their own, some at once.
import fc from 'fast-check';
import type { Tally } from './attack.ts';
import { openConnection } from './connection.ts';
import { faultOf } from './judge.ts';
import { fill } from './pieces.ts';
import type { Run } from './run.ts';
import type { Target } from './target.ts';
import { type Wire, wires } from './wire.ts';

const atOnce = 12;
/** How long an answer may stay away that has to come. */
const refusalMs = 5_000;

/** Sends one; rejects with what is wrong with what came back. */
export async function sendWire(target: Target, wire: Wire, tally: Tally): Promise<void> {
  const text = fill(wire.bytes, target.named()).replaceAll('KEY', target.keys.server);
  const connection = openConnection(target.url);
  const bytes = Buffer.from(text, 'latin1');
  const { answers } = await connection.sendAndEnd([bytes], wire.isRefused ? refusalMs : undefined);
  tally.requests += 1;
  for (const answer of answers) {
    const { status } = answer;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    const fault = faultOf(answer, target.leakIn, undefined);
    if (fault) throw new Error(`${fault}\n${status} ${answer.text.slice(0, 1_000)}`);
  }
  const statuses = answers.map(({ status }) => status);
  if (wire.isRefused && !(statuses.length === 1 && (statuses[0] ?? 0) >= 400)) {
    throw new Error(`not refused once, but answered ${statuses.join() || 'nothing'}`);
  }
}

/** Attacks with many. Resolves with what is wrong, shrunken and repeatable, or undefined. */
export async function attackWire(
  target: Target,
  { seed, requests }: Run,
  tally: Tally,
): Promise<string | undefined> {
  let written = await target.settled();
  const some = fc.array(wires, { minLength: 1, maxLength: atOnce, size: 'max' });
  const property = fc.asyncProperty(some, async (sent) => {
    const outcomes = await Promise.allSettled(sent.map((wire) => sendWire(target, wire, tally)));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    const [logFault] = target.takeLogFaults();
    if (logFault) throw new Error(logFault);
    const before = written;
    written = await target.writes();
    if (written !== before) throw new Error(`it wrote ${await target.writtenSince(before)}`);
  });
  const numRuns = Math.ceil(requests / (atOnce / 2 - 1));
  const details = await fc.check(property, { seed, numRuns });
  if (!details.failed) return undefined;
  return [
    `bytes: ${(details.errorInstance as Error | undefined)?.message}`,
    `Sent, after ${details.numShrinks} steps of shrinking:`,
    ...(details.counterexample?.[0] ?? []).map(
      ({ bytes }) => `  ${JSON.stringify(bytes).slice(0, 2_000)}`,
    ),
    `Again: npm run fuzz -- --endpoint bytes --seed ${seed} --requests ${requests}`,
  ].join('\n');
}
