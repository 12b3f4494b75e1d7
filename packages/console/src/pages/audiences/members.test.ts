// Files of people are read as they come out of other programs, or refused by line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMembers } from './members.ts';

test('CSV and NDJSON name the same people', () => {
  const members = [
    { cuid: 'a,"1', cuidType: 'external' },
    { cuid: 'b', cuidType: 'he' },
  ];
  const csv = '\ufeffcuidType,cuid,more\r\nexternal,"a,""1",x\r\n\r\nhe, b ,\r\n';
  assert.deepEqual(readMembers(csv), { members });
  assert.deepEqual(readMembers(members.map((one) => JSON.stringify(one)).join('\n')), { members });
  for (const between of [';', '\t']) {
    const others = `cuidType${between}cuid\nexternal${between}"a,""1"\nhe${between}b`;
    assert.deepEqual(readMembers(others), { members });
  }
  const ids = readMembers('userId\n-7;8\n9,\t10\n');
  assert.deepEqual(ids, { members: ['-7', '8', '9', '10'].map((userId) => ({ userId })) });
});

test('a file or a line that names no person is refused in words', () => {
  const cases = [
    ['', /The file names no people/],
    ['email\na@b', /Line 1 identifies no one: enter cuid and cuidType, or userId/],
    ['cuid,cuidType\na', /Line 2 identifies no one/],
    ['cuid,cuidType\n', /The file names no people/],
    ['{"cuid":"a","cuidType":"he"}\n{', /Line 2 is not JSON/],
    ['{"cuid":1}', /Line 1 identifies no one/],
    ['{}\nnull', /Line 1/],
  ] as const;
  for (const [text, words] of cases) assert.match(readMembers(text).fault ?? '', words);
});
