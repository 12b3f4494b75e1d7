// Tests of the ledger's file: a torn line takes no other along, and a full disk refuses deletions.
import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { createLog } from '../../../log/log.ts';
import { openLedger } from './index.ts';

const silent = createLog('silent');
const folder = await mkdtemp(join(tmpdir(), 'attune-ledger-'));
after(() => rm(folder, { recursive: true }));

const keyOf = (digit: string) => ({ at: '2026-01-01T00:00:00.000Z', key: digit.repeat(64) });
const erasure = {
  at: '2026-01-01T00:00:00.000Z',
  erasure: '00000000-0000-4000-8000-000000000000',
  site: 'a'.repeat(32),
  traces: ['b'.repeat(32)],
};
const contents = (path: string) => Array.fromAsync(openLedger(path, silent).read());

test('what was appended is read again, by its owner alone', async () => {
  const ledger = openLedger(join(folder, 'plain'), silent);
  assert.deepEqual(await contents(join(folder, 'plain')), []);
  await Promise.all([ledger.append([keyOf('1'), erasure]), ledger.append([keyOf('2')])]);
  assert.deepEqual(await contents(join(folder, 'plain')), [keyOf('1'), erasure, keyOf('2')]);
  assert.equal((await stat(ledger.path)).mode & 0o777, 0o600);
  assert.ok(ledger.isKnown(keyOf('1')) && !ledger.isKnown(keyOf('3')));
  assert.ok(!ledger.isKnown({ ...erasure, traces: [...erasure.traces, 'c'.repeat(32)] }));
});

test('a torn or changed line is passed over, and those beside it count', async () => {
  const path = join(folder, 'torn');
  const ledger = openLedger(path, silent);
  await ledger.append([keyOf('1'), keyOf('2')]);
  const text = await readFile(ledger.path, 'utf8');
  await writeFile(ledger.path, text.slice(0, -20));
  await ledger.append([keyOf('3')]);
  await appendFile(ledger.path, text.replaceAll('1111', '4444'));
  await appendFile(ledger.path, '\n{"sum":"');
  assert.deepEqual(await contents(path), [keyOf('1'), keyOf('3'), keyOf('2')]);
});

test('where it cannot be written, a deletion is refused for now', async () => {
  const ledger = openLedger(join(folder, 'refused'), silent);
  // A folder in the place of the file, since root may write anywhere.
  await mkdir(ledger.path, { recursive: true });
  await assert.rejects(ledger.append([keyOf('1')]), { code: 'not_ready' });
  await rm(dirname(ledger.path), { recursive: true });
  await ledger.append([keyOf('1')]);
  assert.deepEqual(await contents(join(folder, 'refused')), [keyOf('1')]);
});
