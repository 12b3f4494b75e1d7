// A running node: the API, a worker, or both in one process.
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { listen } from './db/listen.ts';
import { inboxChannel, postgresInbox, startWorker } from './features/events/index.ts';
import { changesChannel } from './features/sites/index.ts';
import { startJobs } from './jobs.ts';
import type { Log } from './log/log.ts';
import { openResources } from './resources.ts';

export interface Roles {
  readonly api: boolean;
  readonly worker: boolean;
}

export interface RunningNode {
  readonly ctx: Context;
  /** Where the API listens; undefined for a worker alone. */
  readonly url: string | undefined;
  /** Answers what is under way, finishes the batches under way, and closes everything. */
  readonly stop: () => Promise<void>;
}

export interface NodeOptions {
  readonly onLost?: (reason: Error) => void;
  readonly signal?: AbortSignal;
  /** Work to do before the API opens. */
  readonly beforeOpen?: (ctx: Context) => Promise<void>;
}

/** Starts a node. Rejects with a message for the operator, having closed what it opened. */
export async function startNode(
  config: Config,
  log: Log,
  roles: Roles,
  { beforeOpen, ...options }: NodeOptions = {},
): Promise<RunningNode> {
  const resources = await openResources(config, log, {
    ...options,
    role: 'server',
    sharesDatabase: !roles.api,
  });
  const { ctx, location, snapshots } = resources;
  const closers: (() => Promise<unknown>)[] = [resources.close];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
    closers.length = 0;
  };
  try {
    const catchUp = () => void snapshots.catchUp().catch(() => undefined);
    const changes = await listen({
      target: location.target,
      channel: changesChannel,
      onMessage: catchUp,
      onReconnect: catchUp,
      log,
    });
    closers.push(changes.close);
    const inbox = postgresInbox(ctx.db);
    if (roles.worker) closers.push(await openWorker());
    await beforeOpen?.(ctx);
    const url = roles.api ? await openApi() : undefined;
    return { ctx, url, stop };

    async function openWorker() {
      const worker = startWorker(ctx, inbox);
      const jobs = startJobs(ctx);
      const wakeUps = await listen({
        target: location.target,
        channel: inboxChannel,
        onMessage: worker.wake,
        onReconnect: worker.wake,
        log,
      });
      return () => Promise.all([worker.stop(), jobs.stop(), wakeUps.close()]);
    }

    async function openApi() {
      const app = createApp(ctx, inbox);
      closers.push(() => app.close());
      await app.listen({ port: config.port, host: config.host });
      return urlOf(app.server.address() as AddressInfo);
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '127.0.0.1' || address === '::1') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
