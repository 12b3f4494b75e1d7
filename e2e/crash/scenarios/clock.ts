// A clock that is set forward and back a day while the server is down, as a wrong time server does.
//
// Only the servers' own clock is shifted, by a module that is preloaded: PostgreSQL's and the
// machine's stay.
import { testDatabase } from '../../../packages/server/src/db/testing.ts';
import { atEnd } from '../../support/cleanup.ts';
import { type Installation, openInstallation, pause } from '../installation.ts';
import { openLink } from '../link.ts';
import { ready } from '../ready.ts';
import { openSession, type Session } from '../session.ts';
import { runCourse, type Scenario } from './scenario.ts';

const dayMs = 86_400_000;
const module = './scenarios/shift-clock.ts';
const loadMs = 1_500;

async function restartAt(installation: Installation, byMs: number, ...roles: ('api' | 'worker')[]) {
  for (const role of roles) await installation.kill(role);
  installation.set({ CRASH_CLOCK_MS: String(byMs) });
  for (const role of roles) await installation.start(role);
}

export const clockShifts: Scenario = {
  name: 'clock-shifts',
  promise: 'the clock a day ahead, then a day behind: events keep their days, no key comes back',
  run: ({ seed }) =>
    runCourse(seed, {
      preload: [module],
      async fault(session, installation) {
        const faults: string[] = [];
        const key = await session.operator.createKey('deleted before', ['serve']);
        await session.operator.deleteKey(key.id);
        for (const byMs of [dayMs, -dayMs, 0]) {
          await restartAt(installation, byMs, 'api', 'worker');
          await ready(installation);
          faults.push(...(await stillDeleted(session, key.value, byMs)));
          await pause(loadMs);
        }
        return faults;
      },
    }),
};

async function stillDeleted({ send }: Session, key: string, byMs: number): Promise<string[]> {
  const { is } = await send('GET', '/v2/keys/self', { key });
  return is === 'refused' ? [] : [`a deleted key was ${is} with the clock off by ${byMs} ms`];
}

const leaseSeconds = 3;

export const clockAndLease: Scenario = {
  name: 'clock-lease',
  promise: 'a clock that was a day ahead lengthens no lease once it is right again',
  async run({ seed }) {
    const database = await testDatabase();
    atEnd(database.close);
    const link = await openLink(database.url);
    const installation = await openInstallation({
      env: { DATABASE_URL: link.url, KEY_LEASE: String(leaseSeconds) },
      preload: [module],
    });
    await installation.start('api');
    const session = await openSession(seed, installation, { databaseUrl: database.url });
    await restartAt(installation, dayMs, 'api');
    await ready(installation);
    await installation.kill('api');
    link.cut();
    installation.set({ CRASH_CLOCK_MS: '0' });
    // Either it starts from its snapshot, and then for no longer than the lease, or it does not.
    const started = await installation.start('api').then(
      () => true,
      () => false,
    );
    if (!started) return [];
    await pause((leaseSeconds + 1) * 1_000);
    const { is } = await session.send('GET', '/v2/keys/self');
    return is === 'acknowledged' ? ['a key was honoured beyond its lease'] : [];
  },
};
