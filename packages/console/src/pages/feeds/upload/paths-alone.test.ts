// The shop's address is asked for where a file lacks it, and nowhere else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf } from './mapping-draft.ts';
import { pathsIn } from './paths-alone.ts';

const file = { columns: { url: { from: 'link', as: 'url' }, brand: 'make' }, keepOthers: true };
const draft = draftOf(file, ['link', 'make']);
const result = (column: string, ...texts: (string | null)[]) => ({
  ...{ column, examples: texts.map((before) => ({ before })) },
});

test('before the first rows are read, what the service saw counts', () => {
  assert.deepEqual(pathsIn(draft, { paths: ['url'], results: undefined }), {});
  assert.equal(pathsIn(draft, { paths: [], results: undefined }), undefined);
});

test('then what the rows show counts, of the columns that are read as addresses', () => {
  const seen = (...results: ReturnType<typeof result>[]) =>
    pathsIn(draft, { paths: ['url'], results });
  assert.deepEqual(seen(result('url', '/p/1', '/p/2')), { example: '/p/1' });
  assert.deepEqual(seen(result('url', '1.html', null)), undefined);
  assert.equal(seen(result('url', 'https://a.example/1', '//a.example/2', '/p/3')), undefined);
  assert.equal(seen(result('brand', '/p/1')), undefined);
});
