// Tests of what is recorded behind answers: how much may wait for its commit.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testServer } from '../../../testing.ts';
import { postgresInbox } from './inbox/inbox.ts';
import { recordingInbox } from './recorder.ts';

const server = await testServer({ api: true, worker: false });
after(server.close);

test('the processes of a node share what may wait for its commit', async () => {
  const { ctx, test: site } = server;
  const recording = recordingInbox({ ...ctx, apiProcesses: 100_000 }, postgresInbox(ctx.db));
  const line = { siteId: site.id, partition: 0, text: '{}', events: 1 };
  recording.record(line);
  assert.equal(recording.recordingFault(), undefined);
  recording.record(line);
  assert.equal(recording.recordingFault(), 'behind');
  await recording.settled();
  assert.equal(recording.recordingFault(), undefined);
});
