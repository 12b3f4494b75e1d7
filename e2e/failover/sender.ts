// Events that a shop's server sends until they are acknowledged, as a queue of its own would.
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../packages/server/src/testing.ts';
import type { Answer } from '../nodes/client.ts';

export interface Sent {
  /** Of every event; all were acknowledged in the end. */
  readonly ids: readonly string[];
  /** Answers other than 2xx, and connections that broke. */
  readonly refused: number;
}

export interface Sender {
  /** Resolves when so many nodes each acknowledged an event first sent from now on. */
  readonly acknowledgedByAll: (nodes: number) => Promise<void>;
  readonly stop: () => Promise<Sent>;
}

const againMs = 200;

/** Begins to send so many events a second; the n-th goes to a node that `send` chooses. */
export function startSender(
  perSecond: number,
  prefix: string,
  send: (number: number, body: unknown) => Promise<Answer>,
): Sender {
  const ids: string[] = [];
  const underWay = new Set<Promise<void>>();
  const awaited = new Set<(number: number) => void>();
  let refused = 0;
  let isStopped = false;

  async function deliver(number: number, id: string): Promise<void> {
    const user = { cuid: `person-${number % 200}`, cuidType: 'external' };
    const data = [{ attribute: 'color', values: ['red'] }];
    const properties = { svcType: 'inform-affinity-v1', data };
    const events = [{ name: 'Quiz', eventId: id, timestamp: new Date().toISOString(), properties }];
    for (;;) {
      const status = await send(number, { user, events }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status >= 200 && status < 300) break;
      refused += 1;
      await pause(againMs);
    }
    for (const tell of awaited) tell(number);
  }

  const sending = (async () => {
    const since = performance.now();
    while (!isStopped) {
      while (ids.length < ((performance.now() - since) / 1000) * perSecond) {
        const id = `${prefix}-${ids.length}`;
        const one = deliver(ids.length, id).finally(() => underWay.delete(one));
        ids.push(id);
        underWay.add(one);
      }
      await pause(20);
    }
  })();

  return {
    acknowledgedByAll(nodes) {
      const first = ids.length;
      const left = new Set(Array.from({ length: nodes }, (_, at) => at));
      return new Promise((resolve) => {
        const tell = (number: number) => {
          if (number >= first) left.delete(number % nodes);
          if (left.size > 0) return;
          awaited.delete(tell);
          resolve();
        };
        awaited.add(tell);
      });
    },
    async stop() {
      isStopped = true;
      await sending;
      await Promise.all(underWay);
      return { ids, refused };
    },
  };
}

export interface InLog {
  /** Acknowledged, and not in the log. */
  readonly lost: number;
  readonly doubled: number;
}

interface Queried {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** What became of events that were acknowledged, once nothing waits for the worker. */
export async function compareWithLog(database: Queried, ids: readonly string[]): Promise<InLog> {
  await eventually(async () => {
    const { rows } = await database.query('select from inbox limit 1');
    return rows.length === 0;
  }, 120_000);
  const { rows } = await database.query(
    'select count(*)::integer as count from event where id = any($1) group by id',
    [[...ids]],
  );
  const counts = rows as readonly { readonly count: number }[];
  const doubled = counts.filter(({ count }) => count > 1).length;
  return { lost: ids.length - counts.length, doubled };
}
