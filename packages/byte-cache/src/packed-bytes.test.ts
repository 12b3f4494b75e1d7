// Packed bytes: what was set last or nothing, however many keys there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyedHash, type Parts, packedBytes } from './packed-bytes.ts';

const key = fc.oneof(fc.nat(40).map(String), fc.string({ maxLength: 30 }));
const parts = fc.record({ main: fc.uint8Array(), rare: fc.uint8Array() });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ does: fc.constant('set'), key, parts }) },
  { weight: 8, arbitrary: fc.record({ does: fc.constant('get'), key }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete'), key }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear'), key }) },
);

const hash = keyedHash();

test('packed bytes are what was set last, or gone', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.boolean(), (steps, isAmple) => {
      const packed = packedBytes(isAmple ? 1_000_000 : 2_000);
      const model = new Map<string, Parts<Uint8Array>>();
      for (const { does, key, ...one } of steps) {
        if (does === 'set' && 'parts' in one) {
          packed.set(key, hash(key), one.parts);
          model.set(key, one.parts);
        } else if (does === 'delete') {
          packed.delete(key, hash(key));
          model.delete(key);
        } else if (does === 'clear') {
          packed.clear();
          model.clear();
        }
        const found = packed.get(key, hash(key));
        const isLatin = /^[\0-\xff]*$/.test(key);
        if (found) {
          const { main, rare } = model.get(key)!;
          assert.deepEqual([...found.main.toBuffer()], [...main]);
          assert.deepEqual([...found.rare.toBuffer()], [...rare]);
        } else assert.ok(!(isAmple && isLatin && model.has(key)), `${key} is lost`);
      }
    }),
  );
});

test('a hundred thousand keys are found, and what is longer than a slab as well', () => {
  const packed = packedBytes(2 ** 26);
  const value = (at: number) => Buffer.from(`value ${at}`);
  const set = (key: string, main: Buffer, rare = main) =>
    packed.set(key, hash(key), { main, rare });
  const get = (key: string) => packed.get(key, hash(key));
  for (let at = 0; at < 100_000; at += 1) set(`7 ${at}`, value(at));
  const long = Buffer.alloc(3 * 1024 * 1024, 'long');
  set('long', long);
  set('behind', value(1));
  let lost = 0;
  for (let at = 0; at < 100_000; at += 1) {
    const found = get(`7 ${at}`);
    if (!found) lost += 1;
    else assert.equal(found.main.text(), `value ${at}`);
  }
  assert.ok(lost < 10, `${lost} had no room among their neighbours`);
  assert.deepEqual(get('long')?.main.toBuffer(), long);
  assert.deepEqual(get('long')?.rare.toBuffer(), long);
  assert.equal(get('behind')?.main.text(), 'value 1');
  assert.equal(get('behind')?.rare.text(), 'value 1');
});
