// A running node: the API, a worker, or both in one process; or the primary process of several.
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, openApi } from './api.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { listen } from './db/listen.ts';
import { startCounting } from './features/access/key-use/index.ts';
import { announceNode } from './features/configuration/nodes/index.ts';
import { changesChannel } from './features/configuration/sites/index.ts';
import {
  inboxChannel,
  type RecordingInbox,
  recordingInbox,
  startWorker,
} from './features/events/collect/index.ts';
import { startIngestionWarnings } from './features/insights/ingestion-warnings/index.ts';
import { watchHealth } from './features/operations/health/index.ts';
import { type ApiStatus, countedHere } from './http/api-status.ts';
import { createAdminServer } from './http/server.ts';
import { startJobs } from './jobs.ts';
import type { Log } from './log/log.ts';
import type { ProcessConfig } from './process-config.ts';
import { type Link, openProcesses, ownState } from './processes/index.ts';
import { openResources, type Resources } from './resources.ts';

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
  /** Replaces its processes, without a failed request; undefined where it is one alone. */
  readonly roll: (() => Promise<void>) | undefined;
  /** Answers what is under way, finishes the batches under way, and closes everything. */
  readonly stop: () => Promise<void>;
}

export interface NodeOptions {
  readonly onLost?: (reason: Error) => void;
  readonly signal?: AbortSignal;
  /** Work to do before the API opens. */
  readonly beforeOpen?: (ctx: Context, inbox: Resources['inbox']) => Promise<void>;
  /** Where there are several, this process starts them. Default: this one does everything. */
  readonly processes?: ProcessConfig;
  /** In one of those: to the process that started it. */
  readonly link?: Link;
}

/** Starts a node. Rejects with a message for the operator, having closed what it opened. */
export async function startNode(
  config: Config,
  log: Log,
  roles: Roles,
  { beforeOpen, link, processes: wanted = oneProcess, ...options }: NodeOptions = {},
): Promise<RunningNode> {
  const own = ownState();
  const resources = await openResources(config, log, {
    ...options,
    role: 'server',
    sharesDatabase: !roles.api,
    state: link?.state ?? own,
    ...(link && { within: link.beginning }),
  });
  const { ctx, location, snapshots } = resources;
  const closers: (() => Promise<unknown>)[] = [resources.close];
  const stop = async () => {
    for (const close of closers.reverse()) await close();
    closers.length = 0;
  };
  try {
    closers.push(await followChanges(ctx, resources));
    const counts = childrenOf(roles, wanted);
    const here = {
      api: roles.api && counts.api === 0,
      worker: roles.worker && counts.worker === 0,
    };
    if (here.api || here.worker) closers.push(await announce(ctx, snapshots, here));
    const notes = startNotes(ctx);
    closers.push(notes.stop);
    const inbox = recordingInbox(ctx, resources.inbox);
    closers.push(inbox.settled);
    const isFirst = link?.beginning.isFirstWorker ?? true;
    if (here.worker) closers.push(await openWorker(ctx, inbox, location, isFirst));
    if (here.worker && link) link.on({ metrics: () => countedHere(ctx) });
    await beforeOpen?.(ctx, inbox);
    const { target } = location;
    const processes =
      counts.api + counts.worker > 0
        ? openProcesses({ ctx, live: own.live, counts, target })
        : undefined;
    const api: Api | undefined = here.api
      ? await openApi({ ctx, target, inbox, notes, link })
      : processes;
    const url = api && (await openPorts(api));
    const drain = async (ms: number) => {
      if (!api) return;
      api.beginToLeave();
      await delay(ms);
    };
    const catchUp = async () => {
      await inbox.settled();
      await notes.record();
      await api?.catchUp();
    };
    return { ctx, catchUp, url, drain, roll: processes?.roll, stop };

    async function openPorts(opened: Api): Promise<string | undefined> {
      let closeAdmin = async () => undefined as unknown;
      // The port of operators is the last to close: it tells that the node is about to stop.
      closers.push(() => closeAdmin(), opened.close);
      if (!link && roles.api) {
        closeAdmin = await openAdmin(ctx, opened.status, inbox, processes !== undefined);
      }
      return (await opened.listen()) || undefined;
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

const oneProcess: ProcessConfig = { apiProcesses: 1, workerProcesses: 0 };

/**
 * How many processes of their own a node's roles have. With some of either, the first process only
 * starts them, and works off what was recorded where nothing else does.
 */
function childrenOf({ api, worker }: Roles, { apiProcesses, workerProcesses }: ProcessConfig) {
  const workers = worker ? workerProcesses : 0;
  const areSeveral = apiProcesses > 1 || workers > 0;
  return { api: api && areSeveral ? apiProcesses : 0, worker: workers };
}

/** Applies changes of the configuration as they are committed. Resolves with what ends that. */
async function followChanges({ log }: Context, { location, snapshots }: Resources) {
  const onChange = () => void snapshots.catchUp().catch(() => undefined);
  const { target } = location;
  const handlers = { onMessage: onChange, onReconnect: onChange };
  const changes = await listen({ target, channel: changesChannel, ...handlers, log });
  return changes.close;
}

async function announce(ctx: Context, snapshots: Resources['snapshots'], roles: Roles) {
  const presence = await announceNode(ctx, snapshots, rolesOf(roles));
  return presence.stop;
}

/** Starts the worker. Resolves with what stops it. */
async function openWorker(
  ctx: Context,
  inbox: RecordingInbox,
  { target }: Resources['location'],
  isFirst: boolean,
): Promise<() => Promise<unknown>> {
  const worker = startWorker(ctx, inbox);
  const jobs = startJobs(ctx, target, isFirst);
  const handlers = { onMessage: worker.wake, onReconnect: worker.wake };
  const wakeUps = await listen({ target, channel: inboxChannel, ...handlers, log: ctx.log });
  return () => Promise.all([worker.stop(), jobs.stop(), wakeUps.close()]);
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

/**
 * Opens the port for operators alone, where there is one. Resolves with what closes it. What it
 * tells of the health is looked at here, unless the API does in this process.
 */
async function openAdmin(
  ctx: Context,
  status: ApiStatus,
  inbox: RecordingInbox,
  looks: boolean,
): Promise<() => Promise<void>> {
  const { adminPort: port, host } = ctx.config;
  if (port === undefined) return async () => undefined;
  const health = looks ? watchHealth(ctx, inbox) : undefined;
  const app = createAdminServer(ctx, status);
  await app.listen({ port, host });
  ctx.log.info({ port: (app.server.address() as AddressInfo).port }, 'health and metrics');
  return async () => {
    await app.close();
    await health?.stop();
  };
}

const rolesOf = ({ api, worker }: Roles) => [
  ...(api ? (['api'] as const) : []),
  ...(worker ? (['worker'] as const) : []),
];
