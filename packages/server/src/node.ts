// A running node: the API, a worker, or both in one process.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from './app.ts';
import { type Caches, openCaches } from './caches.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { listen } from './db/listen.ts';
import { startCounting } from './features/access/key-use/index.ts';
import { openTeammates } from './features/access/teammates/index.ts';
import { announceNode } from './features/configuration/nodes/index.ts';
import { changesChannel } from './features/configuration/sites/index.ts';
import { inboxChannel, recordingInbox, startWorker } from './features/events/collect/index.ts';
import { startIngestionWarnings } from './features/insights/ingestion-warnings/index.ts';
import { watchHealth } from './features/operations/health/index.ts';
import type { App } from './http/app.ts';
import { beginToLeave } from './http/drain.ts';
import { createAdminServer } from './http/server.ts';
import { startJobs } from './jobs.ts';
import type { Log } from './log/log.ts';
import { openResources, type Resources } from './resources.ts';

/** A client that the kernel turns away tries again after seconds: a burst waits instead. */
const backlog = 4_096;

export interface Roles {
  readonly api: boolean;
  readonly worker: boolean;
}

export interface RunningNode {
  readonly ctx: Context;
  /**
   * Resolves when all that this node has answered is recorded, and its API has applied all changes
   * of users and of feeds that are committed now.
   */
  readonly catchUp: () => Promise<void>;
  /** Where the API listens; undefined for a worker alone. */
  readonly url: string | undefined;
  /**
   * Reports that it is about to stop, and goes on answering for so long, so that proxies notice.
   */
  readonly drain: (ms: number) => Promise<void>;
  /** Answers what is under way, finishes the batches under way, and closes everything. */
  readonly stop: () => Promise<void>;
}

export interface NodeOptions {
  readonly onLost?: (reason: Error) => void;
  readonly signal?: AbortSignal;
  /** Work to do before the API opens. */
  readonly beforeOpen?: (ctx: Context, inbox: Resources['inbox']) => Promise<void>;
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
    const onChange = () => void snapshots.catchUp().catch(() => undefined);
    const changes = await listen({
      target: location.target,
      channel: changesChannel,
      onMessage: onChange,
      onReconnect: onChange,
      log,
    });
    closers.push(changes.close);
    const presence = await announceNode(ctx, snapshots, rolesOf(roles));
    closers.push(presence.stop);
    const notes = startNotes(ctx);
    closers.push(notes.stop);
    const inbox = recordingInbox(ctx, resources.inbox);
    closers.push(inbox.settled);
    if (roles.worker) closers.push(await openWorker());
    await beforeOpen?.(ctx, inbox);
    let caches: Caches | undefined;
    const app = roles.api ? await openApi() : undefined;
    const drain = async (ms: number) => {
      if (!app) return;
      beginToLeave(app.server);
      await delay(ms);
    };
    const url = app && urlOf(app.server.address() as AddressInfo);
    const catchUp = async () => {
      await inbox.settled();
      await notes.record();
      await caches?.catchUp();
    };
    return { ctx, catchUp, url, drain, stop };

    async function openWorker() {
      const worker = startWorker(ctx, inbox);
      const jobs = startJobs(ctx, location.target);
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
      caches = await openCaches(ctx, location.target);
      closers.push(caches.stop);
      closers.push(watchHealth(ctx, inbox).stop);
      const app = createApp(ctx, caches, inbox, openTeammates(ctx), notes);
      closers.push(await openAdmin(ctx, app), () => app.close());
      await app.listen({ port: config.port, host: config.host, backlog });
      return app;
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts what is noted of requests behind them: uses of keys, and what could not be read. */
function startNotes(ctx: Context) {
  const uses = startCounting(ctx);
  const warnings = startIngestionWarnings(ctx);
  return {
    noteUse: uses.note,
    notePassedOver: warnings.note,
    record: () => Promise.all([uses.record(), warnings.record()]),
    stop: () => Promise.all([uses.stop(), warnings.stop()]),
  };
}

/** Opens the port for operators alone, where there is one. Resolves with what closes it. */
async function openAdmin(ctx: Context, api: App): Promise<() => Promise<void>> {
  const { adminPort: port, host } = ctx.config;
  if (port === undefined) return async () => undefined;
  const app = createAdminServer(ctx, api.server);
  await app.listen({ port, host });
  ctx.log.info({ port: (app.server.address() as AddressInfo).port }, 'health and metrics');
  return () => app.close();
}

const rolesOf = ({ api, worker }: Roles) => [
  ...(api ? (['api'] as const) : []),
  ...(worker ? (['worker'] as const) : []),
];

function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '127.0.0.1' || address === '::1') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
