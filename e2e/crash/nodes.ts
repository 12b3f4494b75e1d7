// The processes of an installation: started, watched, and killed as a crash does.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Environment, type Running, startAttune } from '../support/attune.ts';

export type Role = 'start' | 'api' | 'worker';

/** How a process reports that it died at a boundary: see die-at.ts. */
const deathMark = 'died: ';
const linesKept = 100;

/** No process yet. */
export function keepNodes(env: () => Environment) {
  const running = new Map<Role, Running>();
  const children = new Set<ChildProcess>();
  const deaths: string[] = [];
  const said: string[] = [];
  let isOver = false;

  async function start(role: Role): Promise<void> {
    if (isOver) throw new Error('the harness ends, and starts nothing more');
    const node = await startAttune(role, env(), {
      onSpawn: (child) => {
        if (isOver) child.kill('SIGKILL');
        children.add(child);
        child.once('exit', () => children.delete(child));
      },
      onLine: (line) => {
        if (line.startsWith(deathMark)) deaths.push(line.slice(deathMark.length));
        said.push(`${role}: ${line}`);
        if (said.length > linesKept) said.shift();
      },
    });
    node.process.once('exit', () => running.get(role) === node && running.delete(role));
    running.set(role, node);
  }

  async function kill(role: Role): Promise<void> {
    const node = running.get(role);
    running.delete(role);
    if (node) await end(node.process);
  }

  async function killAll(): Promise<void> {
    running.clear();
    await Promise.all([...children].map(end));
  }

  /** For good: what a round was about to start when it was interrupted does not start. */
  async function close(): Promise<void> {
    isOver = true;
    await killAll();
  }

  return {
    ...{ running, start, kill, killAll, close },
    /** Where processes have died by themselves since this was asked last. */
    deaths: () => deaths.splice(0),
    hasDeath: () => deaths.length > 0,
    /** The last lines of every process's standard error. */
    said: (): readonly string[] => said,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
