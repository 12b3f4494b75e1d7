// A node that is cut off from its database: it goes on for the lease, however often it restarts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createKey, deleteKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { eventually } from '../../packages/server/src/testing.ts';
import type { Running } from '../support/attune.ts';
import { publishHome } from './campaigns.ts';
import { type Answer, openClient } from './client.ts';
import { openCluster } from './cluster.ts';
import { choosing } from './load.ts';

export interface LeaseOutcome {
  /** From the cut to the first 503. */
  readonly honouredMs: number;
  /** Statuses of choose, in order, without repetitions. */
  readonly statuses: readonly number[];
  /** From the database's return to the first 200, and to the 401 of a key deleted meanwhile. */
  readonly resumedMs: number;
  readonly refusedMs: number;
}

/** Cuts a node off, kills it twice, and gives the database back when the lease is over. */
export async function outliveDatabase(leaseSeconds: number): Promise<LeaseOutcome> {
  const cluster = await openCluster({ env: { KEY_LEASE: String(leaseSeconds), DRAIN: '0' } });
  const client = openClient();
  const statuses: number[] = [];
  let node: Running = await cluster.start('api', 'only');
  const ask = async (key = cluster.key): Promise<Answer> => {
    const answer = await client.ask(node.url, choosing(key, 1));
    if (statuses.at(-1) !== answer.status) statuses.push(answer.status);
    return answer;
  };
  const killAndStart = async () => {
    const ended = new Promise((resolve) => node.process.once('exit', resolve));
    node.process.kill('SIGKILL');
    await ended;
    node = await cluster.start('api', 'only');
  };
  try {
    const { ctx } = cluster.resources;
    await publishHome(client, node.url, cluster.key);
    const request = { name: 'doomed', source: 'Server-side', permissions: ['serve'] };
    const doomed = await createKey(ctx, ctx.snapshots.site(cluster.siteId)!, request, 'nodes');
    await ask(doomed.value);
    await eventually(() => isKept(cluster.env('only')['DATA_DIR'] ?? '', String(doomed.id)));
    cluster.link.cut();
    const cutAt = performance.now();
    await deleteKey(ctx, cluster.siteId, doomed.id, 'nodes');
    await killAndStart();
    await ask();
    await ask(doomed.value);
    const refused = await eventually(async () => {
      const answer = await ask();
      return answer.status !== 200 && answer;
    }, 2_000 * leaseSeconds);
    const honouredMs = performance.now() - cutAt;
    if (!refused.text.includes('key_lease_expired')) throw new Error(refused.text);
    await killAndStart();
    await ask();
    await ask(doomed.value);
    cluster.link.mend();
    const mendedAt = performance.now();
    await eventually(async () => (await ask()).status === 200);
    const resumedMs = performance.now() - mendedAt;
    await eventually(async () => (await ask(doomed.value)).status === 401);
    return { honouredMs, statuses, resumedMs, refusedMs: performance.now() - mendedAt };
  } finally {
    client.close();
    await cluster.close();
  }
}

/** Is a key in the snapshot, and the lease about that snapshot? */
async function isKept(folder: string, keyId: string): Promise<boolean> {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '{}');
  const snapshot = JSON.parse(await read('snapshot.json'));
  const lease = JSON.parse(await read('lease.json'));
  const keys = snapshot.sites?.flatMap((site: { keys: { id: number }[] }) => site.keys) ?? [];
  const isThere = keys.some(({ id }: { id: number }) => String(id) === keyId);
  return isThere && snapshot.digest === lease.digest;
}
