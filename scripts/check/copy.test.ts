// Old wording is found in each kind of text, with what to say instead.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oldCopyIn } from './copy.ts';

const path = 'packages/console/src/pages/a.tsx';
/** What is found in a file of one expression, without the place. */
const found = (code: string) =>
  oldCopyIn(path, code).map((fault) => fault.slice(fault.indexOf(' ') + 1).replace(/: say .*/, ''));
const isClean = (code: string) => assert.deepEqual(oldCopyIn(path, code), [], code);

test('a fault names the file, the line, what was found and what to say', () => {
  const code = 'const x = 1;\nexport const a = <Text>\n  Whoever\n  asks\n</Text>;\n';
  assert.deepEqual(oldCopyIn(path, code), [
    `${path}:3 "Whoever": say anyone who, or the person who`,
  ]);
});

test('phrases are found in elements, attributes, strings and templates, over the end of a line too', () => {
  assert.deepEqual(found('<Text>Users are\n  given nothing.</Text>'), ['"are given"']);
  assert.deepEqual(found('<Field description="For programs: nobody else." />'), ['"nobody"']);
  assert.deepEqual(found("const a = ['It was last used never'];"), ['"used never"']);
  const template = ['const a = `Fetch $', '{name} no more?`;'].join('');
  assert.deepEqual(found(template), ['"no more"']);
  assert.deepEqual(found("const a = 'Programs ask for it';"), ['"Programs ask"']);
  assert.deepEqual(found("const a = 'This cannot be undone, by anyone.';"), [
    '"cannot be undone, b"',
  ]);
});

test('a sentence that begins with its object is found, and a question is none', () => {
  assert.deepEqual(found("const a = 'What was saved stays in the history.';"), [
    '"What was saved stays in the history."',
  ]);
  isClean("const a = 'What changed?';");
  isClean("const a = 'What changed';");
});

test('titles say what a section is, labels have no full stop, and buttons have a verb', () => {
  assert.deepEqual(found('<Section title="What it is" />'), ['"What it is"']);
  assert.deepEqual(found("const a = { label: 'For whom' };"), ['"whom"', '"For whom"']);
  assert.deepEqual(found('<Field label="Name." />'), ['"Name."']);
  assert.deepEqual(found('<Button>To the items</Button>'), ['"To"']);
  assert.deepEqual(found("<Button>{isPaused ? 'Go on' : 'Pause'}</Button>"), ['"Go on"']);
  isClean('<Field label="Name" placeholder="Search…" description="One per line." />');
  isClean('<Button>View items</Button>');
});

test('descriptions of the contract and messages of the server are held to it as well', () => {
  const at = (code: string) => oldCopyIn('packages/server/src/a.ts', code).length;
  assert.equal(at("const a = { description: 'The file names ' + 'nobody.' };"), 1);
  assert.equal(at("throw new ApiError('conflict', `Users were\n given it`);"), 1);
  assert.equal(at('const query = sql`select nobody from given where it is given`;'), 0);
  assert.equal(at("const code = 'nobody';"), 0, 'a name of code');
});

test('comments, names in code and the identifier type he are left alone', () => {
  isClean(
    "// Whoever asks.\nimport { nobody } from './nobody.ts';\nconst types = ['he', 'Hashed e-mail (he)'];\n",
  );
  isClean('<Text>The API key is not shown again.</Text>');
});
