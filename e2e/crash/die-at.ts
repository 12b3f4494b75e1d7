// Preloaded into a server under test: it dies at a named boundary between its database statements.
//
// The product knows nothing of this. The driver's `query` is the seam: what goes through it is
// counted by transaction, and the process kills itself when the one that was named is reached. A
// boundary is armed by writing it to the file that CRASH_PLAN names, and then sending SIGURG, which
// means nothing to the product: the primary of several processes passes it on. Or from the start
// on, by CRASH_AT.
import cluster from 'node:cluster';
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import type pg from 'pg';
import type { Boundary } from './boundaries.ts';
import { kindOf } from './boundaries.ts';

interface Transaction {
  kind: string | undefined;
  statements: number;
}

const stderr = 2;
const planFile = process.env['CRASH_PLAN'];
const fromStart = process.env['CRASH_AT'];
// A child that builds models or writes files is not under test; one of several processes of a node
// is, and the same process that begins anew, as the launcher has it do.
process.env['CRASH_PID'] ??= String(process.pid);
const isUnderTest = cluster.isWorker || process.env['CRASH_PID'] === String(process.pid);

if ((planFile ?? fromStart) !== undefined && isUnderTest) {
  const server = new URL('../../packages/server/package.json', import.meta.url);
  const driver = createRequire(server)('pg') as typeof pg;
  let armed = fromStart === undefined ? undefined : (JSON.parse(fromStart) as Boundary);
  process.on('SIGURG', () => {
    if (planFile !== undefined) armed = JSON.parse(readFileSync(planFile, 'utf8')) ?? undefined;
    for (const one of Object.values(cluster.workers ?? {})) one?.process.kill('SIGURG');
  });
  watchQueries(driver, () => armed);
}

function watchQueries(driver: typeof pg, armed: () => Boundary | undefined): void {
  const open = new WeakMap<object, Transaction>();
  const { prototype } = driver.Client as unknown as { prototype: { query: Query } };
  const query = prototype.query;
  prototype.query = function watched(this: object, ...args: unknown[]) {
    const boundary = armed();
    const text = textOf(args[0]);
    if (text === 'begin') open.set(this, { kind: undefined, statements: 0 });
    const transaction = open.get(this) ?? { kind: undefined, statements: 0 };
    transaction.kind ??= kindOf(text);
    transaction.statements += 1;
    // A statement outside of a transaction is its own commit.
    const isCommit = text === 'commit' || !open.has(this);
    if (text === 'commit' || text === 'rollback') open.delete(this);
    if (boundary === undefined || boundary.kind !== transaction.kind) {
      return query.apply(this, args);
    }
    const { statement } = boundary;
    const isMeant = statement === 'commit' ? isCommit : statement === transaction.statements;
    if (!isMeant) return query.apply(this, args);
    const die = () => dieAt(boundary, text);
    if (boundary.moment === 'before') die();
    const result = query.apply(this, args);
    if (boundary.moment === 'sent') setImmediate(die);
    else if (result instanceof Promise) result.then(die, die);
    return result;
  };
}

type Query = (this: object, ...args: unknown[]) => unknown;

function textOf(config: unknown): string {
  const text = typeof config === 'string' ? config : (config as { text?: unknown })?.text;
  return typeof text === 'string' ? text.trim().toLowerCase() : '';
}

function dieAt({ kind, moment }: Boundary, text: string): void {
  const words = text.replaceAll(/\s+/g, ' ').slice(0, 60);
  writeSync(stderr, `died: ${kind}, ${moment} "${words}"\n`);
  process.kill(process.pid, 'SIGKILL');
}
