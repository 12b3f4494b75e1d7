// Bytes that are not HTTP, and requests that hide in others.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { api } from '@attune/contract';
import { newTally } from './attack.ts';
import { attackWire, sendWire } from './attack-wire.ts';
import { once, seed, validTo } from './suite.ts';
import { startTarget } from './target.ts';
import { refusedShapes } from './wire.ts';

const target = await startTarget();
after(target.close);

test('what no two readers of HTTP read alike is refused, once', async () => {
  for (const [name, bytes] of Object.entries(refusedShapes)) {
    await assert.doesNotReject(sendWire(target, { bytes, isRefused: true }, newTally()), name);
  }
  const read = once(target, (attacker) =>
    attacker.attack(api.readCampaign, validTo(target, api.readCampaign)),
  );
  assert.equal(await read, 200, 'the hidden request was read');
});

test(`whatever bytes are sent, nothing is revealed and nothing changed (seed ${seed})`, async () => {
  const tally = newTally();
  assert.equal(await attackWire(target, { seed, requests: 3_000 }, tally), undefined);
  assert.ok(tally.requests >= 2_000);
});
