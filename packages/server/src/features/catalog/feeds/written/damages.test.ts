// Tests of files that were damaged: the reason is told, and the feed stays as it was.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { putItems } from '../changes/put-items.ts';
import { feedServer } from '../feeds.fixture.ts';
import { readFeed } from '../files/read-feed-file.ts';
import { source, suggestionFor } from '../suggested.fixture.ts';
import { catalogue, shop } from './catalogue.fixture.ts';
import { damages, formOf } from './damages.fixture.ts';
import { systems } from './systems.fixture.ts';

const server = await feedServer();
after(server.close);
const { ctx, feed, items, test: site } = server;

/** Every catalogue has a lamp, and enough of it that one row is not most of it. */
const [products] = fc.sample(
  catalogue.filter((all) => all.flatMap(({ variants }) => variants).length > 4),
  { seed: 4, numRuns: 1 },
) as [Parameters<(typeof systems)[number]['write']>[0]];
const named = products.map((one) => ({ ...one, isHidden: false, name: `Lamp ${one.name}` }));

for (const system of systems) {
  test(`${system.name}: ten kinds of damage are told, and leave the feed as it was`, async () => {
    const form = formOf(system);
    const text = system.write(named);
    const { mapping } = await suggestionFor(source(system.file, text), { base: shop });
    const feedId = await feed();
    const target = { site: { id: site.id, vertical: 'E-commerce' }, feedId } as const;
    const encoding = form === 'table' ? 'utf-8' : undefined;
    const put = (content: string | Uint8Array) =>
      putItems(ctx, target, readFeed(source(system.file, content), { mapping, encoding }));
    await put(text);
    const before = await items(feedId);
    assert.ok(before.length > 4);
    for (const { what, of, told } of damages) {
      const answer = await put(of(text, system)).then(
        ({ rejections }) => rejections.map(({ message }) => message).join(),
        (error: Error) => error.message,
      );
      assert.match(answer, told[form], what);
      const left = await items(feedId);
      // What a row was whose cells are elsewhere, none can say: an item, a picture, a parent.
      if (form === 'table' && /elsewhere/.test(what)) {
        const isLeft = ({ sku, price }: (typeof left)[number]) =>
          before.some((one) => one['sku'] === sku && one['price'] === price);
        assert.ok(left.every(isLeft), what);
        await put(text);
      } else assert.deepEqual(left, before, what);
    }
  });
}
