// Files of people: each form names the same people, and what names nobody is told by its line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPeopleFile } from './people-file.ts';

const ann = { cuid: 'ann,1', cuidType: 'external' };
const bob = { cuid: '0b6c', cuidType: 'id' };

test('CSV by any delimiter, NDJSON and header-less lines name the same people', () => {
  for (const text of [
    '\ufeffcuidType,cuid,more\r\nexternal,"ann,1",x\r\n\r\nid, 0b6c ,\r\n',
    'CUID;CuidType\nann,1;external\n0b6c;id',
    'cuid\tcuidtype\nann,1\texternal\n0b6c\tid\n',
    '{"cuid":"ann,1","cuidType":"external"}\n{"userId":"0b6c"}\n',
    '"ann,1",external\n0b6c,id\n',
    'ann,1;external\n0b6c;id\n',
  ]) {
    const { people, faults } = readPeopleFile(text);
    assert.deepEqual(faults, [], text);
    assert.deepEqual(
      people.map(({ line: _, ...named }) => named),
      [ann, bob],
      text,
    );
  }
});

test('one id a line is of the type that is given, a cell for itself goes before', () => {
  const { people } = readPeopleFile('ann\n\n "b ""o"" b" \n', 'he');
  assert.deepEqual(people, [
    { line: 1, cuid: 'ann', cuidType: 'he' },
    { line: 3, cuid: 'b "o" b', cuidType: 'he' },
  ]);
  const mixed = readPeopleFile('cuid,cuidType\na,\nb,id\n', 'external').people;
  assert.deepEqual(
    mixed.map(({ cuidType }) => cuidType),
    ['external', 'id'],
  );
  assert.deepEqual(readPeopleFile('userId\n7\n').people, [{ line: 2, cuid: '7', cuidType: 'id' }]);
});

test('lines that name nobody are told, and cost no other', () => {
  const csv = readPeopleFile('cuid,cuidType\n,external\nann,\nann,external\n');
  assert.deepEqual(
    csv.faults.map(({ line }) => line),
    [2, 3],
  );
  assert.deepEqual(csv.people, [{ line: 4, cuid: 'ann', cuidType: 'external' }]);
  const json = readPeopleFile('{"cuid":"a","cuidType":"id"}\n{"cuid"\nnull\n{"cuid":7}\n');
  assert.deepEqual(
    json.faults.map(({ line, detail }) => `${line} ${detail.split(':')[0]}`),
    ['2 is not JSON', '3 identifies no one', '4 identifies no one'],
  );
  assert.deepEqual(readPeopleFile('ann\n').faults.length, 1);
  assert.deepEqual(readPeopleFile(''), { people: [], faults: [] });
});

test('the time of a line is in proportion to its length', () => {
  const line = `"${'""'.repeat(200_000)}`;
  assert.equal(readPeopleFile(line, 'external').people.length, 1);
});
