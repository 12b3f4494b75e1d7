// An API node as `attune api` runs it, with a door for deletions: no endpoint deletes keys.
import { type ChildProcess, fork } from 'node:child_process';
import { readConfig } from '../../packages/server/src/config.ts';
import { createKey, deleteKey } from '../../packages/server/src/features/access/api-keys/index.ts';
import { createLog } from '../../packages/server/src/log/log.ts';
import { startNode } from '../../packages/server/src/node.ts';
import type { Environment } from '../support/attune.ts';

export interface CreatedKey {
  readonly id: number;
  readonly value: string;
}

export interface DeletingNode {
  readonly url: string;
  /** Makes a key that may ask what it is. */
  readonly create: (siteId: number) => Promise<CreatedKey>;
  /** Deletes a key on this node; resolves when the node says that it is done. */
  readonly delete: (siteId: number, id: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface Order {
  readonly number: number;
  readonly siteId: number;
  /** Of the key to be deleted; without it one is made. */
  readonly id?: number;
}

interface Done {
  readonly number: number;
  readonly key?: CreatedKey;
  readonly error?: string;
}

/** Starts the node in a process of its own. */
export async function startDeletingNode(env: Environment): Promise<DeletingNode> {
  const child = fork(import.meta.filename, { env: { ...process.env, ...env } });
  const waiting = new Map<number, PromiseWithResolvers<CreatedKey | undefined>>();
  let orders = 0;
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', ({ url }: { url: string }) => resolve(url));
    child.once('exit', (code) => reject(new Error(`the deleting node ended with ${code}`)));
  });
  child.on('message', ({ number, key, error }: Done) => {
    const order = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) order?.resolve(key);
    else order?.reject(new Error(error));
  });
  const tell = (order: Omit<Order, 'number'>) => {
    const done = Promise.withResolvers<CreatedKey | undefined>();
    orders += 1;
    waiting.set(orders, done);
    child.send({ number: orders, ...order });
    return done.promise;
  };
  return {
    url,
    create: async (siteId) => (await tell({ siteId }))!,
    delete: async (siteId, id) => void (await tell({ siteId, id })),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await exited;
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const node = await startNode(config, createLog('warn'), { api: true, worker: false });
  const { ctx, url } = node;
  const follow = async ({ siteId, id }: Order): Promise<CreatedKey | undefined> => {
    if (id !== undefined) {
      await deleteKey(ctx, siteId, id, 'nodes');
      return undefined;
    }
    const request = { name: 'short-lived', source: 'Server-side', permissions: ['serve'] };
    return createKey(ctx, ctx.snapshots.site(siteId)!, request, 'nodes');
  };
  process.on('message', async (order: Order) => {
    const { number } = order;
    const done: Done = await follow(order).then(
      (key) => ({ number, ...(key && { key }) }),
      (error: Error) => ({ number, error: error.message }),
    );
    // The parent may have gone, which ends this process, too.
    process.send?.(done, undefined, undefined, () => undefined);
  });
  const leave = () => void node.stop().then(() => process.disconnect?.());
  process.once('SIGTERM', leave);
  // The parent has died.
  process.once('disconnect', () => process.exit());
  process.send?.({ url });
}

if (import.meta.main) await run();
