// Events that a shop's server sends until they are acknowledged, as a queue of its own would.
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../packages/server/src/testing.ts';
import type { Answer, ClientRequest } from '../nodes/client.ts';
import { type Compared, compareEvents, reporting } from '../nodes/counted-events.ts';

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

interface Sending {
  readonly perSecond: number;
  /** May collect. */
  readonly key: string;
  /** Of ids. */
  readonly prefix: string;
}

/** Begins to send so many events a second; the n-th goes to a node that `send` chooses. */
export function startSender(
  { perSecond, key, prefix }: Sending,
  send: (number: number, request: ClientRequest) => Promise<Answer>,
): Sender {
  const ids: string[] = [];
  const underWay = new Set<Promise<void>>();
  const awaited = new Set<(number: number) => void>();
  let refused = 0;
  let isStopped = false;

  async function deliver(number: number, id: string): Promise<void> {
    const request = reporting(key, id, number);
    for (;;) {
      const status = await send(number, request).then(
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

/** What became of events that were acknowledged, once nothing waits for the worker. */
export async function compareWhenFolded(
  database: Parameters<typeof compareEvents>[0],
  ids: readonly string[],
): Promise<Compared> {
  await eventually(async () => {
    const { rows } = await database.query('select from inbox limit 1');
    return rows.length === 0;
  }, 120_000);
  return compareEvents(database, { ids, acknowledged: ids });
}
