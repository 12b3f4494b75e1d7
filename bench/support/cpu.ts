// How much processor time processes have used, and how they are kept on one core.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Cores by their part: what is measured has one to itself, its client has another. */
export const cores = { measured: '0', load: '1' } as const;

/** A command line that runs on one core. */
export function onCore(core: string, command: readonly string[]): [string, string[]] {
  return ['taskset', ['-c', core, ...command]];
}

/** Keeps a running process, its threads and its children from now on, on one core. */
export function moveToCore(core: string, pid: number): void {
  for (const each of [pid, ...descendantsOf(pid)]) {
    execFileSync('taskset', ['-acp', core, String(each)], { stdio: 'ignore' });
  }
}

/** Processor seconds, user and system, that a process and its children have used so far. */
export function cpuSeconds(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + ownSeconds(each), 0);
}

/**
 * Processor seconds of one process without its children, to the microsecond, where `cpuSeconds`
 * counts ticks of 10 ms. Threads that have ended are not in it.
 */
export function threadSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanos = threads.map((thread) => {
    const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
    return Number(text.split(' ')[0]);
  });
  return nanos.reduce((sum, one) => sum + one, 0) / 1e9;
}

/** Bytes of memory that a process holds now. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}

/** Bytes of memory that a process and its children hold, without a child and its own. */
export function residentBytesWithout(pid: number, except: number): number {
  const left = new Set([except, ...descendantsOf(except)]);
  const counted = [pid, ...descendantsOf(pid)].filter((each) => !left.has(each));
  return counted.reduce((sum, each) => sum + (isThere(each) ? residentBytes(each) : 0), 0);
}

const isThere = (pid: number) => statOf(pid) !== undefined;

const ticksPerSecond = 100;

/** Children that have ended are counted with their parent, which has waited for them. */
function ownSeconds(pid: number): number {
  const fields = statOf(pid);
  if (!fields) return 0;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

function descendantsOf(root: number): number[] {
  const byParent = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(Number(name))?.[1] ?? 0);
    byParent.set(parent, [...(byParent.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const children = byParent.get(pid) ?? [];
    found.push(...children);
    waiting.push(...children);
  }
  return found;
}

/** The fields of /proc/PID/stat behind the name, from the state on; see proc(5). */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
