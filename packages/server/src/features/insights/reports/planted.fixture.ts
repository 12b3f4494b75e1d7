// A server in whose past a test plants what users were given and what they did.

import type { ReportedEvent } from '@attune/contract';
import type { TestServer } from '../../../testing.ts';
import {
  type Experiences,
  experienceServer,
} from '../../experiences/campaigns/campaigns.fixture.ts';

export const dayMs = 86_400_000;
export type User = { id: string } | { cuid: string; cuidType: string };
type Properties = Readonly<Record<string, unknown>>;

export interface Planting extends TestServer, Experiences {
  /** Does something as if it were so many days ago. */
  readonly daysAgo: <T>(days: number, work: () => Promise<T>) => Promise<T>;
  /** Sends events of a user as of so many days ago. */
  readonly tell: (user: User, days: number, ...events: Properties[]) => Promise<void>;
}

/** Starts the server; its clock is what `daysAgo` says. */
export async function plantingServer(): Promise<Planting> {
  const server = await experienceServer();
  let shiftMs = 0;
  Object.assign(server.ctx, { now: () => Date.now() + shiftMs });
  return {
    ...server,
    async daysAgo(days, work) {
      shiftMs = -days * dayMs;
      try {
        return await work();
      } finally {
        shiftMs = 0;
      }
    },
    async tell(user, days, ...events) {
      await server.client.events({
        user,
        events: events.map(
          (properties) =>
            ({
              name: String(properties['svcType'] ?? 'custom'),
              timestamp: Date.now() - days * dayMs,
              properties,
            }) as ReportedEvent,
        ),
      });
    },
  };
}

/** A person by name. */
export const person = (cuid: string): User => ({ cuid, cuidType: 'external' });

let lastId = 40_000;

/** A device that was never seen. */
export function newDevice(): User {
  lastId += 1;
  return { id: String(lastId) };
}

let orders = 0;

/** A purchase under a transaction of its own. */
export function bought(value: number, more: object = {}) {
  orders += 1;
  const uniqueTransactionId = `order-${orders}`;
  return { svcType: 'purchase-v1' as const, value, cart: [], uniqueTransactionId, ...more };
}

/** A refund of a transaction, whole unless it says more. */
export const refunded = (uniqueTransactionId: string, more: object = {}) => ({
  svcType: 'refund-v1' as const,
  uniqueTransactionId,
  ...more,
});

const atOnce = 16;

/** Does something for each of many, some at once; no more than a server takes without queueing. */
export async function forMany<T, R>(
  many: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < many.length; from += atOnce) {
    done.push(...(await Promise.all(many.slice(from, from + atOnce).map(work))));
  }
  return done;
}
