// From the previous release and back under load: the short form of the upgrade of `npm run nodes`.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { skipNginx } from '../proxy/nginx.ts';
import { endAll } from '../support/cleanup.ts';
import { skipPrevious } from './previous.ts';
import { upgradeAndBack } from './upgrade.ts';

const skip = skipNginx || (await skipPrevious);
after(endAll);

test('an upgrade node by node, and back, fails no request and loses no event', {
  skip,
}, async (t) => {
  // Above the two seconds for which nginx keeps idle connections.
  const found = await upgradeAndBack({ perSecond: 10, drainSeconds: 3 });
  const { steps, load, ...events } = found;
  t.diagnostic(steps.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', '));
  t.diagnostic(JSON.stringify({ sent: load.sent, ...events }));
  assert.deepEqual([...load.failures], []);
  assert.deepEqual([events.lost, events.doubled, events.refused], [0, 0, 0]);
  assert.ok(events.acknowledged > 100, String(events.acknowledged));
});
