// The API of a node: in this process, or in several of its own.
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { type Caches, openCaches } from './caches.ts';
import type { Context } from './context.ts';
import type { DatabaseTarget } from './db/connection.ts';
import { openTeammates } from './features/access/teammates/index.ts';
import type { RecordingInbox } from './features/events/collect/index.ts';
import { watchHealth } from './features/operations/health/index.ts';
import { type ApiStatus, countedHere, statusOf } from './http/api-status.ts';
import { beginToLeave } from './http/drain.ts';
import type { HttpOptions } from './http/server.ts';
import type { Link } from './processes/link.ts';

/** A client that the kernel turns away tries again after seconds: a burst waits instead. */
const backlog = 4_096;

export interface Api {
  readonly status: ApiStatus;
  /** Resolves with its address when it listens. */
  readonly listen: () => Promise<string>;
  /** From now on each answer is the last one of its connection. */
  readonly beginToLeave: () => void;
  /** Resolves when it has applied all changes that are committed now. */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

type Notes = Pick<HttpOptions, 'noteUse' | 'notePassedOver'>;

interface Parts {
  readonly ctx: Context;
  readonly target: DatabaseTarget;
  readonly inbox: RecordingInbox;
  readonly notes: Notes;
  /** Where this process is one of several: to the one that started it. */
  readonly link?: Link | undefined;
}

/** Opens the API in this process: its caches and its routes, and no port yet. */
export async function openApi({ ctx, target, inbox, notes, link }: Parts): Promise<Api> {
  const caches: Caches = await openCaches(ctx, target);
  const health = watchHealth(ctx, inbox);
  const { noteUse, notePassedOver } = notes;
  const http = { noteUse, notePassedOver, ...(link && { status: nodeStatus(link) }) };
  const app = createApp(ctx, caches, inbox, openTeammates(ctx), http);
  link?.on({
    metrics: () => countedHere(ctx, app.server),
    drain: () => beginToLeave(app.server),
  });
  return {
    status: statusOf(ctx, app.server),
    async listen() {
      const { port, host } = ctx.config;
      await app.listen({ port, host, backlog });
      return urlOf(app.server.address() as AddressInfo);
    },
    beginToLeave: () => beginToLeave(app.server),
    catchUp: caches.catchUp,
    async close() {
      await app.close();
      await health.stop();
      await caches.stop();
    },
  };
}

/** One process that ends for another is no end of the node. */
const nodeStatus = ({ isNodeLeaving, readMetrics }: Link): ApiStatus => ({
  isListening: () => true,
  isLeaving: isNodeLeaving,
  readMetrics,
});

function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '127.0.0.1' || address === '::1') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
