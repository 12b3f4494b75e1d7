// A fresh checkout in another place, and its installation with either of the supported npm.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFiles, projectRoot } from '../project.ts';
import { type Account, finish } from './account.ts';

/** One version of each major of npm that is supported. */
const npms = ['npm@10.8.2', 'npm@11.19.1'] as const;
const bundledNode = /^v26\./;

/** Copies the files that git would keep, and nothing else, and gives them to the account. */
export function makeCheckout(to: string, account: Account): void {
  for (const path of ownFiles()) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(to, path));
  }
  if (account.uid !== process.getuid?.())
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, to]);
}

/** The npm that this machine does not have, as `npx` knows it. */
export async function otherNpm(account: Account): Promise<string> {
  const [major] = (await finish(account, '/', ['npm', '--version'])).split('.');
  return npms.find((npm) => !npm.startsWith(`npm@${major}.`)) ?? npms[0];
}

/** Runs `npm ci`, and looks at what it brought; answers with which npm and in what time. */
export async function install(account: Account, folder: string, npm: string): Promise<string> {
  const command = npm === 'npm' ? (['npm'] as const) : (['npx', '--yes', npm] as const);
  const version = (await finish(account, folder, [...command, '--version'])).trim();
  const beganMs = performance.now();
  const said = await finish(account, folder, [...command, 'ci']);
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  if (/npm (warn|error)/i.test(said)) throw new Error(`npm ${version} ci complains:\n${said}`);
  const node = await finish(account, folder, ['node_modules/.bin/node', '--version']);
  if (!bundledNode.test(node)) throw new Error(`npm ${version} linked Node ${node}`);
  const help = await finish(account, folder, ['node_modules/.bin/attune', '--help']);
  if (!help.includes('Usage: attune')) throw new Error(`attune --help says:\n${help}`);
  return `npm ${version} ci ${seconds} s`;
}
