// A steady load of what a shop asks, whether it is answered in time or not.
import type { Answer, ClientRequest } from './client.ts';

export interface Tally {
  readonly sent: number;
  /** Whatever was not answered with 2xx, in words, with how often. */
  readonly failures: ReadonlyMap<string, number>;
  /** Milliseconds of each answer. */
  readonly ms: readonly number[];
}

export interface Load {
  /** Sends no more, and waits for what is under way. */
  readonly stop: () => Promise<Tally>;
}

const tickMs = 20;

/** The n-th request: of ten, six choose, three events and one profile. */
export function mixed(key: string, number: number): ClientRequest {
  const user = { cuid: `person-${number % 500}`, cuidType: 'external' };
  const kind = number % 10;
  if (kind < 6) {
    const body = { user, selector: { names: ['home'] }, context: { page: { type: 'PRODUCT' } } };
    return { method: 'POST', path: '/v2/serve/user/choose', key, body };
  }
  if (kind < 9) {
    const data = [{ attribute: 'color', values: ['red'] }];
    const events = [{ name: 'Quiz', properties: { svcType: 'inform-affinity-v1', data } }];
    return { method: 'POST', path: '/v2/collect/user/event', key, body: { user, events } };
  }
  const query = new URLSearchParams({ ...user, affinity: 'true' });
  return { method: 'GET', path: `/v2/userprofile?${query}`, key };
}

/** The n-th request of a load that only chooses. */
export const choosing = (key: string, number: number): ClientRequest => ({
  ...mixed(key, 0),
  body: { user: { id: String(1 + (number % 10_000)) }, selector: { names: ['home'] } },
});

/** Sends so many requests a second: `send` is given the number of each. */
export function startLoad(perSecond: number, send: (number: number) => Promise<Answer>): Load {
  const failures = new Map<string, number>();
  const ms: number[] = [];
  const underWay = new Set<Promise<void>>();
  const since = performance.now();
  let sent = 0;

  async function sendOne(number: number): Promise<void> {
    const began = performance.now();
    const fault = await send(number).then(faultOf, (error: Error) => String(error));
    ms.push(performance.now() - began);
    if (fault !== undefined) failures.set(fault, (failures.get(fault) ?? 0) + 1);
  }

  const ticking = setInterval(() => {
    const due = ((performance.now() - since) / 1000) * perSecond;
    while (sent < due) {
      sent += 1;
      const one = sendOne(sent).finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }, tickMs);
  return {
    async stop() {
      clearInterval(ticking);
      await Promise.all(underWay);
      return { sent, failures, ms };
    },
  };
}

function faultOf({ status, text }: Answer): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  // Without the trace id, so that equal ones are counted together.
  const { code, detail } = text.startsWith('{') ? JSON.parse(text) : { code: '', detail: text };
  return `${status} ${code} ${detail}`;
}
