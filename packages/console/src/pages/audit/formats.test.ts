// What is exported can be read by a machine, and runs nothing in a spreadsheet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Entry, formats } from './formats.ts';

const [ndjson, csv] = formats;
const entry = (some: Partial<Entry>): Entry => ({
  id: '7',
  at: '2026-01-31T08:00:00.000Z',
  actor: 'ann@shop.example',
  action: 'key.create',
  subject: 'Shop',
  subjectId: '7',
  isGone: false,
  details: null,
  ...some,
});

test('NDJSON is the entry itself', () => {
  const full = entry({ details: { after: { name: 'a\nb' } } });
  const line = ndjson!.lineOf(full);
  assert.equal(line.indexOf('\n'), line.length - 1);
  assert.deepEqual(JSON.parse(line), full);
});

test('CSV quotes whatever it holds', () => {
  const line = csv!.lineOf(entry({ subject: 'a "b",\nc', details: { n: 1 } }));
  assert.equal(
    line,
    '7,2026-01-31T08:00:00.000Z,ann@shop.example,key.create,"a ""b"",\nc",7,"{""n"":1}"\r\n',
  );
  assert.equal(csv!.head, 'id,at,actor,action,subject,subjectId,details\r\n');
});

test('no cell of CSV is a formula', () => {
  for (const start of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1']) {
    const cell = csv!.lineOf(entry({ subject: start })).split('key.create,')[1];
    assert.match(cell ?? '', /^"?'/, JSON.stringify(start));
  }
  assert.ok(csv!.lineOf(entry({ subject: 'a=1' })).includes(',a=1,'));
});
