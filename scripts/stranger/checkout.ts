// A fresh checkout in another place, and its installation with either of the supported npm.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ownFiles, projectRoot } from '../project.ts';
import { finish, type Newcomer } from './newcomer.ts';

/** One version of each major of npm that is supported. */
const npms = ['npm@10.8.2', 'npm@11.19.1'] as const;
const bundledNode = /^v26\./;

/** Copies the project's files, and nothing that git would not keep, into a newcomer's hands. */
export function makeCheckout(to: string, who: Newcomer): void {
  for (const path of ownFiles()) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(to, path));
  }
  if (who.uid !== process.getuid?.()) execFileSync('chown', ['-R', `${who.uid}:${who.gid}`, to]);
}

/** The npm that this machine does not have, as `npx` knows it. */
export async function otherNpm(who: Newcomer): Promise<string> {
  const [major] = (await finish(who, '/', ['npm', '--version'])).split('.');
  return npms.find((npm) => !npm.startsWith(`npm@${major}.`)) ?? npms[0];
}

/** Runs `npm ci`, and looks at what it brought; answers with which npm and in what time. */
export async function install(who: Newcomer, folder: string, npm: string): Promise<string> {
  const command = npm === 'npm' ? (['npm'] as const) : (['npx', '--yes', npm] as const);
  const version = (await finish(who, folder, [...command, '--version'])).trim();
  const beganMs = performance.now();
  const said = await finish(who, folder, [...command, 'ci']);
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  if (/npm (warn|error)/i.test(said)) throw new Error(`npm ${version} ci complains:\n${said}`);
  const node = await finish(who, folder, ['node_modules/.bin/node', '--version']);
  if (!bundledNode.test(node)) throw new Error(`npm ${version} linked Node ${node}`);
  const help = await finish(who, folder, ['node_modules/.bin/attune', '--help']);
  if (!help.includes('Usage: attune')) throw new Error(`attune --help says:\n${help}`);
  return `npm ${version} ci ${seconds} s`;
}
