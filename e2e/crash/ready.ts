// Whether an installation is back: it answers, and its database does.
import type pg from 'pg';
import type { Send } from './api.ts';
import { type Installation, pause } from './installation.ts';
import type { Operator } from './operator.ts';

const boundMs = 120_000;

/** Waits until the API is ready with its database. Rejects when that takes two minutes. */
export function ready(installation: Installation): Promise<void> {
  let last = 'nothing';
  return until('ready', async () => {
    const answer = await fetch(`${installation.url()}/readyz`).catch(() => undefined);
    last = answer ? `${answer.status} ${await answer.text()}` : 'nothing';
    return answer?.ok === true && !last.includes('away');
  }).catch((error: Error) => {
    const running = [...installation.running.keys()].join(' and ');
    const said = installation.said().slice(-20).join('\n  ');
    throw new Error(`${error.message}: it answers ${last}; ${running} run, and said\n  ${said}`);
  });
}

/** Waits until requests that need the database are answered again; rejects as `ready` does. */
export function untilWorking(send: Send): Promise<void> {
  const nobody = new URLSearchParams({ cuid: 'nobody', cuidType: 'external', affinity: 'true' });
  return until('working', async () => {
    return (await send('GET', `/v2/userprofile?${nobody}`)).is === 'acknowledged';
  });
}

/**
 * Waits until the database itself answers, which the API may do from its memory while PostgreSQL
 * is on its way back; rejects as `ready` does.
 */
export async function untilAnswering(operator: Operator): Promise<pg.Pool> {
  let found: pg.Pool | undefined;
  await until('beside an answering database', async () => {
    found = await operator.database().catch(() => undefined);
    const answer = await found?.query('select 1').catch(() => undefined);
    return answer !== undefined;
  });
  return found!;
}

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + boundMs;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`the API is not ${what} after ${boundMs / 1000} s`);
    await pause(20);
  }
}
