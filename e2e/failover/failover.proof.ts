// A failover of PostgreSQL under load: the short form of `npm run nodes -- --only failover`.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { programs15 } from '../../packages/embedded-postgres/src/testing.ts';
import { endAll } from '../support/cleanup.ts';
import { failOver } from './failover.ts';

const needs15 = existsSync(programs15) ? {} : { skip: `PostgreSQL 15 is not in ${programs15}` };
after(endAll);

test(
  'a promotion under load loses nothing, and the old primary is left alone',
  needs15,
  async (t) => {
    await failOver({ rounds: 2, perSecond: 20, goneMs: 2_000 }, (round) => {
      const { choose, writesBackMs, ...counts } = round;
      t.diagnostic(`${JSON.stringify(counts)}, writes back after ${Math.round(writesBackMs)} ms`);
      assert.deepEqual([...choose.failures], []);
      assert.deepEqual([counts.lost, counts.doubled, counts.written], [0, 0, 0]);
      assert.ok(writesBackMs <= 15_000, `${writesBackMs} ms`);
    });
  },
);
