// Builds the console's front end, and the client for pages of shops, where what they were built
// from has changed since.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { builtConsole, checkout, serverFolder } from '../places.ts';

const project = checkout ?? serverFolder;
const folder = join(project, 'packages/console');
/** What the build depends on; paths from the root. */
const sources = [
  'package-lock.json',
  'packages/console/{docs.html,index.html,package.json,vite.config.ts}',
  'packages/console/src/**/*.*',
  'packages/contract/src/**/*.ts',
  'packages/sdk/src/**/*.ts',
];
/** Beside the files that were built: the hash of what they were built from. */
const stamp = '.built-from';
const boundMs = 180_000;

interface Building {
  readonly say: (words: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the console if it is stale. If it cannot be built, it reports that, and the API starts all
 * the same, with the console that was built before, if any. Resolves with whether the build is of
 * the sources as they are, which the package brings built; never rejects.
 */
export async function buildConsole({ say, signal }: Building): Promise<boolean> {
  if (checkout === undefined) return true;
  const wanted = hashOfSources();
  const program = builder();
  if (wanted === stampIn(builtConsole)) return true;
  if (program === undefined) return false;
  const beganMs = performance.now();
  const fresh = `${builtConsole}-${process.pid}`;
  say('Building the console...');
  try {
    await build(program, fresh, signal);
    await writeFile(join(fresh, stamp), wanted);
    await replace(builtConsole, fresh);
    say(`Built the console in ${((performance.now() - beganMs) / 1000).toFixed(1)} s.`);
    return true;
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process that started at the same time was faster.
    if (stampIn(builtConsole) === wanted) return true;
    if (!signal?.aborted) say(`The console could not be built: ${(error as Error).message}`);
    return false;
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: project }).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(project, path)));
  }
  return hash.digest('hex');
}

function stampIn(built: string): string | undefined {
  try {
    return readFileSync(join(built, stamp), 'utf8');
  } catch {
    return undefined;
  }
}

/** Vite's command; undefined where npm left it out, as it does of a production install. */
function builder(): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
    return join(manifest, '../bin/vite.js');
  } catch {
    return undefined;
  }
}

/** In a process of its own, which takes the memory that it needed with it. */
async function build(program: string, into: string, signal: AbortSignal | undefined) {
  await mkdir(into);
  const args = ['build', folder, '--outDir', into, '--configLoader', 'native'];
  const child = spawn(process.execPath, [program, ...args, '--logLevel', 'error'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: boundMs,
    ...(signal && { signal }),
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    complaint += part;
  });
  const { promise, resolve: settle, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', settle);
  if ((await promise) !== 0) throw new Error(complaint.trim() || 'Vite was ended.');
}

async function replace(old: string, fresh: string): Promise<void> {
  const aside = `${fresh}-old`;
  await rename(old, aside).catch(() => undefined);
  await rename(fresh, old);
  await rm(aside, { recursive: true, force: true });
}
