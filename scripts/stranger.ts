// `npm run stranger`: types what the README tells a newcomer to type, as several newcomers.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { install, makeCheckout, otherNpm } from './stranger/checkout.ts';
import { endStarted, type Newcomer, oneself, otherUser } from './stranger/newcomer.ts';
import { forget, startAndStop } from './stranger/start.ts';

const secondStartBoundMs = 5000;

const base = mkdtempSync(join(tmpdir(), 'attune-stranger-'));
chmodSync(base, 0o755);
const plain = join(base, 'plain/attune');
const closed = join(base, 'home/attune');
const deep = join(base, ...Array(4).fill('d'.repeat(50)), 'attune');
process.on('exit', () => {
  endStarted();
  rmSync(base, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

const faults: string[] = [];
const me = oneself();
await tryIt(me, 'in a plain folder', plain, () => {
  makeCheckout(plain, me);
  return install(me, plain, 'npm');
});
await tryIt(me, 'in a home of mode 0700', closed, async () => {
  makeCheckout(closed, me);
  chmodSync(dirname(closed), 0o700);
  return install(me, closed, await otherNpm(me));
});
await tryIt(me, '200 characters deep', deep, async () => {
  mkdirSync(dirname(deep), { recursive: true });
  renameSync(closed, deep);
  return 'moved';
});
if (me.uid === 0) {
  const home = join(base, 'nobody');
  const nobody = otherUser('nobody', home);
  await tryIt(nobody, 'in a home of its own', join(home, 'attune'), () => {
    makeCheckout(join(home, 'attune'), nobody);
    return install(nobody, join(home, 'attune'), 'npm');
  });
} else {
  console.log('- another user: only root can become one');
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

/** Prepares a checkout and starts it twice; tells how long each took, or notes what went wrong. */
async function tryIt(
  who: Newcomer,
  where: string,
  folder: string,
  prepare: () => Promise<string>,
): Promise<void> {
  const title = `${who.name}, ${where}`;
  try {
    const prepared = await prepare();
    const firstMs = await startAndStop(who, folder);
    const secondMs = await startAndStop(who, folder);
    const times = `first start ${seconds(firstMs)}, second ${seconds(secondMs)}`;
    if (secondMs >= secondStartBoundMs) throw new Error(`a second start is too slow: ${times}`);
    console.log(`✔ ${title}: ${prepared}, ${times}`);
  } catch (error) {
    console.log(`✖ ${title}`);
    faults.push(`${title}: ${(error as Error).message}`);
  } finally {
    forget(folder);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
