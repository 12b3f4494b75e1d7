// Tests of keys in a node's memory: replaced at once, forgotten for good.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../../log/log.ts';
import { openSecrets } from '../../../secrets.ts';
import type { CachedKey } from '../../access/api-keys/index.ts';
import { emptySnapshotCache } from './snapshot-cache.ts';

const secrets = openSecrets(readConfig({ SECRET_KEY: 'k'.repeat(32) }));

const keyOf = (id: number, siteId: number): CachedKey => ({
  id,
  siteId,
  name: `key ${id}`,
  source: 'Server-side',
  permissions: ['serve'],
  allowedOrigins: undefined,
  expiresAt: undefined,
  rateLimit: undefined,
  profileMisses: undefined,
  compatibility: false,
  hash: createHash('sha256').update(String(id)).digest(),
});
const hashOf = (key: CachedKey) => key.hash.toString('hex');

async function holdingOf(...siteIds: number[]) {
  const holding = emptySnapshotCache(secrets, createLog('silent'));
  for (const id of siteIds) {
    const name = `site-${id}`;
    const site = {
      ...{
        id,
        name,
        vertical: 'Other' as const,
        features: [],
        settings: {},
        revision: 1,
        eventsFrom: null,
      },
      salt: randomBytes(32),
      identitySecret: secrets.encrypt(randomBytes(32), `identity ${name}`),
    };
    const nothing = { identifierTypes: [], audiences: [], campaigns: [], feeds: [] };
    await holding.setSite({ site, ...nothing, totals: undefined });
  }
  return holding;
}

test('keys of the named sites are replaced, those of others stay', async () => {
  const holding = await holdingOf(1, 2);
  const [one, two, three] = [keyOf(1, 1), keyOf(2, 2), keyOf(3, 1)];
  holding.setKeys([1, 2], [one, two]);
  holding.setKeys([1], [three]);
  assert.equal(holding.key(hashOf(one)), undefined);
  assert.equal(holding.key(hashOf(two))?.id, 2);
  assert.equal(holding.key(hashOf(three))?.siteId, 1);
  assert.deepEqual(
    holding.sites().map(({ keys }) => keys.map(({ id }) => id)),
    [[3], [2]],
  );
});

test('a forgotten key does not come back with rows that were read before its deletion', async () => {
  const holding = await holdingOf(1);
  const [one, two] = [keyOf(1, 1), keyOf(2, 1)];
  holding.setKeys([1], [one, two]);
  holding.forgetKey(hashOf(one));
  assert.equal(holding.key(hashOf(one)), undefined);
  holding.setKeys([1], [one, two]);
  assert.equal(holding.key(hashOf(one)), undefined);
  assert.equal(holding.key(hashOf(two))?.id, 2);
});

test('a key is found only together with its site', async () => {
  const holding = await holdingOf(1);
  const early = keyOf(1, 2);
  holding.setKeys([2], [early]);
  assert.equal(holding.key(hashOf(early)), undefined);
  holding.dropSite(1);
  assert.equal(holding.site(1), undefined);
});
