// Load on a server from a process on another core, and what the server's own cost of it was.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cores, cpuSeconds, onCore } from './cpu.ts';

/** Stands in requests where a user id is to be put; as long as every id. */
export const userPlaceholder = '%%%%%% user %%%%%%';

/** A request as bytes, and where user ids stand in it. */
export interface Template {
  readonly bytes: Buffer;
  readonly places: readonly number[];
}

export function templateOf(request: string): Template {
  const bytes = Buffer.from(request);
  const places: number[] = [];
  for (let at = bytes.indexOf(userPlaceholder); at >= 0; ) {
    places.push(at);
    at = bytes.indexOf(userPlaceholder, at + 1);
  }
  return { bytes, places };
}

export function userIdOf(number: number): string {
  // Beyond what a double holds exactly.
  return `1${String(number).padStart(userPlaceholder.length - 1, '0')}`;
}

export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  /** How long; not looked at where `total` is given. */
  readonly seconds: number;
  /** How many requests, whatever time they take. */
  readonly total?: number;
  /** Whole HTTP requests, sent in turn. */
  readonly requests: readonly string[];
  /** User ids are 10^17 and the `count` numbers from there: each in turn, or any of them. */
  readonly users: { readonly count: number; readonly order: 'each' | 'any' };
  readonly seed: number;
  /** More is asked than can be answered, on purpose: refusals are counted, and no fault. */
  readonly mayBeRefused?: boolean;
}

export interface LoadResult {
  readonly requests: number;
  /** Answered with something else than 2xx. */
  readonly failed: number;
  /** The first answer of those, as it came. */
  readonly firstFailure?: string | undefined;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What a load cost: requests a second, and processor microseconds a request by process. */
export interface Measured extends LoadResult {
  readonly perSecond: number;
  readonly cpuMicros: Readonly<Record<string, number>>;
}

/** Runs a load. Rejects when a request was not answered with 2xx, unless the plan allows it. */
export async function applyLoad(
  plan: LoadPlan,
  processes: Readonly<Record<string, number>>,
): Promise<Measured> {
  const before = Object.entries(processes).map(([name, pid]) => [name, cpuSeconds(pid)] as const);
  const [command, args] = onCore(cores.load, [
    process.execPath,
    join(import.meta.dirname, 'generator.ts'),
  ]);
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(plan));
  const result = JSON.parse(await text(child.stdout)) as LoadResult;
  const { requests, failed, firstFailure } = result;
  if (failed > 0 && !plan.mayBeRefused)
    throw new Error(`${failed} of ${requests} were not answered with 2xx, first:\n${firstFailure}`);
  const cpuMicros = Object.fromEntries(
    before.map(([name, seconds]) => {
      const used = cpuSeconds(processes[name]!) - seconds;
      return [name, (1e6 * used) / result.requests];
    }),
  );
  return { ...result, perSecond: result.requests / result.seconds, cpuMicros };
}

/** An HTTP request with a JSON body, as text. */
export function requestText(
  { method, path, key }: { method: string; path: string; key: string },
  body?: unknown,
): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `svc-api-key: ${key}`,
    'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0',
    ...(json
      ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`]
      : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}

/** The median of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}
