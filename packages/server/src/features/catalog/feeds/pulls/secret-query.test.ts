// Tests of credentials in the query of an address: taken out, and put back where they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillQuery, hideQuery } from './secret-query.ts';

const random = 'f81d4fae7dec11d0a76500a0c91e6bf6';

test('credentials are taken out by their name or their look, and what is none stays', () => {
  const cases = [
    ['?store=1&token=abc', '?store=1&token=***'],
    ['?apiKey=a%20b&format=csv#x', '?apiKey=***&format=csv#x'],
    ['?X-Amz-Credential=AK%2F1&X-Amz-Signature=09af', '?X-Amz-Credential=***&X-Amz-Signature=***'],
    ['?sv=2024&se=2026-01-01&sig=a%2Bb', '?sv=2024&se=2026-01-01&sig=***'],
    [`?f=${random}`, '?f=***'],
    ['?jwt=a.b.c', '?jwt=***'],
    ['?file=products-2026-11-20.csv&country=de', '?file=products-2026-11-20.csv&country=de'],
    ['?token=&empty', '?token=&empty'],
    ['', ''],
  ] as const;
  for (const [query, shown] of cases) {
    const { url, secrets } = hideQuery(`https://shop.example/a.csv${query}`);
    assert.equal(url, `https://shop.example/a.csv${shown}`);
    assert.equal(fillQuery(url, secrets), `https://shop.example/a.csv${query}`);
    assert.deepEqual(hideQuery(url), { url, secrets: [] });
  }
});

test('each is put back where its name is, in another order as well, and none anywhere else', () => {
  const { secrets } = hideQuery('https://shop.example/a?token=1&key=2&token=3');
  const other = fillQuery('https://shop.example/b?key=***&token=***&x=1', secrets);
  assert.equal(other, 'https://shop.example/b?key=2&token=1&x=1');
  assert.equal(fillQuery('https://shop.example/b?password=***', secrets), undefined);
});
