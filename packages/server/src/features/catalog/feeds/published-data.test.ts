// Tests of a feed of published products, read as its documented mapping says.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkMapping } from '@attune/core';
import { testServer } from '../../../testing.ts';
import { putItems } from './changes/put-items.ts';
import { createFeed } from './feeds.ts';
import { readFeed } from './files/read-feed-file.ts';
import { type FeedSource, fileSource } from './files/source.ts';

const root = new URL('../../../../../../', import.meta.url);
const published = new URL('../shared/data/google-retail/', root);
const isThere = existsSync(published) || process.env['CI'] === 'true';
const skip = isThere ? false : 'the published google-retail data is not there';
const server = skip ? undefined : await testServer({ api: true, worker: false });
after(() => server?.close());

/** Files one behind the other. */
function together(files: readonly FeedSource[]): FeedSource {
  return {
    name: 'all.ndjson',
    totalBytes: undefined,
    read: async function* () {
      for (const file of files) {
        yield* file.read();
        yield Buffer.from('\n');
      }
    },
  };
}

test('of the published products all are taken, and rows with errors are rejected by name', {
  skip,
}, async () => {
  const { ctx, test: site } = server!;
  const example = readFileSync(new URL('docs/examples/google-retail.mapping.json', root), 'utf8');
  const checked = checkMapping(JSON.parse(example));
  assert.ok(checked.ok);
  const { mapping } = checked;
  const [good, bad] = await Promise.all(
    ['products.ndjson', 'products-some-invalid.ndjson'].map((name) =>
      fileSource(fileURLToPath(new URL(name, published))),
    ),
  );
  const { id: feedId } = await createFeed(ctx, site.id, { name: 'Merchandise' }, 'test');
  const target = { site: site.snapshot().site, feedId };
  const first = await putItems(ctx, target, readFeed(good!, { mapping }));
  assert.deepEqual([first.accepted, first.rejected, first.added], [316, 0, 316]);
  assert.equal(first.measured?.isExact, true);
  assert.ok(first.measured?.suggestedAffinity.includes('brand'));

  const both = await putItems(ctx, target, readFeed(together([bad!, good!]), { mapping }));
  assert.deepEqual([both.accepted, both.changed, both.removed], [316, 0, 0]);
  assert.deepEqual(
    both.rejections.map(({ item, message }) => [item, message.replace(/#\d+/, '#n')]),
    [
      ['GGCOGOAC101259', 'in_stock must be one of IN_STOCK, OUT_OF_STOCK, not "INVALID_VALUE"'],
      ['GGPRAHPL107110', 'the sku comes again in #n: its last row counts'],
      ['GGOEAAKQ137410', 'the sku comes again in #n: its last row counts'],
    ],
  );
});
