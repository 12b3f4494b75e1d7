// Which callers share a commit, and how they get its result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { InboxBatch } from './batch.ts';
import { groupCommit } from './group-commit.ts';

/** Commits that end on demand, and how many lines each had. */
function heldCommits(wasPageRequested?: () => boolean, rest?: () => Promise<void>) {
  const sizes: number[] = [];
  const texts: string[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const accept = groupCommit(
    (batch: InboxBatch) => {
      sizes.push(batch.size);
      texts.push(
        batch
          .texts()
          .map(({ text }) => text.toString())
          .join('\n'),
      );
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    },
    wasPageRequested,
    rest,
  );
  return { accept, sizes, texts, ends };
}

const linesOf = (...texts: string[]) => texts.map((text) => ({ siteId: 1, partition: 2, text }));

test('what comes while a commit is under way shares the next one, in the order of coming', async () => {
  const { accept, texts, ends } = heldCommits();
  const first = accept(linesOf('a'));
  const others = [accept(linesOf('b', 'c')), accept(linesOf('d'))];
  assert.deepEqual(texts, ['a']);
  ends[0]!.resolve();
  await first;
  await turn();
  assert.deepEqual(texts, ['a', 'b\nc\nd']);
  ends[1]!.resolve();
  await Promise.all(others);
});

test('a commit has no more lines than it may, but for those of one caller', async () => {
  const { accept, sizes, ends } = heldCommits();
  const many = (count: number) => accept(linesOf(...Array<string>(count).fill('x')));
  const all = [many(1), many(3_000), many(2_000), many(1), many(7_000), many(1)];
  for (let nth = 0; nth < 5; nth += 1) {
    ends[nth]!.resolve();
    await turn();
  }
  await Promise.all(all);
  assert.deepEqual(sizes, [1, 5_000, 1, 7_000, 1]);
});

test('where full commits wait, up to four are under way at once; the last takes what is left', async () => {
  const { accept, texts, ends } = heldCommits();
  const full = 'x'.repeat(1024 * 1024);
  const all = ['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => accept(linesOf(name + full)));
  all.push(accept(linesOf('9')));
  const begun = () => texts.map(([name]) => name).join('');
  assert.equal(begun(), '1234');
  for (const [nth, then] of ['12345', '123456', '1234567'].entries()) {
    ends[nth]!.resolve();
    await all[nth];
    await turn();
    assert.equal(begun(), then);
  }
  for (let nth = 3; nth < 9; nth += 1) {
    ends[nth]?.resolve();
    await turn();
  }
  await Promise.all(all);
  assert.equal(begun(), '123456789');
});

test('while pages are requested, what comes soon after a commit shares the next one', async () => {
  const pages = [true, false];
  const rest = Promise.withResolvers<void>();
  const { accept, texts, ends } = heldCommits(
    () => pages.shift() ?? false,
    () => rest.promise,
  );
  const all = [accept(linesOf('a')), accept(linesOf('b'))];
  ends[0]!.resolve();
  await all[0];
  await turn();
  all.push(accept(linesOf('c')));
  assert.deepEqual(texts, ['a']);
  rest.resolve();
  await turn();
  assert.deepEqual(texts, ['a', 'b\nc']);
  // No page was requested meanwhile: the one after it begins at once.
  all.push(accept(linesOf('d')));
  ends[1]!.resolve();
  await all[2];
  await turn();
  assert.deepEqual(texts, ['a', 'b\nc', 'd']);
  ends[2]!.resolve();
  await Promise.all(all);
});

test('while pages are requested, full commits do not wait for each other', async () => {
  const never = new Promise<void>(() => undefined);
  const { accept, texts, ends } = heldCommits(
    () => true,
    () => never,
  );
  const full = 'x'.repeat(1024 * 1024);
  const all = ['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => accept(linesOf(name + full)));
  const begun = () => texts.map(([name]) => name).join('');
  assert.equal(begun(), '1234');
  ends[0]!.resolve();
  await all[0];
  await turn();
  assert.equal(begun(), '12345');
});

test('callers of one commit get its result a few in each turn of the event loop, good or bad', async () => {
  for (const failure of [undefined, new Error('no commit')]) {
    const { accept, ends } = heldCommits();
    const first = accept(linesOf('first'));
    const told: number[] = [];
    const callers = Array.from({ length: 100 }, (_, at) =>
      accept(linesOf(`${at}`)).then(
        () => void (failure ?? told.push(at)),
        (error) => void (error === failure && told.push(at)),
      ),
    );
    ends[0]!.resolve();
    await first;
    await turn();
    if (failure) ends[1]!.reject(failure);
    else ends[1]!.resolve();
    const counts = [0];
    while (told.length < 100) {
      await turn();
      counts.push(told.length - counts.reduce((sum, count) => sum + count));
    }
    await Promise.all(callers);
    assert.ok(Math.max(...counts) <= 32, counts.join(', '));
    assert.deepEqual(told, [...callers.keys()]);
  }
});

test('what a commit had is not in the one after the next, which uses its memory again', async () => {
  const { accept, texts, ends } = heldCommits();
  const rounds = ['long enough to be seen', 'b', 'ü'];
  for (const [nth, text] of rounds.entries()) {
    const accepted = accept(linesOf(text));
    ends[nth]!.resolve();
    await accepted;
  }
  assert.deepEqual(texts, rounds);
});
