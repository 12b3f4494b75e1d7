// Which programs may use a data directory at once: one server, and any number of commands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlive } from './process-state.ts';
import { startEmbeddedPostgres } from './start.ts';
import { atEnd, fileFolder, product, recordingLog, startHolder, testFolder } from './testing.ts';

const dataDir = await fileFolder();

test('a second server is refused with the process and the time of the first', async (t) => {
  const first = await startHolder(t, dataDir);
  const { log } = recordingLog();
  const since = new Date().toISOString().slice(0, 10);
  await assert.rejects(
    startEmbeddedPostgres({ product, dataDir, log, role: 'server', throwaway: true }),
    new RegExp(`server \\(process ${first.process.pid}, since ${since}T.* ${dataDir}`),
  );
  assert.ok(isAlive(first.pid), 'the refusal leaves the first alone');
  await first.finish();
  assert.equal(isAlive(first.pid), false);
});

test('a command uses the PostgreSQL of a server and leaves it running', async (t) => {
  const server = await startHolder(t, dataDir);
  const command = await startHolder(t, dataDir, { role: 'command' });
  assert.equal(command.pid, server.pid);
  await command.finish();
  assert.ok(isAlive(server.pid));
  await server.finish();
  assert.equal(isAlive(server.pid), false);
});

test('a server that stops leaves PostgreSQL to a command, which stops it', async (t) => {
  const server = await startHolder(t, dataDir);
  const command = await startHolder(t, dataDir, { role: 'command' });
  await server.finish();
  assert.ok(isAlive(command.pid));
  await command.finish();
  assert.equal(isAlive(command.pid), false);
});

test('commands on a new data directory share one PostgreSQL; the last stops it', async (t) => {
  const dataDir = await testFolder(t);
  const commands = await Promise.all(
    [1, 2, 3].map(() => startHolder(t, dataDir, { role: 'command' })),
  );
  const [first, second, third] = commands;
  assert.equal(new Set(commands.map(({ pid }) => pid)).size, 1);
  await Promise.all([first!.finish(), second!.kill()]);
  assert.ok(isAlive(third!.pid));
  await third!.finish();
  assert.equal(isAlive(third!.pid), false);
});

test('a server waits for a command that runs alone, says so, and keeps its PostgreSQL', async (t) => {
  const command = await startHolder(t, dataDir, { role: 'command' });
  const { log, logged, messages } = recordingLog();
  const starting = startEmbeddedPostgres({
    product,
    dataDir,
    log,
    role: 'server',
    throwaway: true,
  });
  await logged('Waiting for a command');
  assert.equal(messages.includes('PostgreSQL is ready'), false);
  await command.finish();
  const server = await starting;
  atEnd(t, server.stop);
  assert.equal(server.pid, command.pid);
});

test('a server does not wait for a worker, which goes on beside it', async (t) => {
  const worker = await startHolder(t, dataDir, { role: 'worker' });
  const server = await startHolder(t, dataDir);
  assert.equal(server.pid, worker.pid);
  await server.finish();
  assert.ok(isAlive(worker.pid), 'the worker still uses it');
  await worker.finish();
  assert.equal(isAlive(worker.pid), false);
});

test('a wait for a command can be given up', async (t) => {
  const command = await startHolder(t, dataDir, { role: 'command' });
  const { log, logged } = recordingLog();
  const giveUp = new AbortController();
  const starting = startEmbeddedPostgres({
    ...{ product, dataDir, log, role: 'server', throwaway: true },
    signal: giveUp.signal,
  });
  await logged('Waiting for a command');
  giveUp.abort();
  await assert.rejects(starting, { name: 'AbortError' });
  await command.finish();
  assert.equal(isAlive(command.pid), false, 'the process that gave up no longer uses it');
});

test('starts and stops that cross each other all succeed', async () => {
  const { log } = recordingLog();
  const use = async () => {
    for (let round = 0; round < 6; round += 1) {
      const options = { product, dataDir, log, role: 'command', throwaway: true } as const;
      const postgres = await startEmbeddedPostgres(options);
      await postgres.stop();
    }
  };
  await Promise.all([use(), use()]);
});
