// What each part of a server says at a moment: to an operator, to senders of events, to pages.
import { randomBytes } from 'node:crypto';
import { watchHealth } from '../../packages/server/src/features/operations/health/index.ts';
import { askOf } from '../../packages/server/src/http/requests.fixture.ts';
import type { TestServer } from '../../packages/server/src/testing.ts';

export interface Observer {
  readonly ready: () => Promise<{ readonly status: string; readonly reasons: readonly string[] }>;
  readonly metric: (name: string) => Promise<number>;
  /** The status and, of an error, the code. */
  readonly collect: () => Promise<string>;
  /** The status and the codes of the warnings. */
  readonly choose: () => Promise<string>;
  /** The status and, of an error, the code. */
  readonly erase: () => Promise<string>;
  readonly isErased: () => Promise<boolean>;
}

const someone = { cuid: 'ann', cuidType: 'external' };
/** 3 KB that no packing makes smaller. */
const large = () =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`p${at}`, randomBytes(120).toString('base64')]),
  );
const page = { type: 'HOMEPAGE', location: 'https://shop.example/' };

/** Observes a server without a worker, with a site of its own. */
export async function observe(server: TestServer): Promise<Observer> {
  const { test: site, ctx, url } = server;
  const key = await site.key(['serve', 'collect', 'userprofile', 'userdata']);
  const ask = askOf(url);
  const codeOf = ({
    status,
    body,
  }: {
    readonly status: number;
    readonly body?: { code?: string };
  }) => (body?.code ? `${status} ${body.code}` : `${status}`);
  return {
    ready: async () => {
      const { status = '', reasons = [] } = (await ask('GET', '/readyz')).body;
      return { status, reasons };
    },
    metric: async (name) => {
      const { text } = await ask('GET', '/metrics');
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
    collect: async () => {
      const events = Array.from({ length: 40 }, () => ({ name: 'Large', properties: large() }));
      const body = { user: someone, events };
      return codeOf(await ask('POST', '/v2/collect/user/event', { key, body }));
    },
    choose: async () => {
      const body = { user: someone, context: { page } };
      const { status, body: answer } = await ask('POST', '/v2/serve/user/choose', { key, body });
      const codes = (answer.warnings ?? []).map(({ code }: { code: string }) => code);
      return [status, ...codes].join(' ');
    },
    erase: async () => {
      const query = new URLSearchParams(someone);
      return codeOf(await ask('DELETE', `/v2/userprofile?${query}`, { key }));
    },
    isErased: async () => {
      const { rows } = await ctx.pool.query('select from erasure where done_at is null');
      return rows.length === 0;
    },
  };
}

/** Watches a server as its node does, but sooner. */
export const watchSoon = ({ ctx }: TestServer, isFull: () => boolean, lateMs: number) =>
  watchHealth(ctx, { ...ctx.inbox, isFull }, { lookMs: 50, lateMs });
