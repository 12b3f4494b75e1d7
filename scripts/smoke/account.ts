// A user account of this machine with a plain environment, and the commands that run as it.
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter } from 'node:path';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly env: NodeJS.ProcessEnv;
}

export interface Started {
  readonly pid: number;
  /** Everything that it has written. */
  readonly output: () => string;
  /** Resolves with its exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Process groups that run. */
const running = new Set<number>();

/** The account that runs this, in its own home. */
export function currentAccount(): Account {
  const { username, uid, gid } = userInfo();
  return { name: username, uid, gid, env: plainEnvironment() };
}

/** A user of this machine in a new home; only root can make one. */
export function otherAccount(name: string, home: string): Account {
  const id = (kind: string) => Number(execFileSync('id', [kind, name]));
  const [uid, gid] = [id('-u'), id('-g')];
  mkdirSync(home, { mode: 0o700 });
  chownSync(home, uid, gid);
  return { name, uid, gid, env: { ...plainEnvironment(), HOME: home } };
}

/** This process's environment without what npm adds, which is a newer Node among other things. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE|PORT$|HOST$|DATA_DIR$|DATABASE_URL$)/i.test(name),
  );
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const isOurs = (folder: string) => /node_modules\/\.bin$|node-gyp-bin$/.test(folder);
  return {
    ...Object.fromEntries(kept),
    PATH: path.filter((folder) => !isOurs(folder)).join(delimiter),
  };
}

/** Starts a command in a process group of its own. */
export function start(
  account: Account,
  cwd: string,
  command: readonly [string, ...string[]],
  more: NodeJS.ProcessEnv = {},
): Started {
  const isOther = account.uid !== process.getuid?.();
  const options: SpawnOptions = {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...account.env, ...more },
    ...(isOther ? { uid: account.uid, gid: account.gid } : {}),
  };
  const child = spawn(command[0], command.slice(1), options);
  const pid = child.pid ?? -1;
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  running.add(pid);
  const ended = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      running.delete(pid);
      resolve(code ?? signal ?? 'nothing');
    });
  });
  return { pid, output: () => text, ended };
}

/** Runs a command to its end and answers what it wrote. Throws that when it fails or takes long. */
export async function finish(
  account: Account,
  cwd: string,
  command: readonly [string, ...string[]],
  boundMs = 240_000,
): Promise<string> {
  const { pid, output, ended } = start(account, cwd, command);
  const bound = setTimeout(() => signalGroup(pid, 'SIGKILL'), boundMs);
  const code = await ended;
  clearTimeout(bound);
  if (code === 0) return output();
  throw new Error(`"${command.join(' ')}" ended with ${code}:\n${output()}`);
}

/** Sends a signal to a started command and its children, as a terminal does. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (running.has(pid)) process.kill(-pid, signal);
}

/** Ends what still runs. */
export function endStarted(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL');
}
