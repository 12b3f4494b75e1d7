// A process is judged alike by /proc, which Linux has, and by ps, which every Unix has.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import * as proc from './proc.ts';
import { isAlive, isPostmasterOf, startupProcessOf } from './process-state.ts';
import * as ps from './ps.ts';
import { startEmbeddedPostgres } from './start.ts';
import { atEnd, product, recordingLog, testFolder } from './testing.ts';

/** Runs a program of the shell, and answers the number that it prints first. */
async function runShell(t: TestContext, script: string): Promise<[shell: number, printed: number]> {
  const child = spawn('/bin/bash', ['-c', script], { detached: true });
  atEnd(t, () => process.kill(-child.pid!, 'SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  return [child.pid!, Number(line)];
}

for (const [name, by] of Object.entries({ proc, ps })) {
  test(`${name} tells the postmaster of a folder from all other processes`, async (t) => {
    const folder = await testFolder(t);
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'with a blank');
    await mkdir(dataDir);
    const { log } = recordingLog();
    const options = { product, dataDir, log, role: 'command', throwaway: true } as const;
    const { pid, stop } = await startEmbeddedPostgres(options);
    atEnd(t, stop);
    const cluster = join(dataDir, 'postgres');
    assert.ok(isPostmasterOf(pid, cluster, by));
    assert.equal(isPostmasterOf(pid, join(folder, 'with a'), by), false);
    assert.equal(isPostmasterOf(pid, folder, by), false);
    assert.equal(isPostmasterOf(process.pid, cluster, by), false);
    assert.equal(startupProcessOf(pid, by), undefined, 'it does not recover');
    await stop();
    assert.equal(isPostmasterOf(pid, cluster, by), false);
  });

  test(`${name} finds the process that recovers among the children`, async (t) => {
    const title = 'postgres: example: startup recovering 000000010000000000000001';
    const script = `sleep 60 & (exec -a "${title}" sleep 60) & echo $!; wait`;
    const [shell, startup] = await runShell(t, script);
    while (startupProcessOf(shell, by) === undefined) assert.ok(isAlive(startup, by));
    assert.equal(startupProcessOf(shell, by), startup);
    assert.equal(startupProcessOf(startup, by), undefined);
  });

  test(`to ${name} a process that has ended is dead before it is reaped`, async (t) => {
    const [shell, ended] = await runShell(t, 'true & echo $!; exec sleep 60');
    while (isAlive(ended, by)) assert.ok(isAlive(shell, by));
    assert.ok(isAlive(shell, by));
    assert.equal(isAlive(4_194_304_999, by), false);
  });
}
