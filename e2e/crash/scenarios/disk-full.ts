// A disk that fills up: writes are refused, nothing acknowledged goes, and space brings it back.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../installation.ts';
import { fill, mount, mountObstacle } from './mounts.ts';
import { chooses, runCourse, type Scenario } from './scenario.ts';

const fullMs = (short: boolean) => (short ? 4_000 : 20_000);

export const diskFull: Scenario = {
  name: 'disk-full',
  promise: 'a full disk refuses writes with 503, loses nothing, and recovers with space',
  obstacle: mountObstacle,
  async run({ seed, short }) {
    const folder = await mount('full', '-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs');
    return runCourse(seed, {
      folder,
      async fault(session, installation) {
        const ballast = join(folder, 'ballast');
        const end = Date.now() + fullMs(short);
        const faults: string[] = [];
        let isRefused = false;
        while (Date.now() < end) {
          fill(ballast);
          isRefused ||= (await status(session, installation.url())) === 503;
          await pause(100);
        }
        if (!isRefused) faults.push('no write was refused with 503');
        faults.push(...(await chooses(session, 'while the disk was full')));
        rmSync(ballast);
        return faults;
      },
    });
  },
};

/** Of a large event; 0 without an answer. */
async function status({ key }: { key: string }, url: string | undefined): Promise<number> {
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`p${at}`, 'x'.repeat(200)]),
  );
  const events = Array.from({ length: 100 }, () => ({ name: 'large', properties }));
  const answer = await fetch(`${url}/v2/collect/user/event`, {
    method: 'POST',
    headers: { 'svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ user: { id: '5' }, events }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  return answer?.status ?? 0;
}
