// `npm run smoke`: the clean-checkout smoke test. Runs the README's first commands in fresh
// checkouts, as several accounts and in several folders.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, currentAccount, endStarted, otherAccount } from './smoke/account.ts';
import { install, makeCheckout, otherNpm } from './smoke/checkout.ts';
import { removeData, startAndStop } from './smoke/start.ts';

const secondStartBoundMs = 5000;

const base = mkdtempSync(join(tmpdir(), 'attune-smoke-'));
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
const me = currentAccount();
await check(me, 'in a plain folder', plain, () => {
  makeCheckout(plain, me);
  return install(me, plain, 'npm');
});
await check(me, 'in a home of mode 0700', closed, async () => {
  makeCheckout(closed, me);
  chmodSync(dirname(closed), 0o700);
  return install(me, closed, await otherNpm(me));
});
await check(me, '200 characters deep', deep, async () => {
  mkdirSync(dirname(deep), { recursive: true });
  renameSync(closed, deep);
  return 'moved';
});
if (me.uid === 0) {
  const home = join(base, 'nobody');
  const nobody = otherAccount('nobody', home);
  await check(nobody, 'in a home of its own', join(home, 'attune'), () => {
    makeCheckout(join(home, 'attune'), nobody);
    return install(nobody, join(home, 'attune'), 'npm');
  });
} else {
  console.log('- another user: only root can become one');
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

/** Prepares a checkout and starts it twice; prints how long each took, or notes what went wrong. */
async function check(
  account: Account,
  where: string,
  folder: string,
  prepare: () => Promise<string>,
): Promise<void> {
  const title = `${account.name}, ${where}`;
  try {
    const prepared = await prepare();
    const firstMs = await startAndStop(account, folder);
    const secondMs = await startAndStop(account, folder);
    const times = `first start ${seconds(firstMs)}, second ${seconds(secondMs)}`;
    if (secondMs >= secondStartBoundMs) throw new Error(`a second start is too slow: ${times}`);
    console.log(`✔ ${title}: ${prepared}, ${times}`);
  } catch (error) {
    console.log(`✖ ${title}`);
    faults.push(`${title}: ${(error as Error).message}`);
  } finally {
    removeData(folder);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
