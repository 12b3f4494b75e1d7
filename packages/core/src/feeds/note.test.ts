// Tests of notes: the same is counted once, and what is beyond the bound is told as well.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteCounter } from './note.ts';

const note = (column: string) => ({ column, message: 'is too long', example: 'x' });

test('of more than 200 kinds of notes, the further ones are counted', () => {
  const notes = noteCounter();
  for (let at = 0; at < 237; at += 1) notes.add([note(`c${at}`), note('c0')]);
  notes.add([note('c236')]);
  const all = notes.all();
  assert.deepEqual(all[0], { ...note('c0'), rows: 238 });
  assert.equal(all.length, 201);
  assert.deepEqual(all.at(-1), {
    ...{ column: 'further columns', message: 'have 37 more kinds of notes', rows: 38 },
    example: 'c200: is too long',
  });
});

test('with up to 200 kinds, each is told apart', () => {
  const notes = noteCounter();
  for (let at = 0; at < 200; at += 1) notes.add([note(`c${at}`)]);
  assert.equal(notes.all().length, 200);
});
